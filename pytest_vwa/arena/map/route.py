"""A way in figures and words: how far, how long, and where to turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from .geo import Point, bearing, spot
from .network import Stretch

_TURNS = (
    (20, "Continue onto", "↑"),
    (50, "Slight {} onto", "↗"),
    (120, "Turn {} onto", "→"),
    (160, "Sharp {} onto", "↘"),
    (181, "Make a U-turn onto", "↓"),
)
"""Up to so many degrees, the words, and the arrow to the right."""
_LEFT = str.maketrans("↗→↘", "↖←↙")


@dataclass(frozen=True)
class Turn:
    """One line of the directions; ``metres`` until the next."""

    arrow: str
    words: str
    road: str
    metres: float
    point: Point


@dataclass(frozen=True)
class Route:
    stretches: tuple[Stretch, ...]

    @property
    def metres(self) -> float:
        return sum(stretch.metres for stretch in self.stretches)

    @property
    def seconds(self) -> float:
        return sum(stretch.seconds for stretch in self.stretches)

    @property
    def points(self) -> tuple[Point, ...]:
        if not self.stretches:
            return ()
        return (self.stretches[0].start, *(stretch.end for stretch in self.stretches))

    @property
    def turns(self) -> list[Turn]:
        """From the start to the destination, one for each change of road."""
        parts = [tuple(part) for _, part in groupby(self._moving, lambda each: each.road.name)]
        if not parts:
            return []
        turns = [_turn("Start on", "●", parts[0])]
        for before, after in pairwise(parts):
            words, arrow = _manoeuvre(before[-1], after[0])
            turns.append(_turn(words, arrow, after))
        return [*turns, Turn("⚑", "Reach destination", "", 0.0, self.stretches[-1].end)]

    @property
    def _moving(self) -> list[Stretch]:
        return [stretch for stretch in self.stretches if stretch.metres >= 1]


def _turn(words: str, arrow: str, part: Sequence[Stretch]) -> Turn:
    length = sum(stretch.metres for stretch in part)
    return Turn(arrow, words, part[0].road.name, length, part[0].start)


def _manoeuvre(before: Stretch, after: Stretch) -> tuple[str, str]:
    if after.road.kind == "motorway_link":
        return "Take the ramp to", "↗"
    if after.road.kind == "motorway":
        return "Merge onto", "↗"
    angle = (_heading(after) - _heading(before) + 180) % 360 - 180
    words, arrow = next((words, arrow) for most, words, arrow in _TURNS if abs(angle) <= most)
    if angle >= 0:
        return words.format("right"), arrow
    return words.format("left"), arrow.translate(_LEFT)


def _heading(stretch: Stretch) -> float:
    return bearing(spot(stretch.start), spot(stretch.end))


def distance(metres: float) -> str:
    """``850m``, ``2.4km``, ``128km``"""
    if metres < 1000:
        return f"{round(metres)}m"
    return f"{metres / 1000:.1f}km" if metres < 10_000 else f"{round(metres / 1000)}km"


def duration(seconds: float) -> str:
    """Hours and minutes: ``0:07``, ``2:15``"""
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours}:{minutes:02d}"
