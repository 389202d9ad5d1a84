"""Boxes and numbers drawn on a screenshot.

Here and not in the page: drawn there, they would have the page painted again for each picture,
which takes longer than to decode the picture, draw and encode it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from pytest_vwa.core.observation import Element

from .jpeg import Pixels
from .labels import WHITE, Ints, Spots, arrange, label, spots

_COLOURS = (
    0x2828C6,
    0xC06515,
    0x327D2E,
    0x9A1B6A,
    0x004EAD,
    0x7F7300,
    0x5714AD,
    0x2E344E,
    0x4F4737,
    0x933528,
)
"""Blue, green, red from the highest byte on, as ``Pixels`` have them."""
_LINE = 2
_RIM = 1


@dataclass(frozen=True)
class Drawing:
    """What is to be drawn on a picture of this shape. ``boxes`` are the edges of each frame: left,
    top, right, bottom."""

    shape: tuple[int, int]
    zoom: int
    boxes: list[list[int]]
    colours: tuple[int, ...]
    labels: tuple[Pixels, ...]
    spots: Spots

    def onto(self, pixels: Pixels) -> None:
        places = arrange(self.spots, pixels)
        for box, colour in zip(self.boxes, self.colours, strict=True):
            _frame(pixels, box, self.zoom, colour)
        for (left, top), number in zip(places.tolist(), self.labels, strict=True):
            height, width = number.shape
            pixels[top : top + height, left : left + width] = number


def drawing(elements: Sequence[Element], shape: tuple[int, int], width: int) -> Drawing:
    """A box and a number for each of the elements, at least one, on a picture of so many rows and
    columns of a viewport that is ``width`` CSS pixels wide."""
    rows, columns = shape
    scale = columns / width
    zoom = max(1, round(scale))
    colours = tuple(_COLOURS[int(element.id) % len(_COLOURS)] for element in elements)
    names = [element.id for element in elements]
    labels = tuple(label(*each, zoom) for each in zip(names, colours, strict=True))
    if rows < labels[0].shape[0] or columns < max(each.shape[1] for each in labels):
        labels = tuple(each[:rows, :columns] for each in labels)
    line, rim = _LINE * zoom, _RIM * zoom
    boxes = _outlines(elements, scale, line)
    widths = np.array([each.shape[1] for each in labels])
    places = spots(boxes, widths, labels[0].shape[0], shape)
    # A box that reaches out of the picture is drawn along its edge.
    most = (columns - line, rows - line, columns - rim, rows - rim)
    within = np.clip(boxes, line, most)
    return Drawing(shape, zoom, within.tolist(), colours, labels, places)


def _outlines(elements: Sequence[Element], scale: float, line: int) -> Ints:
    """The outer edges of the boxes around the elements, N x 4: left, top, right, bottom."""
    x, y, wide, high = (scale * np.array([element.box for element in elements])).T
    around = np.stack((x - line, y - line, x + wide + line, y + high + line), axis=1)
    return around.astype(np.int64)


def _frame(pixels: Pixels, box: Sequence[int], zoom: int, colour: int) -> None:
    """A line of the colour along the inside of the box, and a thin white one around it."""
    left, top, right, bottom = box
    line, rim = _LINE * zoom, _RIM * zoom
    inwards, outwards, down, up = _stripes(rim, line, colour)
    pixels[top - rim : top + line, left:right] = down
    pixels[bottom - line : bottom + rim, left:right] = up
    pixels[top:bottom, left - rim : left + line] = inwards
    pixels[top:bottom, right - line : right + rim] = outwards


@cache
def _stripes(rim: int, line: int, colour: int) -> tuple[Pixels, Pixels, Pixels, Pixels]:
    """The pixels across an edge, from the outside to the inside, and the other way round; then
    the same from top to bottom."""
    inwards = np.array([WHITE] * rim + [colour] * line, np.uint32)
    outwards = inwards[::-1]
    return inwards, outwards, inwards[:, None], outwards[:, None]
