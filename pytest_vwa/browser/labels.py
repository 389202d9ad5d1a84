"""Where the numbers of marks go: beside their boxes, and not on top of each other."""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from .jpeg import Pixels

Ints = NDArray[np.int64]

WHITE = 0xFFFFFF
_SIZE = 13
_RIM = 1
_CELL = 6
"""Labels are kept apart on a grid of this many pixels."""
_EVERY = 3
"""Of the ground's pixels, each of so many is looked at, both ways."""
_PLAIN = 40
"""Ground whose brightness, of 255, varies by less than this shows nothing to read."""


@lru_cache(maxsize=4096)
def label(text: str, colour: int, zoom: int) -> Pixels:
    """The number, white on its colour with a white rim; so many times the usual size."""
    rim, font = _RIM * zoom, _font(_SIZE * zoom)
    width = int(font.getlength(text)) + 6 * zoom + 2 * rim
    height = (_SIZE + 3) * zoom + 2 * rim
    image = Image.new("RGBX", (width, height), (colour & 255, colour >> 8 & 255, colour >> 16, 0))
    canvas = ImageDraw.Draw(image)
    canvas.rectangle((0, 0, width - 1, height - 1), outline="white", width=rim)
    canvas.text((width / 2, height / 2), text, fill="white", font=font, anchor="mm")
    return np.frombuffer(image.tobytes(), np.uint32).reshape(height, width)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


Cells = tuple[int, int, int, int]
"""A part of the grid: left, top, right, bottom."""


@dataclass(frozen=True)
class Spots:
    """The places that each label may have, the best first: N x places. ``cells`` are what they
    cover of the grid, N x places x 4; ``places`` are the same in lists, which are faster to go
    through."""

    lefts: Ints
    tops: Ints
    cells: Ints
    places: list[list[Cells]]


def spots(boxes: Ints, widths: Ints, height: int, shape: tuple[int, int]) -> Spots:
    """For labels of these widths and this height, in a picture of so many rows and columns;
    ``boxes`` are N x 4: left, top, right, bottom."""
    lefts, tops = _corners(boxes, widths, height)
    rows, columns = shape
    lefts = np.clip(lefts, 0, np.maximum(0, columns - widths)[:, None])
    tops = np.clip(tops, 0, max(0, rows - height))
    edges = (lefts, tops, lefts + widths[:, None] - 1, tops + height - 1)
    cells = np.stack(edges, axis=2) // _CELL
    cells[..., 2:] += 1
    return Spots(lefts, tops, cells, cells.tolist())


def arrange(spots: Spots, pixels: Pixels) -> Ints:
    """Where the labels go, N x 2: their left and top. Each goes to the first of its spots that
    shows nothing and holds no other label, else to the first without another label, else to where
    it hides least of others."""
    busy = _busy(pixels)
    plain_first = _covered(busy, spots.cells).argsort(axis=1, kind="stable")
    chosen = _choose(spots.places, plain_first.tolist(), len(busy))
    number = np.arange(len(chosen))
    return np.stack((spots.lefts[number, chosen], spots.tops[number, chosen]), axis=1)


def _corners(boxes: Ints, widths: Ints, height: int) -> tuple[Ints, Ints]:
    """Lefts and tops of a label's places, the best first, each N x places: inside a roomy box;
    above a small one at its left, before it, above at its right, after it, below it, inside."""
    left, top, right, bottom = boxes.T
    roomy = (right - left > 3 * widths) & (bottom - top > 2.5 * height)
    above, low = top - height, bottom - height
    end = right - widths
    lefts = (left, left - widths, end, right, left, left, end)
    tops = (np.where(roomy, top, above), top, above, top, bottom, top, low)
    return np.stack(lefts, axis=1), np.stack(tops, axis=1)


def _choose(labels: list[list[Cells]], order: list[list[int]], rows: int) -> list[int]:
    """For each label the number of its place, tried in this order."""
    # The cells that hold a label: a row each, a bit each.
    taken = [0] * rows
    chosen = []
    for places, numbers in zip(labels, order, strict=True):
        best = _first_free(places, numbers, taken)
        if best is None:
            best = min(numbers, key=lambda number: _overlap(places[number], taken))
        left, top, right, bottom = places[best]
        bits = (1 << right) - (1 << left)
        for row in range(top, bottom):
            taken[row] |= bits
        chosen.append(best)
    return chosen


def _first_free(places: list[Cells], numbers: list[int], taken: list[int]) -> int | None:
    for number in numbers:
        left, top, right, bottom = places[number]
        held = 0
        for row in taken[top:bottom]:
            held |= row
        if not held >> left & (1 << right - left) - 1:
            return number
    return None


def _overlap(cells: Cells, taken: list[int]) -> int:
    left, top, right, bottom = cells
    across = (1 << right) - (1 << left)
    return sum((row & across).bit_count() for row in taken[top:bottom])


def _covered(busy: NDArray[np.bool_], cells: Ints) -> NDArray[np.bool_]:
    """Whether a place, of N x places x 4 cells, would hide something; by a summed-area table."""
    rows, columns = busy.shape
    table = np.zeros((rows + 1, columns + 1), np.int32)
    inner = table[1:, 1:]
    np.cumsum(np.cumsum(busy, 0, np.int32, out=inner), 1, out=inner)
    left, top, right, bottom = np.moveaxis(cells, 2, 0)
    inside = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
    return np.asarray(inside > 0)


def _busy(pixels: Pixels) -> NDArray[np.bool_]:
    """The cells that show something: where green, most of what the eye takes for bright, varies."""
    green = pixels.view(np.uint8)[:, 1::4]
    darkest = np.ascontiguousarray(green[::_CELL, ::_CELL])
    brightest = darkest.copy()
    for down, across in product(range(0, _CELL, _EVERY), repeat=2):
        sample = np.ascontiguousarray(green[down::_CELL, across::_CELL])
        here = np.s_[: sample.shape[0], : sample.shape[1]]
        np.minimum(darkest[here], sample, out=darkest[here])
        np.maximum(brightest[here], sample, out=brightest[here])
    return np.asarray(brightest - darkest >= _PLAIN)
