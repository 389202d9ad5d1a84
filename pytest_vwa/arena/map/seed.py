"""The places of the map: those of places.yaml, and the roads, waters and cities of the ground."""

from collections.abc import Iterator, Mapping

from pytest_vwa.arena.data import load

from .geo import Point, along, length_of, middle
from .ground import HERE, City, Ground, Road, cells, points
from .places import Place, kinds

FIRST_NODE, FIRST_AREA = 3001, 4301
METRES_PER_NUMBER = 10
SETBACK = 16.0
"""Metres from the middle of the street to a house."""

TOWN = {"addr:city": "Port Alder", "addr:postcode": "16460", "addr:state": "PA"}
AROUND = "Port Alder, Alder County, Pennsylvania, 16460, United States"

_ROADS = {
    "motorway": ("Motorway", "highway freeway interstate"),
    "motorway_link": ("Motorway Link", "ramp exit"),
    "cycleway": ("Cycleway", "bike bicycle path trail"),
    "footway": ("Footway", "path footpath walk"),
    "pedestrian": ("Pedestrian Street", "street walk"),
}


def house(road: Road, number: int) -> tuple[Point, Point]:
    """Where a house of that number stands, even ones on the right, and the street's direction."""
    (x, y), (dx, dy) = along(road.points, number * METRES_PER_NUMBER)
    side = SETBACK if number % 2 == 0 else -SETBACK
    return (x + dy * side, y - dx * side), (dx, dy)


def read(ground: Ground) -> list[Place]:
    """All places, the hand-written ones before the roads and the cities."""
    told = load(HERE / "places.yaml")
    roads = {road.name: road for road in reversed(ground.roads)}
    built = [
        *(_node(FIRST_NODE + index, line, roads) for index, line in enumerate(told["places"])),
        *(_area(FIRST_AREA + index, line) for index, line in enumerate(told["areas"])),
        *_roads(ground),
        *_waters(ground, FIRST_AREA + 100),
    ]
    first = FIRST_NODE + len(told["places"])
    return [*built, *(_city(first + index, city) for index, city in enumerate(ground.cities))]


def _node(number: int, line: str, roads: Mapping[str, Road]) -> Place:
    name, kind, where, more = cells(line)
    address: dict[str, str] = {}
    spelled = where.split(" ", 1)
    if len(spelled) == 2:
        house_number, street = spelled
        point, _ = house(roads[street], int(house_number))
        address = {"addr:housenumber": house_number, "addr:street": street, **TOWN}
    else:
        ((x, y),) = points(where)
        point = x, y
    return _place(number, "node", name, kind, point, address | _tags(more))


def _area(number: int, line: str) -> Place:
    name, kind, where, more = cells(line)
    corners = points(where)
    return _place(number, "way", name, kind, middle(corners), _tags(more), corners)


def _place(
    number: int,
    element: str,
    name: str,
    kind: str,
    point: Point,
    tags: Mapping[str, str],
    corners: tuple[Point, ...] = (),
) -> Place:
    sort = kinds()[kind]
    address = [tags[key] for key in ("addr:housenumber", "addr:street") if key in tags]
    display = ", ".join([name, *address, AROUND])
    key, _, value = sort.tag.partition("=")
    found_by = " ".join([display, sort.label, sort.words, value, tags.get("cuisine", "")])
    tagged = {"name": name, key: value, **tags}
    return Place(
        number, element, name, kind, sort.label, point, display, found_by, tagged, points=corners
    )


def _tags(text: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in text.split(";") if pair.strip())
    return {key.strip(): value.strip() for key, _, value in pairs}


def _roads(ground: Ground) -> Iterator[Place]:
    for road in ground.roads:
        label, more = _ROADS.get(road.kind, (f"{road.kind.title()} Road", "street"))
        point, _ = along(road.points, length_of(road.points) / 2)
        far = max(abs(value) for value in point) > 15_000
        display = f"{road.name}, {'United States' if far else AROUND}"
        tags = {"name": road.name, "highway": road.kind}
        if road.oneway:
            tags["oneway"] = "yes"
        yield Place(
            *(road.id, "way", road.name, "road", label, point, display),
            *(f"{display} {label} {more}", tags, 0, road.points),
        )


def _waters(ground: Ground, first: int) -> Iterator[Place]:
    lines = [("Alder River", "river", ground.river), *((n, "water", p) for n, p in ground.waters)]
    for number, (name, kind, line) in enumerate(lines, first):
        local = all(max(abs(x), abs(y)) < 20_000 for x, y in line)
        point = along(line, length_of(line) / 2)[0] if kind == "river" else middle(line)
        kind = "pond" if local and kind == "water" else kind
        sort = kinds()[kind]
        display = f"{name}, {AROUND}" if local else f"{name}, North America"
        key, _, value = sort.tag.partition("=")
        yield Place(
            *(number, "way", name, kind, sort.label, point, display),
            *(f"{display} {sort.label} {sort.words}", {"name": name, key: value}, 1, line),
        )


def _city(number: int, city: City) -> Place:
    sort = kinds()[city.kind]
    parts = [city.name, city.county, city.state, "United States"]
    display = ", ".join(parts)
    tags = {"name": city.name, "place": city.kind, "population": str(city.people)}
    tags |= {"is_in:state": city.state, "is_in:county": city.county}
    rank = 3 if city.kind in ("city", "town") else 2
    return Place(
        *(number, "node", city.name, city.kind, sort.label, city.point, display),
        *(f"{display} {sort.label}", tags, rank),
    )
