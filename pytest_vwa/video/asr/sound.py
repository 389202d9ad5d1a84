"""The sound of a video as speech models take it: 16 kHz, mono, timed from the video's start."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pytest_vwa.core.errors import VideoError
from pytest_vwa.core.transcript import Cue

if TYPE_CHECKING:
    from av import AudioFrame
    from av.container import InputContainer
    from numpy import float32
    from numpy.typing import NDArray

    Samples: TypeAlias = NDArray[float32]

RATE = 16_000
"""Samples a second."""

_FAINT = 0.001
"""The loudest sample of a silent track, where 1 is full scale: what encoders make of nothing."""

_GAP = 0.1
"""Seconds by which sound may be late without a pause being meant: resampling holds some back."""


def why_silent(video: Path) -> str:
    """Why nothing can be heard in it; "" when something can. Stops listening at the first sound.

    Raises VideoError with ffmpeg's own words when the file cannot be read.
    """
    with _opened(video) as container:
        if not container.streams.audio:
            return "the video has no sound"
        if any(abs(block).max(initial=0) > _FAINT for block in _blocks(container)):
            return ""
        return "the video's sound is silence"


def samples(video: Path) -> "Samples":
    """All of its sound: one number a sample, between -1 and 1; none when it has no sound.

    Raises VideoError with ffmpeg's own words when the file cannot be read.
    """
    import numpy

    with _opened(video) as container:
        if not container.streams.audio:
            return numpy.zeros(0, numpy.float32)
        return numpy.concatenate([numpy.zeros(0, numpy.float32), *_blocks(container)])


def cues(spoken: Iterable[tuple[float, float, str]], heard: "Samples") -> tuple[Cue, ...]:
    """Of what a model heard (start and end in seconds, words), in ``heard``. A model may hear a
    sentence end, or begin, where the sound is over."""
    over = len(heard) / RATE
    told = (
        Cue(round(start, 3), round(min(end, over), 3), words.strip())
        for start, end, words in spoken
        if start < over
    )
    return tuple(cue for cue in told if cue.text)


def flac(sound: "Samples") -> bytes:
    """The sound as a FLAC file of 16 bits a sample, about a megabyte a minute."""
    import av
    import numpy

    out = BytesIO()
    with av.open(out, "w", format="flac") as container:
        stream = container.add_stream("flac", rate=RATE, layout="mono")
        scaled = numpy.rint(sound.clip(-1, 1) * 32767).astype(numpy.int16)
        frame = av.AudioFrame.from_ndarray(scaled.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate = RATE
        for each in (frame, None):
            container.mux(stream.encode(each))
    return out.getvalue()


@contextmanager
def _opened(video: Path) -> "Iterator[InputContainer]":
    import av

    try:
        with av.open(str(video)) as container:
            yield container
    except av.FFmpegError as error:
        raise VideoError(f"the sound of {video.name} cannot be read: {error.strerror}") from error


def _blocks(container: "InputContainer") -> "Iterator[Samples]":
    """The first audio stream piece by piece, silence where it starts late or pauses."""
    import av
    import numpy

    origin = (container.start_time or 0) / av.time_base
    # Whole numbers: mixed down as floats, two equal channels would be louder than full scale.
    resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
    heard = 0
    for frame in container.decode(audio=0):
        late = frame.time - origin - heard / RATE if frame.time is not None else 0.0
        pause = [numpy.zeros(round(late * RATE), numpy.float32)] if late > _GAP else []
        pieces = [*pause, *map(_numbers, resampler.resample(frame))]
        heard += sum(map(len, pieces))
        yield from pieces
    yield from map(_numbers, resampler.resample(None))


def _numbers(frame: "AudioFrame") -> "Samples":
    from numpy import float32

    scaled: Samples = frame.to_ndarray()[0].astype(float32) / 32768
    return scaled
