"""The road graph, and the quickest way through it by car, by bicycle and on foot."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from math import dist

from .geo import Point, Spot, metres, nearest_on, plane, spot
from .ground import Road
from .noding import noded


@dataclass(frozen=True)
class Means:
    """A means of travel; ``speeds`` in km/h by class of road. A class without one is closed."""

    engine: str
    label: str
    speeds: Mapping[str, float]
    obeys_oneway: bool = True


_EVERY_ROAD = ("primary", "secondary", "tertiary", "residential", "service")
_ON_FOOT = (*_EVERY_ROAD, "pedestrian", "cycleway", "footway")
BICYCLE = Means(
    "fossgis_osrm_bike",
    "Bicycle (OSRM)",
    {**dict.fromkeys(_EVERY_ROAD, 15.0), "cycleway": 18.0, "pedestrian": 7.0},
)
CAR = Means(
    "fossgis_osrm_car",
    "Car (OSRM)",
    {
        "motorway": 105.0,
        "motorway_link": 55.0,
        "primary": 72.0,
        "secondary": 48.0,
        "tertiary": 40.0,
        "residential": 30.0,
        "service": 18.0,
    },
)
FOOT = Means("fossgis_osrm_foot", "Foot (OSRM)", dict.fromkeys(_ON_FOOT, 5.0), obeys_oneway=False)
MEANS = {means.engine: means for means in (BICYCLE, CAR, FOOT)}


@dataclass(frozen=True)
class Stretch:
    """From one point to the next, along one road."""

    road: Road
    start: Point
    end: Point
    metres: float
    seconds: float


class Network:
    """``roads`` joined where they meet."""

    def __init__(self, roads: Sequence[Road]) -> None:
        low = [road for road in roads if not road.high]
        lines = noded([road.points for road in low])
        high = [(road, road.points) for road in roads if road.high]
        pieces = [
            (road, start, end, metres(spot(start), spot(end)))
            for road, line in (*zip(low, lines, strict=True), *high)
            for start, end in pairwise(line)
        ]
        self._open = {engine: _open_to(means, pieces) for engine, means in MEANS.items()}
        self._ways = {engine: _ways(means, self._open[engine]) for engine, means in MEANS.items()}

    def route(self, means: Means, start: Spot, end: Spot) -> tuple[Stretch, ...] | None:
        """The quickest way, None when there is none. It begins and ends on the nearest road that
        is open to ``means``."""
        ways = self._ways[means.engine]
        extra: dict[Point, list[Stretch]] = defaultdict(list)
        first, last = (_nearest(plane(each), self._open[means.engine]) for each in (start, end))
        begin, goal = first[1], last[1]
        for stretch, point in (first, last):
            for piece in _both_ways(stretch, ways):
                extra[piece.start].append(_part(piece, piece.start, point))
                extra[point].append(_part(piece, point, piece.end))
        if first[0] is last[0]:
            for piece in _both_ways(first[0], ways):
                if dist(piece.start, begin) <= dist(piece.start, goal):
                    extra[begin].append(_part(piece, begin, goal))
        return _quickest(ways, extra, begin, goal)


def _open_to(means: Means, pieces: Sequence[tuple[Road, Point, Point, float]]) -> list[Stretch]:
    """The stretches that may be used, each in its own direction."""
    return [
        Stretch(road, start, end, length, length * 3.6 / speed)
        for road, start, end, length in pieces
        if (speed := means.speeds.get(road.kind))
    ]


def _ways(means: Means, stretches: Sequence[Stretch]) -> dict[Point, list[Stretch]]:
    """What can be gone from each point on."""
    ways: dict[Point, list[Stretch]] = defaultdict(list)
    for each in stretches:
        ways[each.start].append(each)
        if not (each.road.oneway and means.obeys_oneway):
            back = Stretch(each.road, each.end, each.start, each.metres, each.seconds)
            ways[each.end].append(back)
    return dict(ways)


def _nearest(point: Point, stretches: Sequence[Stretch]) -> tuple[Stretch, Point]:
    on_each = ((each, nearest_on(point, each.start, each.end)[0]) for each in stretches)
    return min(on_each, key=lambda found: dist(point, found[1]))


def _both_ways(stretch: Stretch, ways: Mapping[Point, list[Stretch]]) -> list[Stretch]:
    """It, and its way back where that is open."""
    backward = [
        other
        for other in ways.get(stretch.end, ())
        if other.end == stretch.start and other.road is stretch.road
    ]
    return [stretch, *backward]


def _part(whole: Stretch, start: Point, end: Point) -> Stretch:
    share = dist(start, end) / dist(whole.start, whole.end)
    return Stretch(whole.road, start, end, whole.metres * share, whole.seconds * share)


def _quickest(
    ways: Mapping[Point, list[Stretch]],
    extra: Mapping[Point, list[Stretch]],
    begin: Point,
    goal: Point,
) -> tuple[Stretch, ...] | None:
    """Dijkstra's algorithm."""
    came_by: dict[Point, Stretch] = {}
    seconds = {begin: 0.0}
    ahead = [(0.0, begin)]
    done: set[Point] = set()
    while ahead:
        so_far, here = heappop(ahead)
        if here == goal:
            return _walked(came_by, begin, goal)
        if here in done:
            continue
        done.add(here)
        for stretch in (*ways.get(here, ()), *extra.get(here, ())):
            there = so_far + stretch.seconds
            if there < seconds.get(stretch.end, float("inf")):
                seconds[stretch.end], came_by[stretch.end] = there, stretch
                heappush(ahead, (there, stretch.end))
    return None


def _walked(came_by: Mapping[Point, Stretch], begin: Point, goal: Point) -> tuple[Stretch, ...]:
    walked: list[Stretch] = []
    here = goal
    while here != begin:
        walked.append(came_by[here])
        here = came_by[here].start
    return tuple(reversed(walked))
