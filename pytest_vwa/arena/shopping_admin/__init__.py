"""The arena's back office, in the shape of Magento's: that of Copper Lane Market, on its data."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from pytest_vwa.arena import shopping
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
    themes,
)
from .desk import BASE, HERE, PAGES

ACCOUNT = Account("admin", "admin1234")
PARTS = (
    *(entrance, dashboard, orders, handling, addresses, products, customers),
    *(reviews, terms, rules, content, themes, reports, papers),
)


async def front_door(request: Request) -> Response:
    return RedirectResponse(f"{BASE}/", 302)


def site(store: Store | None = None) -> SiteApp:
    """The back office, ready to be served; on the shop's ``store``, or on data of its own."""
    rooms: list[BaseRoute] = [route for part in PARTS for route in part.ROUTES]
    routes = [
        Mount("/static", StaticFiles(directory=HERE / "static")),
        # Task files of one benchmark begin after "/admin", those of another repeat it.
        Mount("/admin", routes=rooms),
        Mount("/", routes=rooms),
    ]
    office = application(routes, PAGES, cookie="admin")
    front = shopping.site(store)
    office.state.store = front.store
    # As in the real application, the store front is a part of the same site.
    parts = [Route(BASE, front_door), Mount(BASE, office), Mount("/", front.app)]
    return SiteApp("shopping_admin", Starlette(routes=parts), front.store, ACCOUNT, base=BASE)
