"""What every page of the back office stands on: who sits at the desk, and the frame around it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pytest_vwa.arena.shopping.front import Handler
from pytest_vwa.arena.web import templates

from .cells import lines, moment, status
from .grid import SIZES, wire
from .menu import MENU, SECTIONS

BASE = "/admin"
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Clerk:
    """Somebody who may sign in, and the sections of the menu that are open to them."""

    name: str
    password: str = field(repr=False)
    role: str
    may: frozenset[str]


STAFF = {
    "admin": Clerk("Adrian Cole", "admin1234", "Administrators", frozenset(SECTIONS)),
    "bernadette": Clerk(
        "Bernadette Quist",
        "service1234",
        "Customer Service",
        frozenset({"dashboard", "sales", "customers"}),
    ),
}


def clerk(request: Request) -> Clerk | None:
    """Who is signed in."""
    return STAFF.get(request.session.get("clerk", ""))


def staff(section: str) -> Callable[[Handler], Handler]:
    """A page of this section of the menu: strangers are sent to sign in and come back
    afterwards, clerks of other sections are refused."""

    def guard(handler: Handler) -> Handler:
        @wraps(handler)
        async def guarded(request: Request) -> Response:
            who = clerk(request)
            if who is None:
                if request.method == "GET":
                    request.session["after_login"] = here(request)
                return RedirectResponse(f"{BASE}/", 302)
            request.state.section = section
            if section not in who.may:
                return page(request, "forbidden.html", code=403)
            return await handler(request)

        return guarded

    return guard


def here(request: Request) -> str:
    """Path and query of the page that is asked for."""
    query = f"?{request.url.query}" if request.url.query else ""
    return request.url.path + query


def page(request: Request, template: str, code: int = 200, **values: Any) -> Response:
    """Render one of the back office's templates."""
    return PAGES.TemplateResponse(request, template, values, status_code=code)


def _frame(request: Request) -> dict[str, Any]:
    """What menu and header show."""
    return {
        "base": BASE,
        "clerk": clerk(request),
        "menu": MENU,
        "section": getattr(request.state, "section", ""),
    }


PAGES = templates(HERE / "templates", _frame)
PAGES.env.filters |= {
    "json": json.loads,
    "moment": moment,
    "number": lambda order: f"{order:09d}",
    "status": status,
}
PAGES.env.globals |= {"lines": lines, "sizes": SIZES, "wire": wire}
