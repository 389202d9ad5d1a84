"""Logging in and out, registering, and the pages of one's own."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.web import TODAY, flash, go

from . import listings
from .frame import fields, member, show, store_of

DASHBOARD = "/index.php?page=user&action=dashboard"
PROFILE = "/index.php?page=user&action=profile"


async def login_form(request: Request) -> Response:
    return show(request, "login.html", email="")


async def login(request: Request) -> Response:
    form = await fields(request)
    user = _by_email(request, form.get("email", ""))
    if not user or user["password"] != form.get("password"):
        flash(request, "The e-mail or the password is wrong. Please try again.", "error")
        return show(request, "login.html", email=form.get("email", ""))
    request.session["user"] = user["id"]
    return go(request.session.pop("next", DASHBOARD))


async def logout(request: Request) -> Response:
    request.session.clear()
    return go("/index.php")


async def register_form(request: Request) -> Response:
    return show(request, "register.html", values={})


async def register(request: Request) -> Response:
    form = await fields(request)
    if fault := _fault(request, form):
        flash(request, fault, "error")
        return show(request, "register.html", values=form)
    request.session["user"] = store_of(request).write(
        "INSERT INTO users (name, email, password, phone, city, region, joined)"
        " VALUES (?, ?, ?, '', '', '', ?)",
        *(form["name"], form["email"], form["password"], TODAY.isoformat()),
    )
    flash(request, "Your account has been created. Welcome!")
    return go(DASHBOARD)


@member
async def dashboard(request: Request, user: sqlite3.Row) -> Response:
    own = listings.of_seller(store_of(request), user["id"])
    liked = listings.favourites(store_of(request), user["id"])
    messages = store_of(request).rows(
        "SELECT messages.*, listings.title FROM messages"
        " JOIN listings ON listings.id = listing_id WHERE user_id = ? ORDER BY messages.id DESC",
        user["id"],
    )
    return show(request, "dashboard.html", own=own, favourites=liked, messages=messages)


@member
async def items(request: Request, user: sqlite3.Row) -> Response:
    own = listings.of_seller(store_of(request), user["id"])
    return show(request, "my_listings.html", listings=own)


@member
async def profile_form(request: Request, user: sqlite3.Row) -> Response:
    return show(request, "profile.html")


@member
async def profile(request: Request, user: sqlite3.Row) -> Response:
    form = await fields(request)
    if not form.get("name"):
        flash(request, "Please give your name.", "error")
    else:
        store_of(request).write(
            "UPDATE users SET name = ?, phone = ?, city = ?, region = ? WHERE id = ?",
            *(form.get(name, "") for name in ("name", "phone", "city", "region")),
            user["id"],
        )
        flash(request, "Your profile has been updated.")
    return go(PROFILE)


def _by_email(request: Request, email: str) -> sqlite3.Row | None:
    return store_of(request).row("SELECT * FROM users WHERE email = ?", email)


def _fault(request: Request, form: dict[str, str]) -> str:
    """Why nobody can register with this form; "" when somebody can."""
    if not all(form.get(name) for name in ("name", "email", "password")):
        return "Please fill in name, e-mail and password."
    if "@" not in form["email"]:
        return "Please give a valid e-mail address."
    if form["password"] != form.get("password2"):
        return "The two passwords differ."
    if _by_email(request, form["email"]):
        return "There is an account with this e-mail already."
    return ""
