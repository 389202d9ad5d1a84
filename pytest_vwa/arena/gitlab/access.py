"""Who may see and do what: roles, and the pages of a project."""

import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import flash, go, not_found

from .repository import Repository

SIGN_IN = "/users/sign_in"
ANYBODY, SIGNED_IN, GUEST, REPORTER, DEVELOPER, MAINTAINER, OWNER = 0, 5, 10, 20, 30, 40, 50
ROLES = {
    GUEST: "Guest",
    REPORTER: "Reporter",
    DEVELOPER: "Developer",
    MAINTAINER: "Maintainer",
    OWNER: "Owner",
}
VISIBILITIES = {
    "private": "Private - Project access must be granted explicitly to each user.",
    "internal": "Internal - The project can be accessed by any logged in user.",
    "public": "Public - The project can be accessed without any authentication.",
}

Handler = Callable[[Request], Awaitable[Response]]
MemberHandler = Callable[[Request, sqlite3.Row], Awaitable[Response]]


@dataclass(frozen=True)
class Project:
    """A project as its viewer meets it; ``level`` is a role, SIGNED_IN or ANYBODY."""

    row: sqlite3.Row
    viewer: sqlite3.Row | None
    level: int
    repository: Repository

    @property
    def id(self) -> int:
        return int(self.row["id"])

    @property
    def url(self) -> str:
        return f"/{self.row['namespace']}/{self.row['path']}"

    @property
    def person(self) -> int:
        """The viewer's id, 0 for a visitor."""
        return int(self.viewer["id"]) if self.viewer else 0

    def may(self, level: int) -> bool:
        return self.level >= level


ProjectHandler = Callable[[Request, Project], Awaitable[Response]]


def store_of(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def user_of(request: Request) -> sqlite3.Row | None:
    """Who is signed in; None for a visitor, also when the account went with the old data."""
    number = request.session.get("person")
    return number and store_of(request).row("SELECT * FROM person WHERE id = ?", number)


def visible(viewer: sqlite3.Row | None) -> str:
    """The SQL condition for projects that the viewer may see."""
    if viewer is None:
        return "project.visibility = 'public'"
    return (
        "(project.visibility != 'private' OR project.id IN"
        f" (SELECT project FROM access WHERE person = {int(viewer['id'])}))"
    )


def member(handler: MemberHandler) -> Handler:
    """A page for those signed in; others are sent to sign in, and come back afterwards."""

    @wraps(handler)
    async def guarded(request: Request) -> Response:
        user = user_of(request)
        return await handler(request, user) if user else to_sign_in(request)

    return guarded


def to_sign_in(request: Request) -> Response:
    flash(request, "You need to sign in or sign up before continuing.", "error")
    if request.method == "GET":
        query = f"?{request.url.query}" if request.url.query else ""
        request.session["next"] = request.url.path + query
    return RedirectResponse(SIGN_IN, 302)


def project_of(request: Request) -> Project:
    """The project that the address names; the 404 page where there is none for this viewer."""
    store, viewer = store_of(request), user_of(request)
    row = store.row(
        f"SELECT * FROM project WHERE namespace = ? AND path = ? AND {visible(viewer)}",
        request.path_params["namespace"],
        request.path_params["project"],
    )
    if not row:
        raise not_found()
    level = ANYBODY
    if viewer:
        role = store.row(
            "SELECT level FROM access WHERE project = ? AND person = ?", row["id"], viewer["id"]
        )
        level = int(role["level"]) if role else SIGNED_IN
    return Project(row, viewer, level, Repository(store, row["id"]))


def project_page(needs: int = ANYBODY) -> Callable[[ProjectHandler], Handler]:
    """A page of a project for whoever has at least the role ``needs`` there."""

    def decorate(handler: ProjectHandler) -> Handler:
        @wraps(handler)
        async def guarded(request: Request) -> Response:
            project = project_of(request)
            if project.may(needs):
                return await handler(request, project)
            if not project.viewer:
                return to_sign_in(request)
            flash(
                request,
                f"You are not allowed to do that: it takes the role {ROLES[needs]} here.",
                "error",
            )
            return go(project.url)

        return guarded

    return decorate
