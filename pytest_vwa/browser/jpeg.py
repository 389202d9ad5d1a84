"""JPEG pictures as pixels and back, beside other work and on several cores."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray
from simplejpeg import decode_jpeg, decode_jpeg_header, encode_jpeg

Pixels = NDArray[np.uint32]
"""Height x width, a pixel each: red in the lowest byte, then green, blue and one that is unused."""


QUALITY = 80
_CORES = min(4, os.cpu_count() or 1)
_BLOCK = 16
"""Pixels of the squares that a picture is coded in when its colours have half its resolution."""
_HIGH = 8
"""Of these squares, one above the other, are the strips that are encoded on their own."""
_MOST = 0xFFFF
"""Squares between two restarts."""
_FRAME, _SCAN, _END = 0xC0, 0xDA, b"\xff\xd9"


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_CORES, "jpeg")


def shape(picture: bytes) -> tuple[int, int]:
    """Rows and columns."""
    height, width, *_ = decode_jpeg_header(picture)
    return height, width


def decode(picture: bytes, spare: Pixels | None = None) -> Pixels:
    """``spare`` are pixels that nobody needs any more: their memory is used again where they are
    as many. Raises ValueError when it is no JPEG."""
    buffer = None
    if spare is not None and spare.shape == shape(picture):
        buffer = spare.view(np.uint8).reshape(*spare.shape, 4)
    decoded: NDArray[np.uint8] = decode_jpeg(
        picture, "RGBX", fastdct=True, fastupsample=True, buffer=buffer
    )
    return decoded.view(np.uint32)[..., 0]


@dataclass(frozen=True)
class Coded:
    """Pixels that are not changed any more, and each strip of them as a picture of its own."""

    pixels: Pixels = field(repr=False)
    strips: tuple[bytes, ...] = field(repr=False)

    @cached_property
    def picture(self) -> bytes:
        return _joined(self.strips, len(self.pixels), _squares(self.pixels))


def encoded(pixels: Pixels, before: Coded | None = None) -> Coded:
    """Strips of the picture are encoded side by side, some of them in this thread; they can be
    joined because the coding may start anew after so many squares (ITU-T T.81, restart
    intervals). Those that are as ``before`` are taken from there."""
    if before and before.pixels.shape != pixels.shape:
        before = None
    tops = range(0, len(pixels), _rows(pixels))

    def every(first: int) -> list[bytes]:
        return [_strip(pixels, at, before) for at in range(first, len(tops), _CORES)]

    others = [_threads().submit(every, first) for first in range(1, _CORES)]
    shares = [every(0), *(each.result() for each in others)]
    return Coded(pixels, tuple(shares[at % _CORES][at // _CORES] for at in range(len(tops))))


def _strip(pixels: Pixels, number: int, before: Coded | None) -> bytes:
    part = np.s_[number * _rows(pixels) : (number + 1) * _rows(pixels)]
    if before and np.array_equal(pixels[part], before.pixels[part]):
        return before.strips[number]
    return encode_strip(pixels[part])


def _rows(pixels: Pixels) -> int:
    """Of one strip; the last may have less."""
    return int(_BLOCK * min(_HIGH, _MOST // _across(pixels)))


def _across(pixels: Pixels) -> int:
    return int(-(-pixels.shape[1] // _BLOCK))


def _squares(pixels: Pixels) -> int:
    return _rows(pixels) // _BLOCK * _across(pixels)


def encode_strip(pixels: Pixels) -> bytes:
    """As a picture of its own, in this thread."""
    as_bytes = pixels.view(np.uint8).reshape(*pixels.shape, 4)
    encoded: bytes = encode_jpeg(as_bytes, QUALITY, "RGBX", colorsubsampling="420", fastdct=True)
    return encoded


def _joined(strips: Sequence[bytes], height: int, squares: int) -> bytes:
    """One picture of strips that lie below each other, all but the last of so many squares."""
    first = strips[0]
    segments = _segments(first)
    frame, scan = segments[_FRAME], segments[_SCAN]
    data = _end(first, scan)
    restart = b"\xff\xdd\x00\x04" + squares.to_bytes(2)
    pieces = [first[: frame + 5], height.to_bytes(2), first[frame + 7 : scan], restart]
    pieces.append(first[scan:data])
    for number, strip in enumerate(strips):
        if number:
            pieces.append(bytes((0xFF, 0xD0 + (number - 1) % 8)))
        pieces.append(strip[data : -len(_END)])
    return b"".join((*pieces, _END))


def _segments(picture: bytes) -> dict[int, int]:
    """Where the segments before the coded data begin, by their markers."""
    found: dict[int, int] = {}
    at = 2
    while _SCAN not in found:
        found[picture[at + 1]] = at
        at = _end(picture, at)
    return found


def _end(picture: bytes, segment: int) -> int:
    return segment + 2 + int.from_bytes(picture[segment + 2 : segment + 4])
