"""The sheet: land, water, greens, houses, roads and names, drawn once as SVG."""

from collections.abc import Iterator, Sequence
from html import escape
from math import dist

from .geo import Point, sheet, spot
from .ground import Ground, Road
from .houses import houses
from .places import Place, kinds
from .strokes import METRE, path, xy

WIDTHS = {
    "motorway": 8.0, "motorway_link": 5.0, "primary": 7.0, "secondary": 6.5, "tertiary": 5.5,
    "residential": 4.5, "service": 3.0, "pedestrian": 4.5, "cycleway": 1.6, "footway": 1.4,
}  # fmt: skip
"""Of roads, in pixels of a screen at a middling zoom; above all others comes the widest."""
_CASED = tuple(WIDTHS)[:-2]
_LETTER = 7.2
"""Width of a letter of a street's name, in pixels."""
_FIRST_ZOOM = {"city": 7, "town": 8, "village": 11, "hamlet": 12, "water": 7, "river": 14}


def drawn(ground: Ground, places: Sequence[Place]) -> str:
    """The content of the map's ``<svg>``, in units of ``geo.sheet``."""
    layers = (
        _waters(ground),
        _areas(places),
        (houses(ground, places),),
        _lines(ground),
        _names(places),
    )
    return "\n".join(line for layer in layers for line in layer)


def _waters(ground: Ground) -> Iterator[str]:
    yield f'<path class="river" d="{path(ground.river)}" stroke-width="{64 * METRE:.2f}"/>'
    for _, line in ground.waters:
        yield f'<path class="water" d="{path(line)}Z"/>'
    yield f'<path class="pier" d="{path(ground.pier)}" stroke-width="{16 * METRE:.2f}"/>'


def _areas(places: Sequence[Place]) -> Iterator[str]:
    for place in places:
        if place.points and place.kind not in ("road", "river", "water", "pond"):
            yield f'<path class="area {place.kind}" d="{path(place.points)}Z"/>'


def _lines(ground: Ground) -> Iterator[str]:
    """Casings below all surfaces, so that streets join where they cross."""
    roads = sorted(ground.roads, key=lambda road: -tuple(WIDTHS).index(road.kind))
    lines = {road.id: path(_rightwards(road.points)) for road in roads}
    for line in ground.rails:
        yield f'<path class="rail" d="{path(line)}"/><path class="ties" d="{path(line)}"/>'
    for road in roads:
        if road.kind in _CASED:
            yield f'<path class="casing {road.kind}" d="{lines[road.id]}"/>'
    for road in roads:
        yield f'<path id="r{road.id}" class="road {road.kind}" d="{lines[road.id]}"/>'
    for road in roads:
        yield _street_name(road)


def _rightwards(points: Sequence[Point]) -> Sequence[Point]:
    """So that a name along it does not stand on its head."""
    return points if points[0][0] <= points[-1][0] else points[::-1]


def _street_name(road: Road) -> str:
    """From the zoom on at which it is shorter than the street."""
    units = dist(*(sheet(spot(point)) for point in (road.points[0], road.points[-1])))
    zoom = 13
    while units * 2 ** (zoom - 14) < len(road.name) * _LETTER and zoom < 19:
        zoom += 1
    (west, south), (east, north) = road.points[0], road.points[-1]
    arrow = (" →" if west <= east else " ←") if road.oneway else ""
    # Not in the middle, where streets cross more often than not.
    place = "42%" if abs(east - west) > abs(north - south) else "58%"
    return (
        f'<text class="street {road.kind}" data-from="{zoom}" dy=".35em">'
        f'<textPath href="#r{road.id}" startOffset="{place}">{escape(road.name + arrow)}</textPath>'
        "</text>"
    )


def _names(places: Sequence[Place]) -> Iterator[str]:
    for place in places:
        if place.kind == "road":
            continue
        group = kinds()[place.kind].group
        zoom = _FIRST_ZOOM.get(place.kind, 15 if place.points else 17)
        x, y = xy(place.point).split()
        dot = not place.points and group != "place"
        if dot:
            yield f'<circle class="dot {group}" cx="{x}" cy="{y}" data-from="16"/>'
        shift = ' dy="1.4em"' if dot else ""
        yield (
            f'<text class="name {group} {place.kind}" x="{x}" y="{y}"{shift} data-from="{zoom}">'
            f"{escape(place.name)}</text>"
        )
