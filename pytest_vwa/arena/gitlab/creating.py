"""New projects, forks and groups; stars; a project's settings."""

import re
import sqlite3
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.web import TODAY, flash, go, not_found

from .access import (
    MAINTAINER,
    OWNER,
    SIGNED_IN,
    VISIBILITIES,
    Project,
    member,
    project_page,
    store_of,
    visible,
)
from .catalogue import cards
from .clock import now
from .frame import fields, show, show_in
from .issues import HERE
from .repository import Repository

SLUG = re.compile(r"[A-Za-z0-9_][\w.-]{0,60}")
TAKEN = frozenset({"dashboard", "explore", "groups", "projects", "search", "users", "static", "-"})
"""Names that the forge's own pages begin with."""


def slug(name: str) -> str:
    """``Recipe box!`` -> ``recipe-box``"""
    return re.sub(r"[^\w.]+", "-", name.strip()).strip("-").lower()


def namespaces(request: Request, user: sqlite3.Row) -> list[str]:
    """Where the user may create projects: under the own name and in groups run as maintainer."""
    rows = store_of(request).rows(
        "SELECT path FROM team JOIN member ON source = 'team' AND source_id = team.id"
        " WHERE person = ? AND level >= ? ORDER BY path",
        *(user["id"], MAINTAINER),
    )
    return [user["username"], *(row["path"] for row in rows)]


@member
async def new_project(request: Request, user: sqlite3.Row) -> Response:
    return _form(request, user, {"visibility": "private", "initialize_with_readme": "1"})


def _form(request: Request, user: sqlite3.Row, values: Mapping[str, str]) -> Response:
    spaces = namespaces(request, user)
    return show(
        request, "new_project.html", values=values, namespaces=spaces, visibilities=VISIBILITIES
    )


@member
async def create_project(request: Request, user: sqlite3.Row) -> Response:
    form, store = await fields(request), store_of(request)
    space, name = form.get("namespace", ""), form.get("name", "")
    path = form.get("path") or slug(name)
    problem = _problem(request, user, form, space, path)
    if problem:
        flash(request, problem, "error")
        return _form(request, user, form)
    number = _insert(
        request,
        user,
        space,
        name,
        path,
        form.get("visibility", "private"),
        form.get("description", ""),
    )
    if form.get("initialize_with_readme"):
        told = f"\n{form['description']}\n" if form.get("description") else ""
        edits: dict[str, str | None] = {"README.md": f"# {name}\n{told}"}
        Repository(store, number).write("main", user["id"], "Initial commit", edits)
    flash(request, f"Project '{name}' was successfully created.")
    return go(f"/{space}/{path}")


def _problem(
    request: Request, user: sqlite3.Row, form: Mapping[str, str], space: str, path: str
) -> str:
    """What keeps the project from being created; "" when nothing does."""
    if not form.get("name"):
        return "Project name can't be blank."
    if not SLUG.fullmatch(path):
        return "A project slug has letters, digits, dots, dashes and underscores."
    if space not in namespaces(request, user):
        return "Please choose a namespace of your own or of one of your groups."
    if form.get("visibility", "private") not in VISIBILITIES:
        return "Please choose a visibility level."
    taken = "SELECT 1 FROM project WHERE namespace = ? AND path = ?"
    if store_of(request).row(taken, space, path):
        return f"{space}/{path} has already been taken."
    return ""


def _insert(
    request: Request, user: sqlite3.Row, space: str, name: str, path: str, visibility: str,
    description: str, origin: int | None = None,
) -> int:  # fmt: skip
    store, moment = store_of(request), now()
    team = store.row("SELECT id FROM team WHERE path = ?", space)
    number = store.write(
        "INSERT INTO project (namespace, path, name, description, visibility, team, forked_from,"
        " created, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *(space, path, name, description, visibility, team and team["id"], origin, moment, moment),
    )
    if not team:
        store.write(
            "INSERT INTO member VALUES ('project', ?, ?, ?, ?, '')",
            *(number, user["id"], OWNER, TODAY.isoformat()),
        )
    return number


@project_page(SIGNED_IN)
async def fork_form(request: Request, project: Project) -> Response:
    spaces = namespaces(request, project.viewer) if project.viewer else []
    return show_in(request, project, "fork.html", namespaces=spaces, visibilities=VISIBILITIES)


