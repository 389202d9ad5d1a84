"""Points of the plane as SVG writes them."""

from collections.abc import Sequence

from .geo import Point, sheet, spot

METRE = sheet(spot((1000, 0)))[0] / 1000
"""So many units of the sheet, here."""


def path(points: Sequence[Point]) -> str:
    """An SVG path through points of the plane."""
    return "M" + " ".join(xy(point) for point in points)


def xy(point: Point) -> str:
    x, y = sheet(spot(point))
    return f"{x:.2f} {y:.2f}"


def by(way: Point) -> str:
    """A way of some metres in the town, as a relative path has it."""
    east, north = way
    return f"{east * METRE:.2f} {-north * METRE:.2f}"
