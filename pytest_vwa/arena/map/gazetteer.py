"""Finding places by what people type: names, kinds, addresses, "near" something, coordinates."""

import json
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from pytest_vwa.arena.store import Store

from .geo import Point, Spot, distance_to, plane, spot
from .ground import Road
from .places import words
from .seed import AROUND, house

_NUMBER = re.compile(r"\s*(-?\d{1,3}(?:\.\d+)?)\s*[, ]\s*(-?\d{1,3}(?:\.\d+)?)\s*")
_ADDRESS = re.compile(r"\s*(\d{1,4}),?\s+([a-z' ]+?)\s*(?:,.*)?", re.IGNORECASE)
_NEAR = re.compile(r"\s+(?:near|close to|around|by)\s+", re.IGNORECASE)
_EMPTY = frozenset(words("a an the in of at on to and for me nearest closest"))
_ABBREVIATED = {"st": "street", "rd": "road", "ave": "avenue", "ln": "lane", "dr": "drive"}


@dataclass(frozen=True)
class Found:
    """What a search found; ``path`` is its page, "" for what has none."""

    label: str
    display: str
    where: Spot
    path: str = ""
    metres: float | None = None
    """The distance from what it was to be near to."""

    @property
    def title(self) -> str:
        """Name and address, without the town."""
        local = self.display.removesuffix(f", {AROUND}")
        return local if local != self.display else self.display.partition(", ")[0]

    @property
    def region(self) -> str:
        """The rest of what it is called in full."""
        return self.display.removeprefix(self.title).removeprefix(", ")


def path(place: sqlite3.Row) -> str:
    return f"/{place['element']}/{place['id']}"


def found(place: sqlite3.Row, metres: float | None = None) -> Found:
    where = spot((place["x"], place["y"]))
    return Found(place["label"], place["display"], where, path(place), metres)


class Gazetteer:
    """Looks things up in a site's ``place`` table."""

    def __init__(self, store: Store, roads: Sequence[Road]) -> None:
        self._store = store
        self._roads = {road.name.lower(): road for road in reversed(roads)}

    def search(self, query: str) -> list[Found]:
        """The best first."""
        if where := coordinates(query):
            return self.around(plane(where), 5)
        text, *anchors = _NEAR.split(query.strip(), maxsplit=1)
        if anchors and (line := self._line(anchors[0])):
            return self._near(text, line)
        matches = [found(place) for place in self._matching(query)]
        return matches or self._house(query)

    def best(self, text: str) -> Found | None:
        """What a field of the directions means: coordinates, or the best find."""
        if where := coordinates(text):
            exact = self.at(where)
            return exact or Found("Coordinates", str(where).replace(",", ", "), where)
        return next(iter(self.search(text)), None)

    def at(self, where: Spot) -> Found | None:
        """The place exactly there."""
        x, y = plane(where)
        near = self._store.rows(
            "SELECT * FROM place WHERE abs(x - ?) < 1.5 AND abs(y - ?) < 1.5", x, y
        )
        there = (found(place) for place in near)
        return next((each for each in there if each.where == where), None)

    def around(self, point: Point, count: int, but: int = 0) -> list[Found]:
        """The nearest places that are no roads and no cities."""
        rows = self._store.rows("SELECT * FROM place WHERE kind != 'road' AND rank = 0")
        near = sorted((dist(point, (row["x"], row["y"])), row["id"], row) for row in rows)
        return [found(row, metres) for metres, number, row in near if number != but][:count]

    def _near(self, text: str, line: Sequence[Point]) -> list[Found]:
        rows = [row for row in self._matching(text) if row["rank"] == 0]
        near = sorted((distance_to(line, (row["x"], row["y"])), row["id"], row) for row in rows)
        return [found(row, metres) for metres, _, row in near]

    def _line(self, text: str) -> Sequence[Point]:
        """Where something is: one point, or all of a road's or an area's; () when unknown."""
        if rows := self._matching(text):
            return json.loads(rows[0]["points"]) or [(rows[0]["x"], rows[0]["y"])]
        best = self.best(text)
        return [plane(best.where)] if best else ()

    def _matching(self, query: str) -> list[sqlite3.Row]:
        """Places of which some word begins with each word of the query."""
        wanted = [word for word in words(query) if word not in _EMPTY]
        spelled = [_ABBREVIATED.get(word, word) for word in wanted]
        # As written first: "st" may well be a saint.
        return self._ranked(query, wanted) or self._ranked(query, spelled)

    def _ranked(self, query: str, wanted: Sequence[str]) -> list[sqlite3.Row]:
        if not wanted:
            return []
        rows = self._store.rows("SELECT * FROM place WHERE words LIKE ?", f"%{wanted[0]}%")
        plain = query.strip().lower()
        fits = [row for row in rows if _begin(wanted, row["words"])]
        unique = {(row["display"], row["kind"]): row for row in reversed(fits)}
        return sorted(unique.values(), key=lambda row: _order(row, plain, wanted))

    def _house(self, query: str) -> list[Found]:
        """``24 Main Street``: no place of its own, but the street is known."""
        asked = _ADDRESS.fullmatch(query)
        if not asked:
            return []
        number, *names = asked[1], *words(asked[2])
        name = " ".join(_ABBREVIATED.get(word, word) for word in names)
        road = self._roads.get(name)
        if not road:
            return []
        where = spot(house(road, int(number))[0])
        return [Found("House", f"{number}, {road.name}, {AROUND}", where)]


def coordinates(text: str) -> Spot | None:
    """``42.01, -80.45``; None when it is anything else, or off the globe."""
    told = _NUMBER.fullmatch(text)
    if not told:
        return None
    lat, lon = float(told[1]), float(told[2])
    return Spot(round(lat, 5), round(lon, 5)) if abs(lat) <= 85 and abs(lon) <= 180 else None


def _begin(wanted: Sequence[str], text: str) -> bool:
    """Each word begins one of the text's; a number is one of them."""
    padded = f" {text} "
    return all((f" {word} " if word.isdigit() else f" {word}") in padded for word in wanted)


def _order(row: sqlite3.Row, plain: str, wanted: Sequence[str]) -> tuple[object, ...]:
    """The whole name first, then by where the words stand: in the kind, in the name, elsewhere."""
    name = row["name"].lower()
    said = 2 * _whole(wanted, row["label"]) + _whole(wanted, name)
    return (
        plain not in (name, row["display"].lower()),
        -row["rank"],
        -said,
        not name.startswith(plain),
        row["kind"] == "road",
        dist((0.0, 0.0), (row["x"], row["y"])),
    )


def _whole(wanted: Sequence[str], text: str) -> bool:
    return set(wanted) <= set(words(text))
