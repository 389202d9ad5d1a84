"""Boxes and numbers drawn on a screenshot.

Here and not in the page: drawn there, they would have the page painted again for each picture,
which takes longer than to decode the picture, draw and encode it.
"""

from collections.abc import Sequence

import numpy as np
from simplejpeg import decode_jpeg, encode_jpeg

from pytest_vwa.core.observation import Element

from .labels import WHITE, Ints, Pixels, arrange, label

QUALITY = 80
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


def draw(picture: bytes, elements: Sequence[Element], width: int) -> bytes:
    """A JPEG of the viewport with a box and a number per element; ``width`` is the viewport's,
    in CSS pixels."""
    if not elements:
        return picture
    decoded = decode_jpeg(picture, "RGBX", fastdct=True, fastupsample=True)
    pixels = decoded.view(np.uint32)[..., 0]
    _mark(pixels, elements, pixels.shape[1] / width)
    encoded: bytes = encode_jpeg(decoded, QUALITY, "RGBX", colorsubsampling="420", fastdct=True)
    return encoded


def _mark(pixels: Pixels, elements: Sequence[Element], scale: float) -> None:
    colours = [_COLOURS[int(element.id) % len(_COLOURS)] for element in elements]
    labels = [label(element.id, colour) for element, colour in zip(elements, colours, strict=True)]
    boxes = _outlines(elements, scale)
    widths = np.array([each.shape[1] for each in labels])
    places = arrange(pixels, boxes, widths, labels[0].shape[0])
    # A box that reaches out of the picture is drawn along its edge.
    rows, columns = pixels.shape
    inner = np.clip(boxes, _LINE, (columns, rows, columns - _LINE, rows - _LINE))
    for box, colour in zip(inner.tolist(), colours, strict=True):
        _frame(pixels, box, colour)
    for (left, top), number in zip(places.tolist(), labels, strict=True):
        shown = pixels[top : top + number.shape[0], left : left + number.shape[1]]
        shown[:] = number[: shown.shape[0], : shown.shape[1]]


def _outlines(elements: Sequence[Element], scale: float) -> Ints:
    """The outer edges of the boxes around the elements, N x 4: left, top, right, bottom."""
    x, y, wide, high = (scale * np.array([element.box for element in elements])).T
    around = np.stack((x - _LINE, y - _LINE, x + wide + _LINE, y + high + _LINE), axis=1)
    return around.astype(np.int64)


def _frame(pixels: Pixels, box: Sequence[int], colour: int) -> None:
    """A line of the colour along the inside of the box, and a thin white one around it."""
    left, top, right, bottom = box
    pixels[top - 1, left:right] = WHITE
    pixels[bottom : bottom + 1, left:right] = WHITE
    pixels[top:bottom, left - 1] = WHITE
    pixels[top:bottom, right : right + 1] = WHITE
    pixels[top : top + _LINE, left:right] = colour
    pixels[bottom - _LINE : bottom, left:right] = colour
    pixels[top:bottom, left : left + _LINE] = colour
    pixels[top:bottom, right - _LINE : right] = colour
