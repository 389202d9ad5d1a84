"""Whether two pictures have the same colours in the same places."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from pytest_vwa.core.observation import Image

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

_FINEST = 64


@dataclass(frozen=True)
class Grid:
    """How colours are compared: in so many fields by so many, by the mean colour of each.

    Where two fields are ``limit`` apart in the plane of Cb and Cr (0 to 255 each), the colour is
    another one. As contours move when a picture is compressed or resized, a field may be anything
    between its ``reach`` neighbours in the other picture, and the ``share`` of fields that are
    farthest apart does not count.
    """

    fields: int
    limit: float
    reach: int = 0
    share: float = 0.0


GRIDS = (Grid(8, 20.0), Grid(32, 28.0, reach=1), Grid(_FINEST, 28.0, share=0.25))
"""Large areas, which are to be told apart best; small things; patterns of many of them. Strong JPEG
compression, blurring, resizing and a fifth less light stay below."""


def colour_distance(one: Image, other: Image) -> float:
    """How far apart the colours are by the grid that sees most of it; from 1 on they are others.
    Of brightness, only what it takes from a colour counts."""
    first, second = _fields(one), _fields(other)
    return max(_apart(first, second, grid) / grid.limit for grid in GRIDS)


def _fields(image: Image) -> "NDArray[float64]":
    """Cb and Cr of the finest fields, in the shape (fields, fields, 2)."""
    import numpy
    from PIL import Image as Pillow

    picture = Pillow.open(BytesIO(image.data))
    # A JPEG need not be decoded in full for the means of its parts.
    picture.draft("RGB", (4 * _FINEST, 4 * _FINEST))
    small = picture.convert("RGB").resize((_FINEST, _FINEST), Pillow.Resampling.BOX)
    return numpy.asarray(small.convert("YCbCr"), dtype=float)[..., 1:]


def _apart(first: "NDArray[float64]", second: "NDArray[float64]", grid: Grid) -> float:
    import numpy

    size, each = grid.fields, _FINEST // grid.fields
    one, other = (
        fields.reshape(size, each, size, each, 2).mean(axis=(1, 3)) for fields in (first, second)
    )
    apart = numpy.maximum(_beyond(one, other, grid.reach), _beyond(other, one, grid.reach))
    return float(numpy.quantile(apart, 1 - grid.share))


def _beyond(one: "NDArray[float64]", other: "NDArray[float64]", reach: int) -> "NDArray[float64]":
    """How far each field is from the range of its neighbours in the other picture."""
    import numpy

    edge = numpy.pad(other, ((reach, reach), (reach, reach), (0, 0)), mode="edge")
    neighbours = [edge[y : y + len(one), x : x + len(one)] for y, x in _offsets(2 * reach + 1)]
    within = numpy.clip(one, numpy.min(neighbours, axis=0), numpy.max(neighbours, axis=0))
    distances: NDArray[float64] = numpy.linalg.norm(one - within, axis=-1)
    return distances


def _offsets(count: int) -> Iterator[tuple[int, int]]:
    return ((y, x) for y in range(count) for x in range(count))
