"""Makes junctions: the points where lines meet become points of both."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist

from .geo import Point, nearest_on

REACH = 35.0
"""Metres: a line that ends this near to another was meant to end on it."""

Line = tuple[Point, ...]
Piece = tuple[float, float, float, float, int, int, Point, Point]
"""Bounds (west, east, south, north), line, place in it, both ends."""
Cuts = dict[tuple[int, int], list[Point]]


def noded(lines: Sequence[Line]) -> list[Line]:
    """The same lines with more points: one wherever a line crosses another or ends near it."""
    cuts: Cuts = defaultdict(list)
    pieces = _pieces(lines)
    tied = [_tied(index, line, pieces, cuts) for index, line in enumerate(lines)]
    for one, other in _near(sorted(_pieces(tied))):
        if crossing := _crossing(*one[6:], *other[6:]):
            cuts[one[4:6]].append(crossing)
            cuts[other[4:6]].append(crossing)
    return [_cut(index, line, cuts) for index, line in enumerate(tied)]


def _tied(index: int, line: Line, pieces: Sequence[Piece], cuts: Cuts) -> Line:
    first, *between, last = line
    ends = (_tie(end, index, pieces, cuts) for end in (first, last))
    return (next(ends), *between, next(ends))


def _tie(end: Point, index: int, pieces: Sequence[Piece], cuts: Cuts) -> Point:
    """Where the end is on the nearest other line, if one is within reach."""
    x, y = end
    best, found, place = REACH, end, None
    for west, east, south, north, other, number, start, stop in pieces:
        if not (west - REACH <= x <= east + REACH and south - REACH <= y <= north + REACH):
            continue
        point, _ = nearest_on(end, start, stop)
        if other != index and (distance := dist(point, end)) < best:
            best, found, place = distance, _round(point), (other, number)
    if place:
        cuts[place].append(found)
    return found


def _pieces(lines: Sequence[Line]) -> list[Piece]:
    return [
        (min(p[0], q[0]), max(p[0], q[0]), min(p[1], q[1]), max(p[1], q[1]), index, number, p, q)
        for index, line in enumerate(lines)
        for number, (p, q) in enumerate(pairwise(line))
    ]


def _near(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Piece]]:
    """Pairs of different lines whose bounds overlap; ``pieces`` go from west to east."""
    for index, one in enumerate(pieces):
        for other in pieces[index + 1 :]:
            if other[0] > one[1]:
                break
            if other[4] != one[4] and other[2] <= one[3] and one[2] <= other[3]:
                yield one, other


def _crossing(p: Point, q: Point, r: Point, s: Point) -> Point | None:
    """Of the straight lines p-q and r-s, None when there is none."""
    (px, py), (rx, ry) = p, r
    ax, ay, bx, by = q[0] - px, q[1] - py, s[0] - rx, s[1] - ry
    cross = ax * by - ay * bx
    if not cross:
        return None
    t = ((rx - px) * by - (ry - py) * bx) / cross
    u = ((rx - px) * ay - (ry - py) * ax) / cross
    if not (0 <= t <= 1 and 0 <= u <= 1):
        return None
    return _round((px + t * ax, py + t * ay))


def _cut(index: int, line: Line, cuts: Cuts) -> Line:
    points = [line[0]]
    for number, (start, stop) in enumerate(pairwise(line)):
        between = sorted(cuts.get((index, number), ()), key=lambda point: dist(point, start))
        points += [*between, stop]
    # A crossing at a point that the line has already is no new one.
    return (points[0], *(after for before, after in pairwise(points) if before != after))


def _round(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)
