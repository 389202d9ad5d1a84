"""What has a name on the map, and the table that keeps it."""

import json
import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from pytest_vwa.arena.data import load

from .geo import Point
from .ground import HERE, cells

_WORD = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True)
class Kind:
    tag: str
    label: str
    words: str
    group: str


@dataclass(frozen=True)
class Place:
    """``points`` on the plane are one, or the corners of an area, or the bends of a road."""

    id: int
    element: str
    name: str
    kind: str
    label: str
    point: Point
    display: str
    words: str
    tags: Mapping[str, str]
    rank: int = 0
    """What is found first among equals: cities before houses."""
    points: tuple[Point, ...] = field(default=())


@cache
def kinds() -> dict[str, Kind]:
    return {name: Kind(*cells(told)) for name, told in load(HERE / "kinds.yaml").items()}


def words(text: str) -> list[str]:
    """``St. Brendan's`` -> ``st``, ``brendans``"""
    return _WORD.findall(text.lower().replace("'", ""))


SCHEMA = """
CREATE TABLE place (
    id INTEGER PRIMARY KEY, element TEXT, name TEXT, kind TEXT, label TEXT, x REAL, y REAL,
    display TEXT, words TEXT, tags TEXT, rank INTEGER, points TEXT);
"""


def insert(database: sqlite3.Connection, places: list[Place]) -> None:
    database.executescript(SCHEMA)
    database.executemany(
        f"INSERT INTO place VALUES ({', '.join('?' * 12)})",
        [
            (
                *(each.id, each.element, each.name, each.kind, each.label, *each.point),
                *(each.display, " ".join(words(each.words)), json.dumps(each.tags), each.rank),
                json.dumps(each.points),
            )
            for each in places
        ],
    )
