"""JPEG pictures as pixels and back, beside other work and on several cores."""

import os
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

import numpy as np
from numpy.typing import NDArray
from simplejpeg import decode_jpeg, decode_jpeg_header, encode_jpeg

Pixels = NDArray[np.uint32]
"""Height x width, a pixel each: red in the lowest byte, then green, blue and one that is unused."""

QUALITY = 80
_STRIPS = min(4, os.cpu_count() or 1)
_BLOCK = 16
"""Pixels of the squares that a picture is coded in when its colours have half its resolution."""
_MOST = 0xFFFF
"""Squares between two restarts."""
_FRAME, _SCAN, _END = 0xC0, 0xDA, b"\xff\xd9"


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_STRIPS, "jpeg")


def begin(picture: bytes) -> Future[Pixels]:
    """Decode it in another thread."""
    return _threads().submit(decode, picture)


def shape(picture: bytes) -> tuple[int, int]:
    """Rows and columns."""
    height, width, *_ = decode_jpeg_header(picture)
    return height, width


def decode(picture: bytes) -> Pixels:
    """Raises ValueError when it is no JPEG."""
    decoded: NDArray[np.uint8] = decode_jpeg(picture, "RGBX", fastdct=True, fastupsample=True)
    return decoded.view(np.uint32)[..., 0]


def encode(pixels: Pixels) -> bytes:
    """Strips of the picture are encoded side by side; they can be joined because the coding may
    start anew after so many squares (ITU-T T.81, restart intervals)."""
    height, width = pixels.shape
    across = -(-width // _BLOCK)
    rows = min(-(-height // (_BLOCK * _STRIPS)), _MOST // across)
    parts = (pixels[top : top + rows * _BLOCK] for top in range(0, height, rows * _BLOCK))
    strips = list(_threads().map(encode_strip, parts))
    return strips[0] if len(strips) == 1 else _joined(strips, height, rows * across)


def encode_strip(pixels: Pixels) -> bytes:
    """As a picture of its own, in this thread."""
    as_bytes = pixels.view(np.uint8).reshape(*pixels.shape, 4)
    encoded: bytes = encode_jpeg(as_bytes, QUALITY, "RGBX", colorsubsampling="420", fastdct=True)
    return encoded


def _joined(strips: list[bytes], height: int, squares: int) -> bytes:
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
