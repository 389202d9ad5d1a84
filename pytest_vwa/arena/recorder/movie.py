"""Pictures and speech on one timeline, written as MP4."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from pathlib import Path
from types import TracebackType

import av
import numpy
from av.packet import Packet
from av.stream import Stream
from PIL import Image

from pytest_vwa.core.ports import Cue

from .speech import RATE, Sentence

FPS = 10
QUALITY = {"crf": "30", "preset": "slow", "g": "250"}
SOUND_BITS_PER_SECOND = 32_000
_BT709 = 1


class Movie:
    """A context manager that writes the file when it is left: H.264 and AAC, the index in front.

    It grows by one picture (a tenth of a second) or by sentences; ``seconds`` is its length so
    far. Only compressed pictures are kept in memory.
    """

    def __init__(self, path: Path, size: tuple[int, int]) -> None:
        self.cues: list[Cue] = []
        self._frames = 0
        self._pictures: list[Packet[Stream]] = []
        self._sentences: list[tuple[float, Sentence]] = []
        self._file = av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"})
        self._video = self._file.add_stream("libx264", rate=FPS, options=QUALITY)
        self._video.width, self._video.height = size
        self._video.pix_fmt = "yuv420p"
        self._video.codec_context.colorspace = _BT709
        self._audio = self._file.add_stream("aac", rate=RATE, layout="mono")
        self._audio.bit_rate = SOUND_BITS_PER_SECOND

    def __enter__(self) -> Movie:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._file:
            if error is None:
                # Sorted, so that a player finds sound and picture of a moment side by side.
                packets = [*self._pictures, *self._video.encode(), *self._sound()]
                self._file.mux(sorted(packets, key=_written_at))

    @property
    def seconds(self) -> float:
        return self._frames / FPS

    def show(self, picture: Image.Image) -> None:
        """For one more tenth of a second."""
        frame = av.VideoFrame.from_ndarray(numpy.asarray(picture)).reformat(
            format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG"
        )
        frame.pts, frame.time_base = self._frames, Fraction(1, FPS)
        self._pictures += self._video.encode(frame)
        self._frames += 1

    def say(self, sentences: Sequence[Sentence], gap: float = 0.3) -> float:
        """From now on, one after the other. Returns when the last one is over, in seconds."""
        start = self.seconds
        for sentence in sentences:
            end = start + sentence.seconds
            self.cues.append(Cue(start, end, sentence.text))
            self._sentences.append((start, sentence))
            start = end + gap
        return start

    def _sound(self) -> list[Packet[Stream]]:
        track = numpy.zeros(ceil(self.seconds * RATE), numpy.int16)
        for start, sentence in self._sentences:
            begin = round(start * RATE)
            track[begin : begin + len(sentence.samples)] = sentence.samples
        frame = av.AudioFrame.from_ndarray(track[numpy.newaxis], format="s16", layout="mono")
        frame.rate, frame.pts, frame.time_base = RATE, 0, Fraction(1, RATE)
        return [*self._audio.encode(frame), *self._audio.encode()]


def _written_at(packet: Packet[Stream]) -> Fraction:
    return (packet.dts or 0) * (packet.time_base or Fraction(1))


def subtitles(cues: Sequence[Cue]) -> str:
    """As WebVTT."""
    blocks = [f"{_clock(cue.start)} --> {_clock(cue.end)}\n{cue.text}\n" for cue in cues]
    return "\n".join(["WEBVTT\n", *blocks])


def _clock(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes):02d}:{rest:06.3f}"
