"""An embedded encyclopedia in the shape of Kiwix serving Wikipedia."""

from pathlib import Path

from starlette.responses import RedirectResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import SiteApp, application

from . import pages
from .frame import BOOK, LANDING, PAGES
from .seed import build


def site() -> SiteApp:
    """The encyclopedia; nothing in it can be changed, and nobody logs in."""
    routes = [
        Route("/", pages.library),
        Route("/search", pages.search),
        Route("/suggest", pages.suggest),
        Route(f"/{BOOK}/A/User:The_other_Kiwix_guy/Landing", pages.landing),
        Route(f"/{BOOK}/A/{{title:path}}", pages.article),
        Route(f"/{BOOK}/I/{{title}}.png", pages.picture),
        *(Route(path, _to_landing) for path in (f"/{BOOK}", f"/{BOOK}/", f"/{BOOK}/A/")),
        Mount("/skin", StaticFiles(directory=Path(__file__).with_name("static"))),
    ]
    app = application(routes, PAGES, cookie="kiwix")
    app.state.store = Store(build)
    return SiteApp("wikipedia", app, app.state.store)


async def _to_landing(_: object) -> RedirectResponse:
    return RedirectResponse(LANDING, 302)
