"""What every page of the forum has around it, and what every handler starts from."""

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import flash, go, not_found, templates

from . import posts
from .prose import prose
from .schema import time

LOGIN = "/login"

Handler = Callable[[Request], Awaitable[Response]]
MemberHandler = Callable[[Request, sqlite3.Row], Awaitable[Response]]


def store_of(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def user_of(request: Request) -> sqlite3.Row | None:
    """Who is logged in; None for a visitor, also when the account went with the old data."""
    number = request.session.get("user")
    return store_of(request).row("SELECT * FROM users WHERE id = ?", number) if number else None


def member(handler: MemberHandler) -> Handler:
    """A page for those logged in; others are sent to the log-in page and back afterwards."""

    async def guarded(request: Request) -> Response:
        user = user_of(request)
        if user:
            return await handler(request, user)
        flash(request, "You must log in to do that.", "error")
        if request.method == "GET":
            request.session["next"] = address(request)
        return go(LOGIN)

    return guarded


def own(handler: MemberHandler) -> Handler:
    """A page below ``/user/NAME`` for NAME alone."""

    @member
    async def guarded(request: Request, user: sqlite3.Row) -> Response:
        if request.path_params["name"].lower() == user["name"].lower():
            return await handler(request, user)
        return refuse(request, "That page belongs to somebody else.", "/")

    return guarded


def address(request: Request) -> str:
    """Path and query of what was asked for."""
    parts = urlsplit(str(request.url))
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def refuse(request: Request, why: str, where: str) -> Response:
    flash(request, why, "error")
    return go(where)


async def fields(request: Request) -> dict[str, str]:
    """The texts of the posted form, without blanks around them."""
    form = await request.form()
    return {
        name: value.strip() for name, value in form.items() if not isinstance(value, UploadFile)
    }


def forum_named(request: Request) -> sqlite3.Row:
    """The forum in the address; the 404 page when there is none."""
    name = request.path_params["forum"]
    forum = store_of(request).row("SELECT * FROM forums WHERE name = ?", name)
    if not forum:
        raise not_found()
    return forum


def moderates(store: Store, user: sqlite3.Row | None, forum: int) -> bool:
    sql = "SELECT 1 FROM moderators WHERE forum_id = ? AND user_id = ?"
    return bool(user and store.row(sql, forum, user["id"]))


def show(request: Request, template: str, **values: Any) -> Response:
    return PAGES.TemplateResponse(request, template, values)


def user_url(name: str) -> str:
    return f"/user/{quote(name)}"


def _surroundings(request: Request) -> dict[str, Any]:
    store, user = store_of(request), user_of(request)
    return {
        "user": user,
        "query": request.query_params.get("q", ""),
        "subscribed": _subscribed(store, user) if user else [],
    }


def _subscribed(store: Store, user: sqlite3.Row) -> list[str]:
    rows = store.rows(
        "SELECT name FROM forums JOIN subscriptions ON forum_id = forums.id WHERE user_id = ?"
        " ORDER BY name COLLATE NOCASE",
        user["id"],
    )
    return [row["name"] for row in rows]


PAGES = templates(Path(__file__).with_name("templates"), _surroundings)
PAGES.env.filters |= {
    "prose": prose,
    "time": time,
    "user_url": user_url,
    "post_url": posts.url,
    "thread_url": posts.url_of_thread,
}
