"""What every page of the map stands on: its data, the sheet, the view."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import templates

from .geo import Point, Spot, plane, sheet
from .ground import HERE
from .network import MEANS
from .strokes import path, xy

TOWN_VIEW = ((-1000.0, -700.0), (1100.0, 1050.0))
"""Corners of what is seen first."""


def store_of(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def show(
    request: Request,
    template: str,
    code: int = 200,
    focus: Sequence[Point] = TOWN_VIEW,
    **values: Any,
) -> Response:
    """``focus`` are points of the plane that the map shows, with some room around them."""
    values |= {"view": bounds(focus), "sheet": request.app.state.sheet}
    return PAGES.TemplateResponse(request, template, values, status_code=code)


def bounds(focus: Sequence[Point]) -> str:
    """West, north, east and south on the sheet, as the map's script reads them."""
    corners = [tuple(map(float, xy(point).split())) for point in focus]
    across, down = zip(*corners, strict=True)
    return f"{min(across):.2f} {min(down):.2f} {max(across):.2f} {max(down):.2f}"


def where(spot: Spot) -> dict[str, str]:
    """Attributes of a pin at a spot."""
    x, y = sheet(spot)
    return {"x": f"{x:.2f}", "y": f"{y:.2f}"}


def _frame(request: Request) -> dict[str, Any]:
    return {
        "query": request.query_params.get("query", ""),
        "means": MEANS.values(),
        "engine": request.session.get("engine", "fossgis_osrm_car"),
    }


def _line(points: Sequence[Point]) -> Markup:
    return Markup(path(points))


PAGES = templates(HERE / "templates", _frame)
PAGES.env.filters |= {"line": _line, "where": where, "plane": plane}
