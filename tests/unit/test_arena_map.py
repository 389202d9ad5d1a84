"""The embedded map keeps the promises that tasks are written against."""

import json
import re
from collections.abc import Iterator
from html import unescape
from itertools import pairwise, product
from math import dist
from pathlib import Path

import httpx
import pytest

from pytest_vwa.arena.map import ground, seed
from pytest_vwa.arena.map.gazetteer import coordinates
from pytest_vwa.arena.map.geo import Spot, along, bearing, metres, nearest_on, plane, spot
from pytest_vwa.arena.map.ground import Road
from pytest_vwa.arena.map.network import BICYCLE, CAR, FOOT, MEANS, Means, Network
from pytest_vwa.arena.map.noding import noded
from pytest_vwa.arena.map.route import Route, distance, duration
from pytest_vwa.arena.server import Arena

LAND = ground.read()
PLACES = {place.name: place for place in reversed(seed.read(LAND))}
ROADS = Network(LAND.roads)

STATION, OBSERVATORY = "42.00546,-80.45621", "42.01297,-80.43358"


@pytest.fixture(scope="module")
def running() -> Iterator[Arena]:
    with Arena(["map"]) as arena:
        yield arena


@pytest.fixture
def arena(running: Arena) -> Arena:
    running.fresh()
    return running


@pytest.fixture
def visitor(arena: Arena) -> Iterator[httpx.Client]:
    url = arena.sites["map"].url
    with httpx.Client(base_url=url, follow_redirects=True, trust_env=False) as client:
        yield client


def text(page: httpx.Response) -> str:
    """What is to be read beside the map."""
    plain = re.sub(r"<svg[\s\S]*?</svg>|<[^>]+>", " ", page.text)
    return " ".join(unescape(plain).split())


def search(client: httpx.Client, query: str, **more: int) -> list[str]:
    page = client.get("/search", params={"query": query, **more})
    return [
        unescape(title) for title in re.findall(r'class="set_position"[^>]*>([^<]+)<', page.text)
    ]


def value(page: httpx.Response, field: str) -> str:
    found = re.search(rf'name="{field}"[^>]* value="([^"]*)"', page.text)
    assert found
    return unescape(found[1])


def directions(client: httpx.Client, start: str, end: str, engine: str = "car") -> httpx.Response:
    asked = {"route_from": start, "route_to": end, "engine": f"fossgis_osrm_{engine}"}
    return client.get("/directions", params=asked)


def way(means: Means, start: str, end: str) -> Route:
    found = ROADS.route(means, spot(PLACES[start].point), spot(PLACES[end].point))
    assert found is not None
    return Route(found)


# --- the ground ---------------------------------------------------------------------------------


def test_map_projection_round_trips_points() -> None:
    for point in ((0.0, 0.0), (1770.0, 330.0), (-5200.0, -5600.0)):
        assert dist(plane(spot(point)), point) < 1.5
    assert metres(spot((0, 0)), spot((300, 400))) == pytest.approx(500, rel=0.01)
    assert bearing(spot((0, 0)), spot((100, 0))) == pytest.approx(90, abs=1)


def test_map_erie_to_pittsburgh_has_real_distance() -> None:
    erie, pittsburgh = (spot(PLACES[name].point) for name in ("Erie", "Pittsburgh"))
    assert metres(erie, pittsburgh) == pytest.approx(188_000, rel=0.02)


def test_geo_along_and_nearest_on_find_points_of_a_line() -> None:
    line = ((0.0, 0.0), (100.0, 0.0), (100.0, 50.0))
    assert along(line, 120) == ((100.0, 20.0), (0.0, 1.0))
    assert along(line, 999)[0] == (100.0, 50.0)
    assert nearest_on((30.0, 40.0), line[0], line[1]) == ((30.0, 0.0), 0.3)


def test_noding_joins_lines_that_cross_or_nearly_touch() -> None:
    street, crossing, ending = (
        ((0.0, 0.0), (500.0, 0.0)),
        ((250.0, -200.0), (250.0, 200.0)),
        ((100.0, 90.0), (100.0, 30.0)),
    )
    first, second, third = noded([street, crossing, ending])
    assert set(first) & set(second) == {(250.0, 0.0)}
    assert set(first) & set(third) == {(100.0, 0.0)}


@pytest.mark.parametrize("means", MEANS.values(), ids=lambda means: means.label)
def test_map_places_are_reachable_by_every_travel_mode(means: Means) -> None:
    start = spot(PLACES["Port Alder Station"].point)
    for place in list(PLACES.values())[::2]:
        there = ROADS.route(means, start, spot(place.point))
        back = ROADS.route(means, spot(place.point), start)
        assert there is not None, place.name
        assert back is not None, place.name


