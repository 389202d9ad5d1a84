"""What every page of the classifieds has around it, and what every handler starts from."""

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import flash, go, templates

LOGIN = "/index.php?page=login"

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
        flash(request, "Please log in to see this page.", "error")
        if request.method == "GET":
            address = urlsplit(str(request.url))
            request.session["next"] = f"{address.path}?{address.query}"
        return go(LOGIN)

    return guarded


async def fields(request: Request) -> dict[str, str]:
    """The texts of the posted form, without blanks around them."""
    form = await request.form()
    return {
        name: value.strip() for name, value in form.items() if not isinstance(value, UploadFile)
    }


def show(request: Request, template: str, **values: Any) -> Response:
    return PAGES.TemplateResponse(request, template, values)


def _surroundings(request: Request) -> dict[str, Any]:
    return {
        "user": user_of(request),
        "categories": store_of(request).rows(
            "SELECT categories.*, (SELECT count(*) FROM listings WHERE category_id = categories.id)"
            " AS listings FROM categories ORDER BY id"
        ),
    }


PAGES = templates(Path(__file__).with_name("templates"), _surroundings)
