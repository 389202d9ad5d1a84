"""Signing in and out, registering, and the user's own profile."""

import re
import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.web import TODAY, flash, go

from .access import SIGN_IN, member, store_of, user_of
from .frame import fields, show

SHORTEST_PASSWORD = 8
PROFILE = {
    "name": "user[name]", "status": "user[status][message]", "job": "user[job_title]",
    "place": "user[location]", "website": "user[website_url]", "bio": "user[bio]",
}  # fmt: skip
"""Columns and the fields of the form that set them."""


async def login(request: Request) -> Response:
    return go("/") if user_of(request) else show(request, "login.html")


async def sign_in(request: Request) -> Response:
    form, store = await fields(request), store_of(request)
    name = form.get("user[login]", "")
    # The data are public and live in memory only, so passwords are kept as they are.
    user = store.row(
        "SELECT * FROM person WHERE (username = ? OR email = ?) AND password = ?",
        *(name, name, form.get("user[password]", "")),
    )
    if not user:
        flash(request, "Invalid login or password.", "error")
        return show(request, "login.html", login=name)
    request.session["person"] = user["id"]
    return go(request.session.pop("next", "/"))


async def sign_out(request: Request) -> Response:
    request.session.clear()
    flash(request, "You are signed out.")
    return go(SIGN_IN)


async def registration(request: Request) -> Response:
    return show(request, "register.html", form={})


async def register(request: Request) -> Response:
    form, store = await fields(request), store_of(request)
    problem = _problem(form)
    if not problem and store.row(
        "SELECT id FROM person WHERE username = ? OR email = ?", form["username"], form["email"]
    ):
        problem = "That username or e-mail is already taken."
    if problem:
        flash(request, problem, "error")
        return show(request, "register.html", form=form)
    request.session["person"] = store.write(
        "INSERT INTO person (username, name, email, password, joined) VALUES (?, ?, ?, ?, ?)",
        *(form["username"], form["name"], form["email"], form["password"], TODAY.isoformat()),
    )
    flash(request, f"Welcome! You have signed up as @{form['username']}.")
    return go("/")


@member
async def profile(request: Request, user: sqlite3.Row) -> Response:
    return show(request, "profile.html", values=user, names=PROFILE)


@member
async def save_profile(request: Request, user: sqlite3.Row) -> Response:
    form = await fields(request)
    values = {column: form.get(name, user[column]) for column, name in PROFILE.items()}
    if not values["name"]:
        flash(request, "Name can't be blank.", "error")
        return show(request, "profile.html", values=values, names=PROFILE)
    changes = ", ".join(f"{column} = ?" for column in values)
    store_of(request).write(
        f"UPDATE person SET {changes} WHERE id = ?", *values.values(), user["id"]
    )
    flash(request, "Profile was successfully updated.")
    return go("/-/profile")


def _problem(form: dict[str, str]) -> str:
    """What keeps a registration from being accepted; "" when nothing does."""
    if not form.get("name"):
        return "Name can't be blank."
    if not re.fullmatch(r"[A-Za-z0-9_][\w.-]{1,38}", form.get("username", "")):
        return "A username has 2 to 39 letters, digits, dots, dashes or underscores."
    if "@" not in form.get("email", ""):
        return "Please give a valid e-mail address."
    if len(form.get("password", "")) < SHORTEST_PASSWORD:
        return f"A password has at least {SHORTEST_PASSWORD} characters."
    return ""


ROUTES = [
    Route(SIGN_IN, login),
    Route(SIGN_IN, sign_in, methods=["POST"]),
    Route("/users/sign_out", sign_out, methods=["GET", "POST"]),
    Route("/users/sign_up", registration),
    Route("/users", register, methods=["POST"]),
    Route("/-/profile", profile),
    Route("/-/profile", save_profile, methods=["POST"]),
]