# --- the ways -----------------------------------------------------------------------------------


def test_route_stretches_connect_and_lengths_add_up() -> None:
    found = way(CAR, "Port Alder Station", "Pittsburgh")
    assert all(one.end == other.start for one, other in pairwise(found.stretches))
    assert sum(turn.metres for turn in found.turns) == pytest.approx(found.metres, abs=5)
    assert [turn.words for turn in found.turns][-1] == "Reach destination"
    assert "I 79" in [turn.road for turn in found.turns]


def test_route_one_way_streets_bind_cars_but_not_walkers() -> None:
    church = next(road for road in LAND.roads if road.name == "Church Street")
    start, end = spot(PLACES["Morning Crumb Bakery"].point), spot((-258, -300))
    driven, walked = (ROADS.route(means, start, end) for means in (CAR, FOOT))
    assert driven is not None
    assert walked is not None
    assert church.oneway
    downhill = [each for each in driven if each.road is church and each.end[1] < each.start[1]]
    assert not downhill
    assert Route(walked).metres < Route(driven).metres


def test_route_uses_footbridge_on_foot_and_motorway_by_car() -> None:
    for means in (CAR, BICYCLE, FOOT):
        short = way(means, "Port Alder Station", "Depot Hostel").stretches
        long = way(means, "Cleveland", "Buffalo").stretches
        assert any(each.road.name == "Iron Footbridge" for each in short) == (means is FOOT)
        assert any(each.road.high for each in long) == (means is CAR)


@pytest.mark.parametrize("means", MEANS.values(), ids=lambda means: means.label)
def test_route_time_satisfies_triangle_inequality(means: Means) -> None:
    names = ["Depot Hostel", "Campus Grind", "Gull Beach", "Cider Barn"]
    takes = {(a, b): way(means, a, b).seconds for a, b in product(names, names)}
    for start, by, end in product(names, names, names):
        assert takes[start, end] <= takes[start, by] + takes[by, end] + 1e-6


def test_route_turn_names_its_side() -> None:
    street = Road(1, "A", "residential", False, ((0.0, 0.0), (0.0, 500.0)))
    right = Road(2, "B", "residential", False, ((0.0, 500.0), (500.0, 500.0)))
    left = Road(3, "C", "residential", False, ((0.0, 500.0), (-500.0, 500.0)))
    network = Network([street, right, left])
    for end, words in (((400, 500), "Turn right onto"), ((-400, 500), "Turn left onto")):
        found = network.route(CAR, spot((0, 0)), spot(end))
        assert found is not None
        assert [turn.words for turn in Route(found).turns][1] == words


def test_network_route_is_none_without_connection() -> None:
    here = Road(1, "A", "residential", False, ((0.0, 0.0), (0.0, 500.0)))
    there = Road(2, "B", "residential", False, ((9000.0, 0.0), (9000.0, 500.0)))
    assert Network([here, there]).route(CAR, spot((0, 0)), spot((9000, 0))) is None


def test_route_formats_distance_and_duration() -> None:
    assert [distance(each) for each in (849.6, 2449, 128_400)] == ["850m", "2.4km", "128km"]
    assert [duration(each) for each in (29, 420, 8100)] == ["0:00", "0:07", "2:15"]


# --- finding places -----------------------------------------------------------------------------


@pytest.mark.parametrize("step", [15, pytest.param(3, marks=pytest.mark.full)])
def test_map_places_have_pages_with_their_tags(visitor: httpx.Client, step: int) -> None:
    told = [place for place in PLACES.values() if place.kind != "road"]
    assert len(told) >= 80
    for place in list(PLACES.values())[::step]:
        page = visitor.get(f"/{place.element}/{place.id}")
        assert page.status_code == 200
        assert place.name in text(page)
        assert all(shown in text(page) for shown in place.tags.values())


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Foundry Museum", "Foundry Museum, 70, Kiln Street"),
        ("foundry mus", "Foundry Museum, 70, Kiln Street"),
        ("okafors", "Okafor's Kitchen, 30, Market Street"),
        ("st brendan's", "St. Brendan's Church"),
        ("70 Kiln Street", "Foundry Museum, 70, Kiln Street"),
        ("24 main st", "24, Main Street"),
        ("library", "Port Alder Public Library, 44, Church Street"),
        ("Erie", "Erie"),
        ("Buffalo, New York", "Buffalo"),
        ("pharmacy near Main Street", "Main Street Pharmacy, 214, Main Street"),
        ("hostel near Port Alder Station", "Depot Hostel, 44, Depot Street"),
        ("Lake Erie", "Lake Erie"),
    ],
)
def test_map_search_ranks_best_match_first(visitor: httpx.Client, query: str, first: str) -> None:
    assert search(visitor, query)[0] == first


