"""Lists of projects: the user's own, starred ones, all; and of groups."""

import sqlite3
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import Pagination

from .access import SIGN_IN, Handler, member, store_of, user_of, visible
from .frame import show
from .tickets import literal

PAGE_SIZE = 20
SORTS = {
    "latest_activity_desc": ("Updated date", "project.updated DESC"),
    "created_desc": ("Last created", "project.created DESC"),
    "name_asc": ("Name", "project.name COLLATE NOCASE"),
    "stars_desc": ("Most stars", "stars DESC, project.name COLLATE NOCASE"),
}
CARD = """
SELECT project.*, team.name AS team_name,
  (SELECT count(*) FROM star WHERE star.project = project.id) AS stars,
  (SELECT count(*) FROM project AS fork WHERE fork.forked_from = project.id) AS forks,
  (SELECT count(*) FROM ticket WHERE ticket.project = project.id AND kind = 'issues'
   AND state = 'opened') AS issues,
  (SELECT count(*) FROM ticket WHERE ticket.project = project.id AND kind = 'merge_requests'
   AND state = 'opened') AS requests
FROM project LEFT JOIN team ON team.id = project.team
"""


def cards(
    store: Store, where: str, *values: object, order: str = "project.updated DESC"
) -> list[sqlite3.Row]:
    """Projects with their numbers, for a list."""
    return store.rows(f"{CARD} WHERE {where} ORDER BY {order}, project.id", *values)


def _page(request: Request, tab: str, where: str, *values: object) -> Response:
    asked = request.query_params
    sort = asked.get("sort", "")
    order = SORTS.get(sort, SORTS["latest_activity_desc"])[1]
    if name := asked.get("name", "").strip():
        where += " AND project.name || ' ' || project.description LIKE ? ESCAPE '\\'"
        values = (*values, literal(name))
    found = cards(
        store_of(request), f"{visible(user_of(request))} AND {where}", *values, order=order
    )
    page = Pagination.at(asked.get("page"), PAGE_SIZE, len(found))
    return show(
        request, "projects.html", tab=tab, page=page, sorts=SORTS, sort=sort, name=name,
        found=found[page.offset : page.last],
    )  # fmt: skip


@member
async def yours(request: Request, user: sqlite3.Row) -> Response:
    where = "project.id IN (SELECT project FROM access WHERE person = ?)"
    return _page(request, "yours", where, user["id"])


@member
async def starred(request: Request, user: sqlite3.Row) -> Response:
    where = "project.id IN (SELECT project FROM star WHERE person = ?)"
    return _page(request, "starred", where, user["id"])


async def explore(request: Request) -> Response:
    return _page(request, "explore", "1")


async def home(request: Request) -> Response:
    """The dashboard; visitors are sent to sign in."""
    return await yours(request) if user_of(request) else RedirectResponse(SIGN_IN, 302)


def _groups(request: Request, tab: str, where: str, *values: object) -> Response:
    found = store_of(request).rows(
        "SELECT team.*, (SELECT count(*) FROM project WHERE project.team = team.id) AS projects,"
        " (SELECT count(*) FROM member WHERE source = 'team' AND source_id = team.id) AS members"
        f" FROM team WHERE {where} ORDER BY team.name",
        *values,
    )
    return show(request, "groups.html", tab=tab, found=found)


@member
async def your_groups(request: Request, user: sqlite3.Row) -> Response:
    where = "id IN (SELECT source_id FROM member WHERE source = 'team' AND person = ?)"
    return _groups(request, "yours", where, user["id"])


async def explore_groups(request: Request) -> Response:
    return _groups(request, "explore", "visibility = 'public'")


_PAGES: dict[str, Handler] = {
    "/": home,
    "/dashboard/projects": yours,
    "/dashboard/projects/starred": starred,
    "/explore": explore,
    "/explore/projects": explore,
    "/dashboard/groups": your_groups,
    "/explore/groups": explore_groups,
}
ROUTES: list[Any] = [Route(path, handler) for path, handler in _PAGES.items()]
