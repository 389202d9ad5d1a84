"""Points of the plane as SVG writes them."""

from collections.abc import Sequence

from .geo import Point, sheet, spot


def path(points: Sequence[Point]) -> str:
    """An SVG path through points of the plane."""
    return "M" + " ".join(xy(point) for point in points)


def xy(point: Point) -> str:
    x, y = sheet(spot(point))
    return f"{x:.2f} {y:.2f}"
