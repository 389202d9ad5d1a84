"""Small real videos to listen to."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy

RATE = 44_100


def tone(seconds: float, volume: float = 0.5, pitch: float = 440.0) -> numpy.ndarray[Any, Any]:
    """Stereo samples between -1 and 1."""
    time = numpy.arange(round(seconds * RATE)) / RATE
    return numpy.tile(volume * numpy.sin(2 * numpy.pi * pitch * time), (2, 1)).astype("float32")


def video(
    path: Path, sounds: Sequence[tuple[float, numpy.ndarray[Any, Any]]] | None, seconds: int = 4
) -> Path:
    """A black video, a frame a second; each sound begins at its second; None for no sound track."""
    with av.open(str(path), "w") as container:
        picture = container.add_stream("libx264", rate=1)
        picture.width, picture.height, picture.pix_fmt = 64, 48, "yuv420p"
        audio = None if sounds is None else container.add_stream("flac", rate=RATE)
        for second in range(seconds):
            black = av.VideoFrame.from_ndarray(numpy.zeros((48, 64, 3), "uint8"), format="rgb24")
            black.pts, black.time_base = second, Fraction(1, 1)
            container.mux(picture.encode(black))
        container.mux(picture.encode())
        if audio is not None:
            for start, samples in sounds or ():
                scaled = numpy.ascontiguousarray((samples.T * 32767).astype("int16").reshape(1, -1))
                frame = av.AudioFrame.from_ndarray(scaled, format="s16", layout="stereo")
                frame.sample_rate, frame.time_base = RATE, Fraction(1, RATE)
                frame.pts = round(start * RATE)
                container.mux(audio.encode(frame))
            container.mux(audio.encode())
    return path
