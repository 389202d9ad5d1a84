"""The houses of the town, as one SVG path."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, hypot
from random import Random

from .geo import Point, length_of
from .ground import Ground, Road
from .places import Place
from .seed import METRES_PER_NUMBER, house
from .strokes import by, xy

Square = tuple[int, int]
SQUARE = 15
"""Metres: the grain of what is built up."""
_BUILT_UP = ("secondary", "tertiary", "residential", "pedestrian")


def houses(ground: Ground, places: Sequence[Place]) -> str:
    """At every address of the seed; others along the streets, where neither street nor river is."""
    chance = Random(16460)
    roads = {road.name: road for road in reversed(ground.roads)}
    told = {_address(place) for place in places if "addr:street" in place.tags}
    known = (_house(*house(roads[street], number), chance) for street, number in sorted(told))
    taken = _trodden(ground)
    others = (
        _house(point, ahead, chance)
        for road in ground.roads
        if road.kind in _BUILT_UP and _local(road)
        for number in range(3, int(length_of(road.points) / METRES_PER_NUMBER) - 1, 3)
        if told.isdisjoint((road.name, number + near) for near in (-2, 0, 2))
        for point, ahead in (house(road, number),)
        if _free(point, road, taken) and chance.random() < 0.8
    )
    return f'<path class="house" d="{"".join((*known, *others))}"/>'


def _address(place: Place) -> tuple[str, int]:
    return place.tags["addr:street"], int(place.tags["addr:housenumber"])


def _local(road: Road) -> bool:
    return all(-2100 < x < 2500 and -1700 < y < 1100 for x, y in road.points)


def _trodden(ground: Ground) -> dict[Square, int]:
    """Whose the squares are: a road's number, 0 where nobody builds."""
    squares: dict[Square, int] = {}
    for road in ground.roads:
        if all(max(abs(x), abs(y)) < 6000 for x, y in road.points):
            for square in map(_square, _paces(road.points)):
                squares[square] = road.id if squares.get(square, road.id) == road.id else 0
    for x, y in _paces(ground.river):
        squares |= {_square((x + east, y)): 0 for east in range(-45, 46, SQUARE)}
    return squares


def _paces(line: Sequence[Point]) -> Iterator[Point]:
    """Points along a line, less than a square apart."""
    for (x0, y0), (x1, y1) in pairwise(line):
        count = ceil(hypot(x1 - x0, y1 - y0) / (SQUARE * 0.8))
        dx, dy = (x1 - x0) / count, (y1 - y0) / count
        for step in range(count + 1):
            yield x0 + dx * step, y0 + dy * step


def _square(point: Point) -> Square:
    return round(point[0] / SQUARE), round(point[1] / SQUARE)


def _free(point: Point, road: Road, taken: Mapping[Square, int]) -> bool:
    x, y = _square(point)
    around = ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    return all(taken.get(square, road.id) == road.id for square in around)


def _house(point: Point, ahead: Point, chance: Random) -> str:
    """With its broad side along the street."""
    (x, y), (dx, dy) = point, ahead
    deep, wide = chance.uniform(5, 8), chance.uniform(7, 12)
    corner = (x - dx * wide + dy * deep, y - dy * wide - dx * deep)
    front, side = (2 * wide * dx, 2 * wide * dy), (-2 * deep * dy, 2 * deep * dx)
    back = (-front[0], -front[1])
    return f"M{xy(corner)}l{by(front)} {by(side)} {by(back)}Z"