@project_page(SIGNED_IN)
async def fork(request: Request, project: Project) -> Response:
    form, user, row = await fields(request), project.viewer, project.row
    if user is None:
        raise not_found()
    space, name = form.get("namespace", ""), form.get("name") or row["name"]
    path = form.get("path") or row["path"]
    problem = _problem(request, user, {**form, "name": name}, space, path)
    if problem:
        flash(request, problem, "error")
        return go(f"{project.url}/-/forks/new")
    visibility = form.get("visibility", row["visibility"])
    number = _insert(request, user, space, name, path, visibility, row["description"], project.id)
    Repository(store_of(request), number).fork(project.id)
    flash(request, f"The project was successfully forked to {space}/{path}.")
    return go(f"/{space}/{path}")


@project_page()
async def forks(request: Request, project: Project) -> Response:
    where = f"{visible(project.viewer)} AND project.forked_from = ?"
    found = cards(store_of(request), where, project.id)
    return show_in(request, project, "forks.html", found=found)


@project_page(SIGNED_IN)
async def star(request: Request, project: Project) -> Response:
    """Star, or no longer."""
    store, pair = store_of(request), (project.person, project.id)
    if store.row("SELECT 1 FROM star WHERE person = ? AND project = ?", *pair):
        store.write("DELETE FROM star WHERE person = ? AND project = ?", *pair)
    else:
        store.write("INSERT INTO star VALUES (?, ?)", *pair)
    return go(project.url)


@project_page(MAINTAINER)
async def settings(request: Request, project: Project) -> Response:
    return show_in(request, project, "settings.html", visibilities=VISIBILITIES)


@project_page(MAINTAINER)
async def save_settings(request: Request, project: Project) -> Response:
    form = await fields(request)
    visibility = form.get("visibility", "")
    if not form.get("name") or visibility not in VISIBILITIES:
        flash(request, "Project name can't be blank.", "error")
        return go(f"{project.url}/edit")
    store_of(request).write(
        "UPDATE project SET name = ?, description = ?, visibility = ? WHERE id = ?",
        *(form["name"], form.get("description", ""), visibility, project.id),
    )
    flash(request, f"Project '{form['name']}' was successfully updated.")
    return go(project.url)


@member
async def new_group(request: Request, user: sqlite3.Row) -> Response:
    return show(
        request, "new_group.html", values={"visibility": "private"}, visibilities=VISIBILITIES
    )


@member
async def create_group(request: Request, user: sqlite3.Row) -> Response:
    form, store = await fields(request), store_of(request)
    name, path = form.get("name", ""), form.get("path") or slug(form.get("name", ""))
    problem = ""
    if not name or not SLUG.fullmatch(path) or path in TAKEN:
        problem = "Please give the group a name, and an address of letters, digits and dashes."
    elif store.row(
        "SELECT 1 FROM team WHERE path = ? UNION SELECT 1 FROM person WHERE username = ?",
        path,
        path,
    ):
        problem = f"Group URL {path} has already been taken."
    if problem:
        flash(request, problem, "error")
        return show(request, "new_group.html", values=form, visibilities=VISIBILITIES)
    visibility = form.get("visibility") if form.get("visibility") in VISIBILITIES else "private"
    number = store.write(
        "INSERT INTO team (path, name, description, visibility, created) VALUES (?, ?, ?, ?, ?)",
        *(path, name, form.get("description", ""), visibility, TODAY.isoformat()),
    )
    store.write(
        "INSERT INTO member VALUES ('team', ?, ?, ?, ?, '')",
        *(number, user["id"], OWNER, TODAY.isoformat()),
    )
    flash(request, f"Group '{name}' was successfully created.")
    return go(f"/{path}")


ROUTES = [
    Route("/projects/new", new_project),
    Route("/projects", create_project, methods=["POST"]),
    Route("/groups/new", new_group),
    Route("/groups", create_group, methods=["POST"]),
    Route(f"{HERE}/forks/new", fork_form),
    Route(f"{HERE}/forks", forks),
    Route(f"{HERE}/forks", fork, methods=["POST"]),
    Route(f"{HERE}/toggle_star", star, methods=["POST"]),
    Route("/{namespace}/{project}/edit", settings),
    Route("/{namespace}/{project}/edit", save_settings, methods=["POST"]),
]
