"""What every page of the shop stands on: its data, its visitor, its frame."""

import json
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import go, templates

Handler = Callable[[Request], Awaitable[Response]]
MemberHandler = Callable[[Request, sqlite3.Row], Awaitable[Response]]

HERE = Path(__file__).parent
LOGIN = "/customer/account/login/"


def store(request: Request) -> Store:
    """The shop's data."""
    found: Store = request.app.state.store
    return found


def customer(request: Request) -> sqlite3.Row | None:
    """Who is signed in; None for a visitor, or when fresh data no longer know the customer."""
    known = request.session.get("customer")
    return known and store(request).row("SELECT * FROM customer WHERE id = ?", known)


def shopper(request: Request) -> str:
    """Whose cart this is: the customer's, or that of a visitor known by the session alone."""
    member = customer(request)
    return f"customer {member['id']}" if member else visitor(request)


def visitor(request: Request) -> str:
    """The session's own name, made when first asked for."""
    if "visitor" not in request.session:
        request.session["visitor"] = secrets.token_hex(8)
    return f"visitor {request.session['visitor']}"


def members(handler: MemberHandler) -> Handler:
    """A page for customers: others are sent to sign in, and come back afterwards."""

    @wraps(handler)
    async def guarded(request: Request) -> Response:
        member = customer(request)
        if member is None:
            request.session["after_login"] = here(request)
            return RedirectResponse(LOGIN, 302)
        return await handler(request, member)

    return guarded


def here(request: Request) -> str:
    """The page to come back to: a form is no place to return to, the page it stood on is."""
    if request.method != "GET":
        return came_from(request)
    query = f"?{request.url.query}" if request.url.query else ""
    return request.url.path + query


def came_from(request: Request) -> str:
    """Path and query of the shop's page that the visitor came from, ``/`` when unknown."""
    referer = urlsplit(request.headers.get("referer", ""))
    if referer.netloc != request.url.netloc:
        return "/"
    query = f"?{referer.query}" if referer.query else ""
    return "/" + referer.path.lstrip("/") + query


def back(request: Request) -> RedirectResponse:
    """After a form was posted: to the page it stood on."""
    return go(came_from(request))


async def fields(request: Request) -> dict[str, str]:
    """The posted form's texts, without the white space around them."""
    form = await request.form()
    return {name: value.strip() for name, value in form.items() if isinstance(value, str)}


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """Render one of the shop's templates."""
    return PAGES.TemplateResponse(request, template, values, status_code=status)


def _frame(request: Request) -> dict[str, Any]:
    """What header and footer show."""
    shop = store(request)
    member = customer(request)
    known = member or "visitor" in request.session
    owner = shopper(request) if known else ""
    in_cart = shop.row("SELECT coalesce(sum(qty), 0) AS n FROM cart WHERE shopper = ?", owner)
    compared = shop.row("SELECT count(*) AS n FROM compared WHERE shopper = ?", owner)
    return {
        "member": member,
        "menu": _menu(shop),
        "cart_count": in_cart["n"] if in_cart else 0,
        "compare_count": compared["n"] if compared else 0,
        "query": request.query_params.get("q", ""),
    }


def _menu(shop: Store) -> list[tuple[sqlite3.Row, list[sqlite3.Row]]]:
    rows = shop.rows("SELECT * FROM category ORDER BY rowid")
    tops = [row for row in rows if "/" not in row["path"]]
    return [
        (top, [row for row in rows if row["path"].startswith(f"{top['path']}/")]) for top in tops
    ]


PAGES = templates(HERE / "templates", _frame)
PAGES.env.filters |= {"json": json.loads, "number": lambda order: f"{order:09d}"}
