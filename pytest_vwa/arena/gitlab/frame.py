"""What every page of the forge has around it."""

import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.web import templates

from .access import DEVELOPER, MAINTAINER, REPORTER, ROLES, Project, store_of, user_of
from .clock import ago
from .prose import rendered

HERE = Path(__file__).parent
_COLOURS = ("#6b4fbb", "#1f7a8c", "#b04a2f", "#3d7a45", "#8a5a12", "#a33a6a", "#3d63a8", "#5b6470")


async def fields(request: Request) -> dict[str, str]:
    """The texts of the posted form, without blanks around them; the last of several."""
    form = await request.form()
    return {
        name: value.strip() for name, value in form.items() if not isinstance(value, UploadFile)
    }


def show(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    return PAGES.TemplateResponse(request, template, values, status_code=status)


def show_in(request: Request, project: Project, template: str, **values: Any) -> Response:
    """A page with the project's name and sidebar around it."""
    counts = store_of(request).row(
        "SELECT count(*) FILTER (WHERE kind = 'issues') AS issues,"
        " count(*) FILTER (WHERE kind = 'merge_requests') AS merge_requests"
        " FROM ticket WHERE project = ? AND state = 'opened'",
        project.id,
    )
    return show(request, template, project=project, row=project.row, counts=counts, **values)


def _surroundings(request: Request) -> dict[str, Any]:
    user = user_of(request)
    return {"user": user, "mine": _counts(request, user) if user else None}


def _counts(request: Request, user: sqlite3.Row) -> sqlite3.Row | None:
    """What waits for the user: the numbers in the top bar."""
    return store_of(request).row(
        "SELECT count(*) FILTER (WHERE kind = 'issues' AND assignee = ?1) AS issues,"
        " count(*) FILTER (WHERE kind = 'merge_requests' AND assignee = ?1) AS merge_requests,"
        " count(*) FILTER (WHERE kind = 'merge_requests' AND reviewer = ?1) AS reviews,"
        " (SELECT count(*) FROM todo WHERE person = ?1 AND NOT done) AS todos"
        " FROM ticket WHERE state = 'opened'",
        user["id"],
    )


def _colour(name: str) -> str:
    """The colour of an avatar: always the same for the same name."""
    return _COLOURS[sum(name.encode()) % len(_COLOURS)]


PAGES = templates(HERE / "templates", _surroundings)
PAGES.env.filters |= {"ago": ago, "markdown": rendered, "colour": _colour, "path": quote}
PAGES.env.globals |= {
    "ROLES": ROLES,
    "REPORTER": REPORTER,
    "DEVELOPER": DEVELOPER,
    "MAINTAINER": MAINTAINER,
}
