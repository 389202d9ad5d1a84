"""What waits for the user, over all projects: issues, merge requests, to-dos; and the search."""

import sqlite3
from collections.abc import Callable
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import flash, go

from . import tickets
from .access import Handler, member, store_of, user_of, visible
from .catalogue import cards
from .frame import fields, show
from .tickets import ISSUES, REQUESTS, Kind, literal

SCOPES = {
    "projects": "Projects", "issues": "Issues", "merge_requests": "Merge requests",
    "blobs": "Code", "commits": "Commits", "users": "Users",
}  # fmt: skip
MOST = 50
"""Results of one kind that a search shows."""

Finder = Callable[[Store, str, str], list[sqlite3.Row]]


def _tickets(kind: Kind) -> Handler:
    @member
    async def page(request: Request, user: sqlite3.Row) -> Response:
        params, store = request.query_params, store_of(request)
        roles = ("assignee_username", "author_username", "reviewer_username")
        if clean := tickets.canonical(request.url.path, params):
            return go(clean)
        if not any(params.get(role) for role in roles):
            asked = [*params.multi_items(), ("assignee_username", user["username"])]
            return go(f"{request.url.path}?{urlencode(asked)}")
        search = tickets.Search(kind, tickets.asked(params), visible(user))
        found, pages = search.run(store, params.get("page"))
        return show(
            request, "dashboard_tickets.html", kind=kind, search=search, found=found, page=pages,
            counts_by_state=search.count(store), labels=tickets.labels_of(store, found),
            sorts=tickets.SORTS,
        )  # fmt: skip

    return page


@member
async def todos(request: Request, user: sqlite3.Row) -> Response:
    done = request.query_params.get("state") == "done"
    rows = store_of(request).rows(
        "SELECT todo.*, ticket.kind, ticket.iid, ticket.title, project.namespace, project.path,"
        " project.name AS project_name, person.name, person.username FROM todo"
        " JOIN ticket ON ticket.id = todo.ticket JOIN project ON project.id = ticket.project"
        " JOIN person ON person.id = todo.author"
        " WHERE todo.person = ? AND done = ? ORDER BY todo.created DESC, todo.id DESC",
        *(user["id"], int(done)),
    )
    return show(request, "todos.html", found=rows, done=done)


@member
async def finish(request: Request, user: sqlite3.Row) -> Response:
    """One to-do, or all of them."""
    number = (await fields(request)).get("todo", "")
    which, values = ("", ()) if number == "all" else (" AND id = ?", (number,))
    store_of(request).write(
        f"UPDATE todo SET done = 1 WHERE person = ?{which}", user["id"], *values
    )
    flash(request, "Marked as done.")
    return go("/dashboard/todos")


async def search(request: Request) -> Response:
    """Each scope that finds something is shown with its number; the first such one is open."""
    text, store = request.query_params.get("search", "").strip(), store_of(request)
    seen = visible(user_of(request))
    found = {scope: FINDERS[scope](store, seen, literal(text)) if text else [] for scope in SCOPES}
    asked = request.query_params.get("scope", "")
    scope = asked if asked in SCOPES else next((each for each in found if found[each]), "projects")
    return show(request, "search.html", text=text, scope=scope, scopes=SCOPES, found=found)


def _projects(store: Store, seen: str, text: str) -> list[sqlite3.Row]:
    where = "project.namespace || '/' || project.name || ' ' || project.description LIKE ?"
    return cards(store, f"{seen} AND {where} ESCAPE '\\'", text)[:MOST]


def _users(store: Store, seen: str, text: str) -> list[sqlite3.Row]:
    where = "username || ' ' || name LIKE ? ESCAPE '\\'"
    return store.rows(f"SELECT * FROM person WHERE {where} ORDER BY name LIMIT {MOST}", text)


def _found_tickets(kind: Kind) -> Finder:
    def find(store: Store, seen: str, text: str) -> list[sqlite3.Row]:
        return store.rows(
            "SELECT ticket.*, project.namespace, project.path, person.name AS author_name"
            " FROM ticket JOIN project ON project.id = ticket.project"
            " JOIN person ON person.id = ticket.author"
            f" WHERE {seen} AND kind = ? AND ticket.title || ' ' || ticket.description LIKE ?"
            f" ESCAPE '\\' ORDER BY ticket.updated DESC LIMIT {MOST}",
            *(kind.name, text),
        )

    return find


def _commits(store: Store, seen: str, text: str) -> list[sqlite3.Row]:
    return store.rows(
        "SELECT commits.*, project.namespace, project.path, person.name FROM commits"
        " JOIN project ON project.id = commits.project JOIN person ON person.id = commits.author"
        f" WHERE {seen} AND title LIKE ? ESCAPE '\\' ORDER BY commits.created DESC LIMIT {MOST}",
        text,
    )


def _blobs(store: Store, seen: str, text: str) -> list[sqlite3.Row]:
    """Files of the main branches that hold the text."""
    return store.rows(
        "SELECT project.namespace, project.path, project.branch, file.key AS file, blob.text"
        " FROM project JOIN ref ON ref.project = project.id AND ref.name = project.branch"
        " AND ref.kind = 'branch'"
        " JOIN commits ON commits.project = project.id AND commits.sha = ref.sha"
        " JOIN json_each(commits.tree) AS file JOIN blob ON blob.id = file.value"
        f" WHERE {seen} AND blob.text LIKE ? ESCAPE '\\' ORDER BY 1, 2, 4 LIMIT {MOST}",
        text,
    )


FINDERS: dict[str, Finder] = {
    "projects": _projects,
    "issues": _found_tickets(ISSUES),
    "merge_requests": _found_tickets(REQUESTS),
    "blobs": _blobs,
    "commits": _commits,
    "users": _users,
}
ROUTES = [
    Route("/dashboard/issues", _tickets(ISSUES)),
    Route("/dashboard/merge_requests", _tickets(REQUESTS)),
    Route("/dashboard/todos", todos),
    Route("/dashboard/todos", finish, methods=["POST"]),
    Route("/search", search),
]
