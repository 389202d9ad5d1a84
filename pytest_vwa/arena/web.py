"""What the sites of the arena share: sessions, flash messages, pages of results, formats."""

import datetime
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import FileSystemBytecodeCache
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute
from starlette.templating import Jinja2Templates

from pytest_vwa.core.site import Account

from .store import Store

TODAY = datetime.date(2024, 6, 15)
"""The sites' clock stands still, so that a page reads the same on every day it is visited."""

SECRET = secrets.token_urlsafe()
"""Signs the session cookies of this process: a log-in outlives fresh data, not the process."""

Context = Callable[[Request], dict[str, Any]]


@dataclass(frozen=True)
class SiteApp:
    """One site, ready to be served; ``account`` is who may log in, None when nobody can. Its
    address ends in ``base``."""

    name: str
    app: Starlette
    store: Store
    account: Account | None = None
    base: str = ""


def templates(folder: str | Path, *contexts: Context) -> Jinja2Templates:
    """The pages in ``folder``, HTML-escaped.

    Each page also sees ``flashes`` and what ``contexts`` return for its request; the filters
    ``money`` (cents -> ``$1,250.00``) and ``day`` (``2024-06-15`` -> ``June 15, 2024``) are there.
    """
    pages = Jinja2Templates(directory=folder, context_processors=[_flashes, *contexts])
    pages.env.filters |= {"money": money, "day": day}
    pages.env.trim_blocks = pages.env.lstrip_blocks = True
    pages.env.auto_reload = False
    pages.env.bytecode_cache = FileSystemBytecodeCache()  # compiling takes longer than serving
    return pages


def application(routes: Sequence[BaseRoute], pages: Jinja2Templates, cookie: str) -> Starlette:
    """The app of a site: its routes, its session in the signed ``cookie``, its own 404.html.

    Cookies know no ports, and all sites live on one address: each needs a cookie name of its own.
    """

    async def lost(request: Request, error: Exception) -> Response:
        return pages.TemplateResponse(request, "404.html", status_code=404)

    session = Middleware(SessionMiddleware, secret_key=SECRET, session_cookie=cookie)
    return Starlette(routes=routes, middleware=[session], exception_handlers={404: lost})


def not_found() -> HTTPException:
    """To be raised: the site answers with its 404 page."""
    return HTTPException(404)


def go(url: str) -> RedirectResponse:
    """After a form was posted: send the browser on to ``url`` with GET."""
    return RedirectResponse(url, 303)


def flash(request: Request, text: str, kind: str = "ok") -> None:
    """A message that the next page shows once; ``kind`` is ``ok``, ``error`` or ``info``."""
    request.session["flashes"] = [*request.session.get("flashes", []), [kind, text]]


def _flashes(request: Request) -> dict[str, Any]:
    return {"flashes": request.session.pop("flashes", [])}


@dataclass(frozen=True)
class Pagination:
    """Page ``number`` (from 1) of ``total`` results, ``size`` to a page."""

    number: int
    size: int
    total: int

    @classmethod
    def at(cls, asked: str | None, size: int, total: int) -> "Pagination":
        """The page asked for in an address, or the nearest there is."""
        last = max(1, -(-total // size))
        return cls(min(max(1, whole(asked) or 1), last), size, total)

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // self.size))

    @property
    def offset(self) -> int:
        return (self.number - 1) * self.size

    @property
    def first(self) -> int:
        """The position of the page's first result among all, from 1; 0 when there is none."""
        return self.offset + 1 if self.total else 0

    @property
    def last(self) -> int:
        return min(self.offset + self.size, self.total)

    @property
    def previous(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def next(self) -> int | None:
        return self.number + 1 if self.number < self.pages else None


def whole(text: str | None) -> int | None:
    """The whole number that ``text`` holds, None when it holds none."""
    text = (text or "").strip()
    return int(text) if re.fullmatch(r"-?[0-9]{1,12}", text) else None


def cents(text: str | None) -> int | None:
    """``$1,250.5`` -> 125050; None when ``text`` is no amount of money."""
    plain = (text or "").replace(",", "").strip().removeprefix("$").strip()
    return round(float(plain) * 100) if re.fullmatch(r"[0-9]{1,9}(\.[0-9]*)?", plain) else None


def money(amount: int) -> str:
    """125050 -> ``$1,250.50``"""
    return f"${amount / 100:,.2f}"


def day(iso: str) -> str:
    """``2024-06-15`` -> ``June 15, 2024``"""
    date = datetime.date.fromisoformat(iso[:10])
    return f"{date:%B} {date.day}, {date.year}"