def test_map_search_by_kind_finds_places_of_that_kind(visitor: httpx.Client) -> None:
    assert len(search(visitor, "cafe")) == 4
    assert {title.partition(",")[0] for title in search(visitor, "bank")[:2]} == {
        "Lakeshore Savings Bank",
        "Foundry Credit Union",
    }


def test_map_search_paginates_results(visitor: httpx.Client) -> None:
    first, second = (search(visitor, "street", page=page) for page in (1, 2))
    assert len(first) == 10
    assert not set(first) & set(second)
    assert "More results" in text(visitor.get("/search?query=street"))


@pytest.mark.parametrize("query", ["zzz", "99999 Nowhere Street", "%", "_", "' OR 1=1"])
def test_map_search_without_results_says_so(visitor: httpx.Client, query: str) -> None:
    page = visitor.get("/search", params={"query": query})
    assert page.status_code == 200
    assert f'No results found for "{query}"' in text(page)


def test_map_search_accepts_coordinates(visitor: httpx.Client) -> None:
    assert search(visitor, "42.01140, -80.44068")[0].startswith("Foundry Museum")
    assert coordinates("42.01140, -80.44068") == Spot(42.0114, -80.44068)
    assert coordinates("95, 10") is None
    assert coordinates("44 Depot Street") is None


def test_map_unknown_path_returns_404(visitor: httpx.Client) -> None:
    missing = visitor.get("/node/1")
    assert (missing.status_code, "node #1 could not be found" in text(missing)) == (404, True)
    lost = visitor.get("/nowhere")
    assert (lost.status_code, "File not found" in text(lost)) == (404, True)


# --- directions ---------------------------------------------------------------------------------


def test_directions_redirect_to_url_with_both_points(
    visitor: httpx.Client,
) -> None:
    page = directions(visitor, "Port Alder Station", "Hilltop Observatory", "foot")
    route = f"{STATION};{OBSERVATORY}".replace(",", "%2C").replace(";", "%3B")
    assert str(page.url).endswith(f"/directions?engine=fossgis_osrm_foot&route={route}")
    assert re.search(r"Distance: [\d.]+km\. Time: \d:\d\d\.", text(page))
    assert "Reach destination" in text(page)
    assert value(page, "route_from").startswith("Port Alder Station, Port Alder")
    assert value(page, "route_to").startswith("Hilltop Observatory, Port Alder")


def test_directions_fields_can_be_resubmitted(visitor: httpx.Client) -> None:
    first = directions(visitor, "depot hostel", "Buffalo")
    again = directions(visitor, value(first, "route_from"), value(first, "route_to"))
    assert again.url == first.url


def test_directions_list_bicycle_car_foot_in_order(
    visitor: httpx.Client,
) -> None:
    labels = re.findall(r'<option value="fossgis[^>]*>([^<]+)<', visitor.get("/directions").text)
    assert labels == ["Bicycle (OSRM)", "Car (OSRM)", "Foot (OSRM)"]


def test_directions_remember_last_travel_mode(visitor: httpx.Client) -> None:
    directions(visitor, "Depot Hostel", "Erie", "bike")
    chosen = re.search(r"<option value=\"(\w+)\" selected", visitor.get("/directions").text)
    assert chosen
    assert chosen[1] == "fossgis_osrm_bike"


@pytest.mark.parametrize(
    ("start", "end", "told"),
    [
        ("", "", "Please fill in From and To."),
        ("Depot Hostel", "", "Please fill in To."),
        ("Depot Hostel", "Skerry Island", "Sorry - couldn't locate 'Skerry Island'."),
    ],
)
def test_directions_error_keeps_typed_fields(
    visitor: httpx.Client, start: str, end: str, told: str
) -> None:
    page = directions(visitor, start, end)
    assert told in text(page)
    assert (value(page, "route_from"), value(page, "route_to")) == (start, end)


@pytest.mark.parametrize("route", ["", ";", "1;2;3", "x;y", "42,-80", "999,999;1,1"])
def test_directions_ignore_malformed_route_parameter(visitor: httpx.Client, route: str) -> None:
    page = visitor.get("/directions", params={"route": route, "engine": "rocket"})
    assert page.status_code == 200
    assert "Distance:" not in text(page)


