"""Pictures of the things that the sites offer, drawn from a line of data."""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from io import BytesIO
from math import ceil, sqrt
from pathlib import Path
from typing import Any

from PIL import Image, ImageColor, ImageDraw, ImageFont, UnidentifiedImageError

from pytest_vwa.core.errors import UsageError
from pytest_vwa.registry import hint

from .data import load
from .strokes import Rgb, Sheet, mix

WIDTH, HEIGHT = 480, 360
FINE = 3
"""Drawn this many times as large, then reduced: that smooths the edges."""

COLOURS = {
    "black": "#2f3338", "white": "#f4f4f1", "grey": "#8b939c", "silver": "#b9c1c9",
    "red": "#d23b36", "orange": "#ee8125", "yellow": "#f2c230", "green": "#3f9b52",
    "olive": "#7b8236", "teal": "#1d9a95", "turquoise": "#35bfc4", "blue": "#2c6fd0",
    "navy": "#243b6e", "purple": "#7b4bb0", "pink": "#ec7fa9", "brown": "#87583a",
    "tan": "#cda878", "beige": "#e2d3b5", "cream": "#f1e7cf", "gold": "#cfa03c",
    "maroon": "#822b3a", "mint": "#a5dcc0",
}  # fmt: skip
BACKGROUND = "#e9edf2"


def draw(spec: Mapping[str, Any]) -> bytes:
    """A PNG of 480 x 360 pixels.

    ``shape`` is a name of shapes.yaml (none: a bare wall), ``colour`` and ``background`` are
    names of COLOURS or anything CSS calls a colour, ``count`` is how many (1 to 12), ``text``
    stands on a label below. Raises UsageError for what it does not know.
    """
    return _draw(json.dumps(dict(spec), sort_keys=True))


def as_png(data: bytes) -> bytes | None:
    """An uploaded picture, at most as large as the drawn ones; None when it is no picture."""
    try:
        picture = Image.open(BytesIO(data)).convert("RGB")
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        return None
    picture.thumbnail((WIDTH, HEIGHT))
    return _png(picture)


@lru_cache(maxsize=512)
def _draw(text: str) -> bytes:
    spec = json.loads(text)
    picture = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE))
    pen = ImageDraw.Draw(picture)
    _room(pen, picture.size, _rgb(spec.get("background", BACKGROUND)))
    if spec.get("shape"):
        _things(pen, spec)
    if spec.get("text"):
        _label(pen, picture.size, str(spec["text"]))
    return _png(picture.reduce(FINE))


def _room(pen: ImageDraw.ImageDraw, size: tuple[int, int], wall: Rgb) -> None:
    """A wall and, below, a floor."""
    width, height = size
    pen.rectangle((0, 0, width, height), fill=wall)
    pen.rectangle((0, height * 0.76, width, height), fill=mix(wall, (60, 60, 70), 0.13))


def _things(pen: ImageDraw.ImageDraw, spec: Mapping[str, Any]) -> None:
    strokes = _shape(spec["shape"])
    colour = _rgb(spec.get("colour", "grey"))
    count = min(12, max(1, int(spec.get("count", 1))))
    columns = ceil(sqrt(count))
    width = WIDTH * FINE * (0.86 if spec.get("text") else 0.94) / columns
    left = (WIDTH * FINE - width * columns) / 2
    spare = HEIGHT * FINE * 0.86 - width * 0.75 * ceil(count / columns)
    for index in range(count):
        row, column = divmod(index, columns)
        corner = (left + column * width, max(0.0, spare / 2) + row * width * 0.75)
        Sheet(pen, corner, width, colour).draw(strokes)


def _label(pen: ImageDraw.ImageDraw, size: tuple[int, int], text: str) -> None:
    width, height = size
    font = ImageFont.load_default(24 * FINE)
    half = pen.textlength(text, font=font) / 2 + 14 * FINE
    middle = (width / 2, height - 27 * FINE)
    box = (middle[0] - half, height - 46 * FINE, middle[0] + half, height - 8 * FINE)
    pen.rounded_rectangle(box, 8 * FINE, fill=(255, 255, 255), outline=(80, 88, 98), width=FINE)
    pen.text(middle, text, font=font, fill=(34, 38, 44), anchor="mm")


def _png(picture: Image.Image) -> bytes:
    out = BytesIO()
    few = picture.quantize(96, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(out, "PNG", compress_level=3)  # twice as fast as the best, for another kilobyte
    return out.getvalue()


def _rgb(colour: str) -> Rgb:
    try:
        red, green, blue = ImageColor.getrgb(COLOURS.get(colour, colour))[:3]
    except ValueError:
        raise UsageError(f"picture: unknown colour {colour!r}{hint(colour, COLOURS)}") from None
    return red, green, blue


def _shape(name: str) -> str:
    if name not in _shapes():
        raise UsageError(f"picture: unknown shape {name!r}{hint(name, _shapes())}")
    return _shapes()[name]


@cache
def _shapes() -> dict[str, str]:
    here = Path(__file__).parent
    shapes: dict[str, str] = load(here / "shapes.yaml")
    for path in sorted(here.glob("*/shapes.yaml")):  # of single sites
        shapes |= load(path)
    return shapes
