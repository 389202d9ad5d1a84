"""Real video files whose every picture shows its own number."""

from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import av
import numpy
from PIL import Image as Pillow

from pytest_vwa.core.observation import Image

BITS, ROWS = 8, 4
SIZE = WIDTH, HEIGHT = 320, 160
TICKS = 90_000


def numbered(
    path: Path,
    times: Sequence[float],
    codec: str = "libx264",
    size: tuple[int, int] = SIZE,
    numbers: Sequence[int] | None = None,
    **options: str,
) -> Path:
    """A video with a picture at each of these seconds, each shown until the next; the last for a
    thirtieth. ``numbers`` are what they show, else their places."""
    with av.open(str(path), "w") as file:
        stream = file.add_stream(codec, rate=30, options=options)
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        stream.codec_context.time_base = Fraction(1, TICKS)
        for place, seconds in enumerate(times):
            frame = av.VideoFrame.from_image(drawn(numbers[place] if numbers else place, size))
            frame.pts, frame.time_base = round(seconds * TICKS), Fraction(1, TICKS)
            file.mux(stream.encode(frame))
        file.mux(stream.encode())
    return path


def drawn(number: int, size: tuple[int, int] = SIZE) -> Pillow.Image:
    """White fields for the bits that are set, lowest first, under a band that is always red."""
    bits = numpy.array([number >> bit & 1 for bit in range(BITS * (ROWS - 1))], bool)
    fields = numpy.zeros((ROWS, BITS, 3), numpy.uint8)
    fields[0] = (220, 30, 40)
    fields[1:][bits.reshape(ROWS - 1, BITS)] = 255
    return Pillow.fromarray(fields).resize(size, Pillow.Resampling.NEAREST)


def number(image: Image) -> int:
    """The number that a picture shows."""
    fields = numpy.asarray(
        Pillow.open(BytesIO(image.data)).convert("L").resize((BITS * 9, ROWS * 9))
    )
    bits = (fields[4::9, 4::9][1:] > 127).ravel()
    return sum(1 << bit for bit, is_set in enumerate(bits) if is_set)


def pixels(image: Image) -> numpy.ndarray:
    return numpy.asarray(Pillow.open(BytesIO(image.data)))


def on_screen(times: Sequence[float], moment: float) -> int:
    """The number of the picture that a player shows then."""
    return max(
        (n for n, seconds in enumerate(times) if seconds - times[0] <= moment + 1e-4), default=0
    )
