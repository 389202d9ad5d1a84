"""The pages for looking around: the map, search, places and directions."""

import json
import sqlite3
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pytest_vwa.arena.web import Pagination

from . import route
from .frame import TOWN_VIEW, show, store_of
from .gazetteer import Found, Gazetteer, found
from .geo import plane
from .network import CAR, MEANS, Network

PAGE_SIZE = 10


def gazetteer_of(request: Request) -> Gazetteer:
    known: Gazetteer = request.app.state.gazetteer
    return known


async def home(request: Request) -> Response:
    return show(request, "home.html")


async def about(request: Request) -> Response:
    return show(request, "about.html")


async def search(request: Request) -> Response:
    query = request.query_params.get("query", "").strip()
    results = gazetteer_of(request).search(query) if query else []
    page = Pagination.at(request.query_params.get("page"), PAGE_SIZE, len(results))
    shown = results[page.offset : page.last]
    focus = [plane(each.where) for each in shown] or TOWN_VIEW
    more = urlencode({"query": query, "page": page.next}) if page.next else ""
    return show(request, "search.html", results=shown, page=page, focus=focus, more=more)


async def place(request: Request) -> Response:
    element, number = request.path_params["element"], request.path_params["number"]
    row = store_of(request).row("SELECT * FROM place WHERE element = ? AND id = ?", element, number)
    if not row:
        return show(request, "missing.html", 404, element=element, number=number)
    points = json.loads(row["points"])
    here = (row["x"], row["y"])
    return show(
        request,
        "place.html",
        place=row,
        found=found(row),
        tags=json.loads(row["tags"]),
        points=points,
        closed=row["kind"] not in ("road", "river"),
        near=[] if _wide(row) else gazetteer_of(request).around(here, 5, but=number),
        focus=points or [here],
    )


def _wide(row: sqlite3.Row) -> bool:
    """A city or a highway, to which nothing is near."""
    return bool(row["rank"] > 0 or row["kind"] == "road")


async def directions(request: Request) -> Response:
    """``?engine=...&route=lat,lon;lat,lon``; the form sends names, which are looked up first."""
    asked = request.query_params
    engine = asked.get("engine", request.session.get("engine", ""))
    means = MEANS.get(engine, CAR)
    request.session["engine"] = means.engine
    if "route_from" in asked or "route_to" in asked:
        typed = (asked.get(field, "") for field in ("route_from", "route_to"))
        return _looked_up(request, means.engine, *typed)
    ends = asked.get("route", "").split(";")
    if len(ends) == 2 and all(ends):
        return _way(request, means.engine, *ends)
    start, end = (asked.get(name, "") for name in ("from", "to"))
    return _form(request, means.engine, _label(request, start), _label(request, end))


def _looked_up(request: Request, engine: str, start: str, end: str) -> Response:
    """On to the address of the way, when both ends are known."""
    names = {"From": start.strip(), "To": end.strip()}
    empty = [name for name, text in names.items() if not text]
    if empty:
        return _form(request, engine, start, end, f"Please fill in {' and '.join(empty)}.")
    found = [gazetteer_of(request).best(text) for text in names.values()]
    for text, place in zip(names.values(), found, strict=True):
        if place is None:
            return _form(request, engine, start, end, f"Sorry - couldn't locate '{text}'.")
    ends = ";".join(str(place.where) for place in found if place)
    return RedirectResponse("/directions?" + urlencode({"engine": engine, "route": ends}), 302)


def _way(request: Request, engine: str, start: str, end: str) -> Response:
    known = gazetteer_of(request)
    first, last = known.best(start), known.best(end)
    if not first or not last:
        lost = start if not first else end
        return _form(request, engine, start, end, f"Sorry - couldn't locate '{lost}'.")
    network: Network = request.app.state.network
    way = network.route(MEANS[engine], first.where, last.where)
    if way is None:
        problem = "Couldn't find a route between those two places."
        return _form(request, engine, first.display, last.display, problem)
    return _drawn(request, engine, route.Route(way), first, last)


def _drawn(request: Request, engine: str, way: route.Route, first: Found, last: Found) -> Response:
    back = urlencode({"engine": engine, "route": f"{last.where};{first.where}"})
    ends = [plane(first.where), plane(last.where)]
    return show(
        request,
        "directions.html",
        way=way,
        engine=engine,
        start=first.display,
        end=last.display,
        ends=(first.where, last.where),
        back=back,
        distance=route.distance,
        duration=route.duration,
        focus=[*way.points, *ends],
    )


def _form(request: Request, engine: str, start: str, end: str, problem: str = "") -> Response:
    return show(
        request, "directions.html", engine=engine, start=start, end=end, problem=problem, way=None
    )


def _label(request: Request, text: str) -> str:
    """Coordinates by the name of what is there."""
    best = gazetteer_of(request).best(text) if text else None
    return best.display if best else text


ROUTES = [
    Route("/", home),
    Route("/about", about),
    Route("/search", search),
    Route("/directions", directions),
    Route("/{element}/{number:int}", place),
]
