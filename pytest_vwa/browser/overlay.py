"""Boxes and numbers drawn on a screenshot."""

from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from pytest_vwa.core.observation import Element

QUALITY = 80
_COLOURS = (
    "#c62828",
    "#1565c0",
    "#2e7d32",
    "#6a1b9a",
    "#ad4e00",
    "#00737f",
    "#ad1457",
    "#4e342e",
    "#37474f",
    "#283593",
)
_SIZE = 13
_CELL = 6
"""Labels are kept apart on a grid of this many pixels."""
_PLAIN = 40
"""Ground whose brightness, of 255, varies by less than this shows nothing to read."""

Rect = tuple[float, float, float, float]


def draw(picture: bytes, elements: Iterable[Element], width: int) -> bytes:
    """A JPEG of the viewport with a box and a number per element; ``width`` is the viewport's,
    in CSS pixels."""
    image = Image.open(BytesIO(picture))
    labels = Labels(image)
    canvas = ImageDraw.Draw(image)
    scale = image.width / width
    for element in elements:
        x, y, wide, high = (scale * each for each in element.box)
        box = (x - 2, y - 2, x + wide + 1, y + high + 1)
        label = labels.place(element.id, box)
        colour = _COLOURS[int(element.id) % len(_COLOURS)]
        canvas.rectangle(_grown(box), outline="white")
        canvas.rectangle(box, outline=colour, width=2)
        canvas.rectangle(label, fill=colour, outline="white")
        middle = ((label[0] + label[2]) / 2, (label[1] + label[3]) / 2)
        canvas.text(middle, element.id, fill="white", font=_font(), anchor="mm")
    encoded = BytesIO()
    image.save(encoded, "JPEG", quality=QUALITY)
    return encoded.getvalue()


class Labels:
    """Finds each number a place at its box: where it hides no other number, and rather on a
    plain ground than on something to read."""

    def __init__(self, image: Image.Image) -> None:
        self._ground = image.convert("L")
        self._taken: set[tuple[int, int]] = set()

    def place(self, text: str, box: Rect) -> Rect:
        wide, high = _font().getlength(text) + 6, _SIZE + 3
        places = [self._within(place) for place in _places(box, wide, high)]
        free = [place for place in places if self._taken.isdisjoint(_cells(place))]
        chosen = next(filter(self._is_plain, free), (free or places)[0])
        self._taken.update(_cells(chosen))
        return chosen

    def _is_plain(self, rect: Rect) -> bool:
        left, top, right, bottom = map(int, rect)
        brightness = self._ground.crop((left, top, right, bottom)).tobytes()
        return max(brightness) - min(brightness) < _PLAIN

    def _within(self, rect: Rect) -> Rect:
        left, top, right, bottom = rect
        x = min(max(left, 0), self._ground.width - 1 - (right - left))
        y = min(max(top, 0), self._ground.height - 1 - (bottom - top))
        return (x, y, x + right - left, y + bottom - top)


def _grown(rect: Rect) -> Rect:
    left, top, right, bottom = rect
    return (left - 1, top - 1, right + 1, bottom + 1)


def _places(box: Rect, wide: float, high: float) -> Iterator[Rect]:
    """Inside a roomy box; above a small one at its left, before it, above at its right, after
    it, below it, and inside."""
    left, top, right, bottom = box
    inside = (left, top)
    roomy = right - left > 3 * wide and bottom - top > 2.5 * high
    corners = (
        inside if roomy else (left, top - high),
        (left - wide, top),
        (right - wide, top - high),
        (right, top),
        (left, bottom),
        inside,
        (right - wide, bottom - high),
    )
    return ((x, y, x + wide, y + high) for x, y in corners)


def _cells(rect: Rect) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(each) for each in rect)
    return (
        (x, y)
        for x in range(left // _CELL, right // _CELL + 1)
        for y in range(top // _CELL, bottom // _CELL + 1)
    )


@cache
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(_SIZE)
