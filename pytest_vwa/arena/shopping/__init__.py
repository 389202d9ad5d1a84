"""The arena's shop, in the shape of a Magento store front: Copper Lane Market."""

from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import SiteApp, application
from pytest_vwa.core.site import Account

from . import addresses, browse, cart, checkout, customer, letters, lists, orders, rest
from .front import HERE, PAGES
from .seed import build

ACCOUNT = Account("emma.lopez@gmail.com", "Password.123")
PARTS = (addresses, cart, checkout, customer, letters, lists, orders, rest, browse)


def site(store: Store | None = None) -> SiteApp:
    """The shop, ready to be served; on the back office's ``store``, or on data of its own."""
    static = Mount("/static", StaticFiles(directory=HERE / "static"))
    routes = [static, *(route for part in PARTS for route in part.ROUTES)]
    app = application(routes, PAGES, cookie="PHPSESSID")
    app.state.store = store or Store(build)
    return SiteApp("shopping", app, app.state.store, ACCOUNT)
