"""What a picture looks like, in so few words that two can be compared without their bytes."""

from base64 import b64decode, b64encode
from functools import lru_cache

_SIDE = 8
_CHANNELS = 3
_VISIBLE = 16
"""Levels of 255 by which the mean of a colour in a square must differ to be seen."""
_MOST = 3
"""Squares of the 64 that may differ visibly: a caret, a bubble that fades in."""


@lru_cache(maxsize=256)
def look(picture: bytes) -> str:
    """The mean colours of 8 x 8 squares, in Base64; "" for what is no picture."""
    from io import BytesIO

    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(picture)) as opened:
            opened.draft("RGB", (16 * _SIDE, 16 * _SIDE))  # a JPEG is decoded at a smaller scale
            small = opened.convert("RGB").resize((_SIDE, _SIDE), Image.Resampling.BOX)
    except (UnidentifiedImageError, OSError):
        return ""
    return b64encode(small.tobytes()).decode()


def alike(one: str, other: str) -> bool:
    """Whether pictures that look so are taken for the same."""
    if one == other:
        return bool(one)
    a, b = b64decode(one), b64decode(other)
    if len(a) != len(b):
        return False
    squares = range(0, len(a), _CHANNELS)
    return sum(_differ(a[at : at + _CHANNELS], b[at : at + _CHANNELS]) for at in squares) <= _MOST


def _differ(one: bytes, other: bytes) -> bool:
    return any(abs(a - b) > _VISIBLE for a, b in zip(one, other, strict=True))
