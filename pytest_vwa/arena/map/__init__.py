"""An embedded map in the shape of OpenStreetMap's web site: Port Alder and the lake country."""

import sqlite3

from markupsafe import Markup
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import SiteApp, application

from . import ground, notes, pages, places, seed
from .drawing import drawn
from .frame import PAGES
from .gazetteer import Gazetteer
from .network import Network


def site() -> SiteApp:
    """The map with its own notes, ready to be served."""
    land = ground.read()
    named = seed.read(land)

    def build(database: sqlite3.Connection) -> None:
        places.insert(database, named)
        notes.insert(database, named)

    static = Mount("/static", StaticFiles(directory=ground.HERE / "static"))
    app = application([static, *notes.ROUTES, *pages.ROUTES], PAGES, cookie="_osm_session")
    app.state.store = Store(build)
    app.state.gazetteer = Gazetteer(app.state.store, land.roads)
    app.state.network = Network(land.roads)
    app.state.sheet = Markup(drawn(land, named))
    return SiteApp("map", app, app.state.store)
