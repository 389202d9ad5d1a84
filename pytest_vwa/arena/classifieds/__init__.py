"""An embedded classifieds site in the shape of OSClass."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import SiteApp, application, not_found

from . import account, pages, publish
from .frame import PAGES, Handler
from .seed import ACCOUNT, build

HANDLERS: dict[tuple[str, str, str], Handler] = {
    ("GET", "", ""): pages.home,
    ("GET", "search", ""): pages.search,
    ("GET", "item", ""): pages.item,
    ("POST", "item", "add_comment"): pages.comment,
    ("POST", "item", "contact_post"): pages.contact,
    ("POST", "item", "mark"): pages.mark,
    ("GET", "item", "item_add"): publish.add_form,
    ("POST", "item", "item_add"): publish.add,
    ("GET", "item", "item_edit"): publish.edit_form,
    ("POST", "item", "item_edit"): publish.edit,
    ("GET", "item", "item_delete"): publish.delete_form,
    ("POST", "item", "item_delete"): publish.delete,
    ("GET", "login", ""): account.login_form,
    ("POST", "login", ""): account.login,
    ("GET", "register", ""): account.register_form,
    ("POST", "register", ""): account.register,
    ("GET", "main", "logout"): account.logout,
    ("GET", "user", "dashboard"): account.dashboard,
    ("GET", "user", "items"): account.items,
    ("GET", "user", "profile"): account.profile_form,
    ("POST", "user", "profile"): account.profile,
    ("GET", "user", "pub_profile"): pages.public_profile,
    ("POST", "reset", ""): pages.reset,
}
"""By method, ``page`` and ``action``: everything goes through one address, as in OSClass."""


def site() -> SiteApp:
    store = Store(build)
    files = StaticFiles(directory=Path(__file__).with_name("static"))
    routes = [
        Route("/", _index, methods=["GET", "POST"]),
        Route("/index.php", _index, methods=["GET", "POST"]),
        Route("/oc-content/uploads/{folder:int}/{number:int}.png", pages.picture),
        Mount("/static", files),
    ]
    app = application(routes, PAGES, cookie="osclass")
    app.state.store = store
    return SiteApp("classifieds", app, store, ACCOUNT)


async def _index(request: Request) -> Response:
    asked = request.query_params
    method = "GET" if request.method == "HEAD" else request.method
    handler = HANDLERS.get((method, asked.get("page", ""), asked.get("action", "")))
    if not handler:
        raise not_found()
    return await handler(request)
