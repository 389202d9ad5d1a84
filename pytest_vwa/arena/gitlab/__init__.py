"""The arena's forge, in the shape of GitLab: Riverforge."""

from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import SiteApp, application
from pytest_vwa.core.site import Account

from . import (
    account,
    catalogue,
    code,
    creating,
    dashboard,
    editing,
    issues,
    merging,
    people,
    planning,
)
from .frame import HERE, PAGES
from .seed import build

ACCOUNT = Account("byteblaze", "hello1234")
PARTS = (account, catalogue, creating, dashboard, editing, issues, merging, people, planning, code)


def site() -> SiteApp:
    """The forge with its own data, ready to be served."""
    static = Mount("/static", StaticFiles(directory=HERE / "static"))
    routes = [static, *(route for part in PARTS for route in part.ROUTES), *people.LAST]
    app = application(routes, PAGES, cookie="_gitlab_session")
    app.state.store = Store(build)
    return SiteApp("gitlab", app, app.state.store, ACCOUNT)
