"""Where things are: on the globe, on the town's plane in metres, on the drawn sheet."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import asinh, atan2, cos, degrees, dist, hypot, pi, radians, tan
from typing import NamedTuple

METRES_PER_DEGREE = 111_195
SHEET_ZOOM = 14
"""One unit of the drawn sheet is a screen's pixel at this zoom."""

Point = tuple[float, float]


class Spot(NamedTuple):
    """Degrees north and east."""

    lat: float
    lon: float

    def __str__(self) -> str:
        return f"{self.lat:.5f},{self.lon:.5f}"


ORIGIN = Spot(42.01, -80.455)
"""Market Square of Port Alder: the middle of the plane and of the sheet."""

_SQUEEZE = cos(radians(ORIGIN.lat))
_WORLD = 256.0 * 2.0**SHEET_ZOOM


def spot(point: Point) -> Spot:
    """Of metres east and north of the origin, to a metre."""
    x, y = point
    lat = ORIGIN.lat + y / METRES_PER_DEGREE
    return Spot(round(lat, 5), round(ORIGIN.lon + x / (METRES_PER_DEGREE * _SQUEEZE), 5))


def plane(where: Spot) -> Point:
    """Metres east and north of the origin."""
    east = (where.lon - ORIGIN.lon) * METRES_PER_DEGREE * _SQUEEZE
    return east, (where.lat - ORIGIN.lat) * METRES_PER_DEGREE


def sheet(where: Spot) -> Point:
    """Mercator's projection, in pixels of SHEET_ZOOM right and down of the origin."""
    return (where.lon - ORIGIN.lon) / 360 * _WORLD, _down(where.lat) - _TOP


def _down(lat: float) -> float:
    return (1 - asinh(tan(radians(lat))) / pi) / 2 * _WORLD


_TOP = _down(ORIGIN.lat)


def metres(one: Spot, other: Spot) -> float:
    """The distance as the crow flies; good for a few hundred kilometres."""
    squeeze = cos(radians((one.lat + other.lat) / 2))
    return METRES_PER_DEGREE * hypot(other.lat - one.lat, (other.lon - one.lon) * squeeze)


def bearing(one: Spot, other: Spot) -> float:
    """Degrees clockwise from north."""
    squeeze = cos(radians((one.lat + other.lat) / 2))
    return degrees(atan2((other.lon - one.lon) * squeeze, other.lat - one.lat)) % 360


def nearest_on(point: Point, start: Point, end: Point) -> tuple[Point, float]:
    """The point of a straight line nearest to ``point``, and how far along it is (0 to 1)."""
    (x, y), (x0, y0), (x1, y1) = point, start, end
    dx, dy = x1 - x0, y1 - y0
    length = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / length)) if length else 0.0
    return (x0 + share * dx, y0 + share * dy), share


def distance_to(line: Sequence[Point], point: Point) -> float:
    """Metres from ``point`` to the nearest bit of a line; of one point, to that point."""
    nearest = [nearest_on(point, *ends)[0] for ends in pairwise(line)] or line
    return min(dist(point, each) for each in nearest)


def along(line: Sequence[Point], distance: float) -> tuple[Point, Point]:
    """The point ``distance`` metres along a line, and the direction there (of length 1).

    Beyond the end it is the end.
    """
    for (x0, y0), (x1, y1), length in _pieces(line):
        if distance <= length:
            dx, dy = (x1 - x0) / length, (y1 - y0) / length
            return (x0 + dx * distance, y0 + dy * distance), (dx, dy)
        distance -= length
    (x0, y0), (x1, y1) = line[-2:]
    length = hypot(x1 - x0, y1 - y0)
    return line[-1], ((x1 - x0) / length, (y1 - y0) / length)


def length_of(line: Sequence[Point]) -> float:
    return sum(length for _, _, length in _pieces(line))


def middle(points: Sequence[Point]) -> Point:
    """Of the corners of an area."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _pieces(line: Sequence[Point]) -> Iterator[tuple[Point, Point, float]]:
    for (x0, y0), (x1, y1) in pairwise(line):
        if length := hypot(x1 - x0, y1 - y0):
            yield (x0, y0), (x1, y1), length
