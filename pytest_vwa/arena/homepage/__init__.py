"""An embedded home page: links to the other sites, and small tools for working across them."""

import sqlite3
from pathlib import Path

from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import SiteApp, application

from . import notes, pages
from .frame import PAGES


def site() -> SiteApp:
    """Nobody logs in; the notes on the scratchpad are everybody's."""
    routes = [
        Route("/", pages.home),
        Route("/index.html", pages.home),
        Route("/password.html", pages.accounts),
        Route("/calculator.html", pages.calculator),
        Route("/scratchpad.html", notes.scratchpad, methods=["GET"]),
        Route("/scratchpad.html", notes.save, methods=["POST"]),
        Route("/scratchpad.html/{number:int}/delete", notes.delete, methods=["POST"]),
        Mount("/static", StaticFiles(directory=Path(__file__).with_name("static"))),
    ]
    app = application(routes, PAGES, cookie="homepage")
    app.state.store = Store(_build)
    return SiteApp("homepage", app, app.state.store)


def _build(database: sqlite3.Connection) -> None:
    database.executescript(notes.SCHEMA)
