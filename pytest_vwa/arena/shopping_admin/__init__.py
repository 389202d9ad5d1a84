"""The arena's back office, in the shape of Magento's: that of Copper Lane Market, on its data."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from pytest_vwa.arena.shopping.browse import picture
from pytest_vwa.arena.shopping.seed import build
from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import SiteApp, application
from pytest_vwa.core.site import Account

from . import (
    addresses,
    content,
    customers,
    dashboard,
    entrance,
    handling,
    orders,
    papers,
    products,
    reports,
    reviews,
    rules,
    terms,
)
from .desk import BASE, HERE, PAGES

ACCOUNT = Account("admin", "admin1234")
PARTS = (
    *(entrance, dashboard, orders, handling, addresses, products, customers),
    *(reviews, terms, rules, content, reports, papers),
)


async def front_door(request: Request) -> Response:
    return RedirectResponse(f"{BASE}/", 302)


def site(store: Store | None = None) -> SiteApp:
    """The back office, ready to be served; on the shop's ``store``, or on data of its own."""
    rooms: list[BaseRoute] = [route for part in PARTS for route in part.ROUTES]
    routes = [
        Route("/", front_door),
        Route("/media/catalog/product/{sku}_{number:int}.png", picture),
        Mount("/static", StaticFiles(directory=HERE / "static")),
        # Task files of one benchmark begin after "/admin", those of another repeat it.
        Mount(f"{BASE}/admin", routes=rooms),
        Mount(BASE, routes=rooms),
    ]
    app = application(routes, PAGES, cookie="admin")
    app.state.store = store or Store(build)
    return SiteApp("shopping_admin", app, app.state.store, ACCOUNT, base=BASE)
