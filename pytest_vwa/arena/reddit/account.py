"""Logging in and out, registering, and what one says of oneself."""

import re
import sqlite3

from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import flash, go

from .frame import LOGIN, fields, own, refuse, show, store_of, user_url
from .schema import moment

SHORTEST = 8
"""Characters of a new password."""


async def login_form(request: Request) -> Response:
    return show(request, "login.html", name="")


async def login(request: Request) -> Response:
    form = await fields(request)
    user = _by_name(store_of(request), form.get("_username", ""))
    if not user or user["password"] != form.get("_password"):
        flash(request, "Username or password is wrong.", "error")
        return show(request, "login.html", name=form.get("_username", ""))
    request.session["user"] = user["id"]
    return go(request.session.pop("next", "/"))


async def logout(request: Request) -> Response:
    request.session.clear()
    return go("/")


async def register_form(request: Request) -> Response:
    return show(request, "register.html", values={})


async def register(request: Request) -> Response:
    form, store = await fields(request), store_of(request)
    fault = _name_fault(store, form.get("username", ""), 0) or _password_fault(form)
    if fault:
        flash(request, fault, "error")
        return show(request, "register.html", values=form)
    request.session["user"] = store.write(
        "INSERT INTO users (name, password, email, joined) VALUES (?, ?, ?, ?)",
        *(form["username"], form["password"], form.get("email", ""), moment(store)),
    )
    flash(request, f"Your account was created. Welcome, {form['username']}!")
    return go("/")


@own
async def account_form(request: Request, user: sqlite3.Row) -> Response:
    return show(request, "account.html", person=user)


@own
async def save_account(request: Request, user: sqlite3.Row) -> Response:
    form, store = await fields(request), store_of(request)
    name = form.get("username", "")
    fault = _name_fault(store, name, user["id"])
    if not fault and form.get("password"):
        fault = _password_fault(form)
    if fault:
        return refuse(request, fault, f"{user_url(user['name'])}/account")
    store.write(
        "UPDATE users SET name = ?, email = ?, password = ? WHERE id = ?",
        *(name, form.get("email", ""), form.get("password") or user["password"], user["id"]),
    )
    flash(request, "Your account was saved.")
    return go(f"{user_url(name)}/account")


@own
async def delete_form(request: Request, user: sqlite3.Row) -> Response:
    return show(request, "delete_account.html", person=user)


@own
async def delete(request: Request, user: sqlite3.Row) -> Response:
    """The name goes, what was written stays."""
    if (await fields(request)).get("name") != user["name"]:
        fault = "Please type your username to confirm."
        return refuse(request, fault, f"{user_url(user['name'])}/delete_account")
    sql = "UPDATE users SET name = ?, password = NULL, bio = '' WHERE id = ?"
    store_of(request).write(sql, f"deleted_{user['id']}", user["id"])
    request.session.clear()
    flash(request, "Your account was deleted.")
    return go(LOGIN)


@own
async def biography_form(request: Request, user: sqlite3.Row) -> Response:
    return show(request, "biography.html", person=user)


@own
async def save_biography(request: Request, user: sqlite3.Row) -> Response:
    text = (await fields(request)).get("biography", "")
    store_of(request).write("UPDATE users SET bio = ? WHERE id = ?", text, user["id"])
    flash(request, "Your biography was saved.")
    return go(f"{user_url(user['name'])}/edit_biography")


@own
async def preferences_form(request: Request, user: sqlite3.Row) -> Response:
    return show(request, "preferences.html", person=user)


@own
async def save_preferences(request: Request, user: sqlite3.Row) -> Response:
    front = (await fields(request)).get("front", "")
    if front in ("all", "subscribed"):
        store_of(request).write("UPDATE users SET front = ? WHERE id = ?", front, user["id"])
        flash(request, "Your preferences were saved.")
    return go(f"{user_url(user['name'])}/preferences")


def _by_name(store: Store, name: str) -> sqlite3.Row | None:
    return store.row("SELECT * FROM users WHERE name = ?", name)


def _name_fault(store: Store, name: str, own_id: int) -> str:
    """Why nobody can have this name; "" when somebody can."""
    if not re.fullmatch(r"\w{3,25}", name):
        return "The username needs 3 to 25 letters, digits or underscores."
    holder = _by_name(store, name)
    return f"The username {name} is taken." if holder and holder["id"] != own_id else ""


def _password_fault(form: dict[str, str]) -> str:
    if len(form.get("password", "")) < SHORTEST:
        return f"The password needs {SHORTEST} characters or more."
    return "" if form.get("password") == form.get("password2") else "The two passwords differ."
