"""Signing in and out, registering, and the customer's own pages."""

import sqlite3
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.web import flash, go

from .cart import hand_over
from .front import LOGIN, customer, fields, members, page, store, visitor

ACCOUNT = "/customer/account/"
SHORTEST_PASSWORD = 8


async def login(request: Request) -> Response:
    return go(ACCOUNT) if customer(request) else page(request, "login.html")


async def sign_in(request: Request) -> Response:
    form = await fields(request)
    # The data are public and live in memory only, so passwords are kept as they are.
    member = store(request).row(
        "SELECT * FROM customer WHERE email = ? AND password = ?",
        form.get("login[username]", ""),
        form.get("login[password]", ""),
    )
    if member is None:
        flash(
            request,
            "The account sign-in was incorrect. Please check e-mail and password and try again.",
            "error",
        )
        return go(LOGIN)
    return _enter(request, member["id"])


async def logout(request: Request) -> Response:
    request.session.clear()
    flash(request, "You are signed out.")
    return go("/")


async def registration(request: Request) -> Response:
    return page(request, "register.html", form={})


async def register(request: Request) -> Response:
    form, shop = await fields(request), store(request)
    problem = _problem(form)
    if not problem and shop.row("SELECT id FROM customer WHERE email = ?", form["email"]):
        problem = "There is already an account with this email address."
    if problem:
        flash(request, problem, "error")
        return page(request, "register.html", form=form)
    member = shop.write(
        "INSERT INTO customer (firstname, lastname, email, password) VALUES (?, ?, ?, ?)",
        *(form[name] for name in ("firstname", "lastname", "email", "password")),
    )
    flash(request, "Thank you for registering with Copper Lane Market.")
    return _enter(request, member)


@members
async def dashboard(request: Request, member: sqlite3.Row) -> Response:
    shop = store(request)
    recent = shop.rows(
        "SELECT * FROM orders WHERE customer = ? ORDER BY created DESC, id DESC LIMIT 5",
        member["id"],
    )
    addresses = shop.rows("SELECT * FROM address WHERE customer = ?", member["id"])
    return page(request, "dashboard.html", orders=recent, addresses=addresses)


@members
async def information(request: Request, member: sqlite3.Row) -> Response:
    return page(request, "information.html")


@members
async def inform(request: Request, member: sqlite3.Row) -> Response:
    """New names; a new password when one is given and the present one is right."""
    form = await fields(request)
    if not (form.get("firstname") and form.get("lastname")):
        flash(request, "Please enter first and last name.", "error")
        return go("/customer/account/edit/")
    password = form.get("password") or member["password"]
    if form.get("password") and form.get("current_password") != member["password"]:
        flash(request, "The current password is not right.", "error")
        return go("/customer/account/edit/")
    store(request).write(
        "UPDATE customer SET firstname = ?, lastname = ?, password = ? WHERE id = ?",
        form["firstname"],
        form["lastname"],
        password,
        member["id"],
    )
    flash(request, "You saved the account information.")
    return go(ACCOUNT)


def _enter(request: Request, member: int) -> Response:
    hand_over(store(request), visitor(request), f"customer {member}")
    request.session["customer"] = member
    return go(request.session.pop("after_login", ACCOUNT))


def _problem(form: Mapping[str, str]) -> str:
    """What keeps a registration from being accepted; "" when nothing does."""
    if not all(form.get(name) for name in ("firstname", "lastname", "email")):
        return "Please fill in first name, last name and email."
    if "@" not in form["email"]:
        return "Please enter a valid email address."
    if len(form.get("password", "")) < SHORTEST_PASSWORD:
        return f"A password has at least {SHORTEST_PASSWORD} characters."
    if form["password"] != form.get("password_confirmation"):
        return "The two passwords are not the same."
    return ""


ROUTES = [
    Route(LOGIN, login),
    Route("/customer/account/loginPost/", sign_in, methods=["POST"]),
    Route("/customer/account/logout/", logout),
    Route("/customer/account/create/", registration),
    Route("/customer/account/createpost/", register, methods=["POST"]),
    Route("/customer/account/edit/", information),
    Route("/customer/account/editPost/", inform, methods=["POST"]),
    Route(ACCOUNT, dashboard),
]
