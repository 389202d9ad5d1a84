"""Signing in to the back office and out of it."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import fields
from pytest_vwa.arena.web import flash, go

from .desk import BASE, STAFF, clerk, page

DASHBOARD = f"{BASE}/dashboard"
WRONG = (
    "The account sign-in was incorrect or your account is disabled temporarily. "
    "Please wait and try again later."
)


async def door(request: Request) -> Response:
    return go(DASHBOARD) if clerk(request) else page(request, "login.html")


async def enter(request: Request) -> Response:
    form = await fields(request)
    name = form.get("login[username]", "")
    found = STAFF.get(name)
    if found is None or found.password != form.get("login[password]", ""):
        flash(request, WRONG, "error")
        return go(f"{BASE}/")
    request.session["clerk"] = name
    return go(request.session.pop("after_login", DASHBOARD))


async def leave(request: Request) -> Response:
    request.session.clear()
    flash(request, "You have logged out.")
    return go(f"{BASE}/")


ROUTES = [
    Route("/", door),
    Route("/auth/login/", enter, methods=["POST"]),
    Route("/auth/logout/", leave),
]