def test_directions_to_parameter_fills_in_destination(visitor: httpx.Client) -> None:
    page = visitor.get("/directions", params={"to": OBSERVATORY})
    assert value(page, "route_to").startswith("Hilltop Observatory")


# --- notes --------------------------------------------------------------------------------------


def test_map_note_can_be_commented_closed_and_reopened(visitor: httpx.Client) -> None:
    made = visitor.post("/note/new", data={"at": "42.00596, -80.44363", "text": "<b>Shut</b>"})
    assert made.url.path == "/note/13"
    assert "Unresolved note #13" in text(made)
    assert "42.00596, -80.44363" in text(made)
    assert "&lt;b&gt;Shut&lt;/b&gt;" in made.text
    for deed, body, seen in (
        ("comment", "Since when?", "Since when?"),
        ("close", "Thanks, mended.", "Resolved note #13"),
        ("comment", "Still shut", "A resolved note can be reactivated"),
        ("reopen", "", "Unresolved note #13"),
        ("comment", " ", "Please write a comment."),
    ):
        page = visitor.post("/note/13", data={"as": deed, "text": body})
        assert seen in text(page)
    assert "Still shut" not in text(visitor.get("/note/13"))


def test_map_note_without_text_is_refused(visitor: httpx.Client) -> None:
    page = visitor.post("/note/new", data={"at": "42,-80", "text": "  "})
    assert page.status_code == 422
    assert "Please say what is wrong" in text(page)
    assert visitor.get("/note/13").status_code == 404


def test_map_notes_list_is_paginated_and_filters_by_status(visitor: httpx.Client) -> None:
    first, second = (visitor.get("/notes", params={"page": page}) for page in (1, 2))
    numbers = [re.findall(r'href="/note/(\d+)"', page.text) for page in (first, second)]
    assert [len(each) for each in numbers] == [8, 4]
    assert numbers[0][0] == "11"
    closed = text(visitor.get("/notes?status=closed"))
    assert "Resolved note #2" in closed
    assert "Unresolved" not in closed


def test_map_reset_removes_new_notes(arena: Arena, visitor: httpx.Client) -> None:
    visitor.post("/note/new", data={"at": STATION, "text": "Gone tomorrow"})
    arena.fresh()
    assert visitor.get("/note/13").status_code == 404


# --- the site -----------------------------------------------------------------------------------


def test_map_pages_reference_no_external_urls(visitor: httpx.Client) -> None:
    elsewhere = r"(?:src|href|url)\s*[=(]\s*[\"']?(?:https?:)?//"
    for path in ("/", "/search?query=cafe", "/node/3001", "/notes", "/about", "/static/map.css"):
        assert not re.findall(elsewhere, visitor.get(path).text)


def test_map_has_no_dead_links(visitor: httpx.Client) -> None:
    ahead, seen = ["/"], {"/"}
    while ahead and len(seen) < 120:
        page = visitor.get(ahead.pop())
        assert page.status_code == 200, page.url
        for link in map(unescape, re.findall(r'href="(/[^"#]*)', page.text)):
            if link not in seen:
                seen.add(link)
                ahead.append(link)
    assert len(seen) > 100


def test_map_house_and_phone_numbers_are_unique() -> None:
    tags = [place.tags for place in PLACES.values()]
    phones = [each["phone"] for each in tags if "phone" in each]
    housed = [each for each in tags if "addr:street" in each]
    houses = [(each["addr:street"], each["addr:housenumber"]) for each in housed]
    assert len(phones) == len(set(phones))
    assert len(houses) == len(set(houses))


def test_map_houses_are_not_in_the_river() -> None:
    for place in PLACES.values():
        if place.element == "node" and "addr:street" in place.tags:
            away = min(
                dist(place.point, nearest_on(place.point, *ends)[0])
                for ends in pairwise(LAND.river)
            )
            assert away > 34, place.name


def test_map_tasks_refer_to_existing_places() -> None:
    tasks = Path(__file__).parents[2] / "tasks" / "arena" / "map.json"
    known = {f"{place.element}/{place.id}" for place in PLACES.values()}
    named = set(re.findall(r"__MAP__/((?:node|way)/\d+)", tasks.read_text(encoding="utf-8")))
    assert named <= known
    spots = {str(spot(place.point)) for place in PLACES.values()}
    for task in json.loads(tasks.read_text(encoding="utf-8")):
        for route in re.findall(r"route=([\d.%A-C-]+)", task["eval"]["reference_url"]):
            assert {each.replace("%2C", ",") for each in route.split("%3B")} <= spots
