"""Roads, rails, water and cities, as ground.yaml tells them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_vwa.arena.data import load

from .geo import Point, Spot, plane

HERE = Path(__file__).parent
FIRST_ROAD = 4001
"""The first road's number as a way."""


@dataclass(frozen=True)
class Road:
    """``points`` on the plane, in the direction of travel where it is ``oneway``."""

    id: int
    name: str
    kind: str
    oneway: bool
    points: tuple[Point, ...]

    @property
    def high(self) -> bool:
        """Above or below all others, which it meets only where both name a point."""
        return self.kind == "motorway"


@dataclass(frozen=True)
class City:
    name: str
    kind: str
    point: Point
    state: str
    county: str
    people: int


@dataclass(frozen=True)
class Ground:
    cities: tuple[City, ...]
    roads: tuple[Road, ...]
    rails: tuple[tuple[Point, ...], ...]
    river: tuple[Point, ...]
    pier: tuple[Point, ...]
    waters: tuple[tuple[str, tuple[Point, ...]], ...]


def read() -> Ground:
    told = load(HERE / "ground.yaml")
    cities = tuple(_city(line) for line in told["cities"])
    at = {city.name.replace(" ", "_"): city.point for city in cities}
    return Ground(
        cities,
        tuple(_road(FIRST_ROAD + number, line, at) for number, line in enumerate(told["roads"])),
        tuple(points(line) for line in told["rails"]),
        points(told["river"]),
        points(told["pier"]),
        tuple((name, points(line)) for name, line in map(cells, told["waters"])),
    )


def cells(line: str) -> list[str]:
    """``Main Street | secondary`` -> two texts."""
    return [cell.strip() for cell in line.split("|")]


def points(text: str, at: Mapping[str, Point] | None = None) -> tuple[Point, ...]:
    """Of words such as ``120,-40``, ``42.01/-80.4`` and the names that ``at`` knows."""
    return tuple(_point(word, at or {}) for word in text.split())


def _point(word: str, at: Mapping[str, Point]) -> Point:
    if word in at:
        return at[word]
    if "/" in word:
        lat, lon = word.split("/")
        return _rounded(plane(Spot(float(lat), float(lon))))
    x, y = word.split(",")
    return float(x), float(y)


def _rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _city(line: str) -> City:
    name, kind, where, state, county, people = cells(line)
    return City(name, kind, _point(where, {}), state, county, int(people))


def _road(number: int, line: str, at: Mapping[str, Any]) -> Road:
    name, traits, where = cells(line)
    kind, *more = traits.split()
    return Road(number, name, kind, "oneway" in more, points(where, at))
