"""The customer's address book."""

import sqlite3
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.web import flash, go, not_found

from .front import fields, members, page, store
from .seed import ADDRESS

BOOK = "/customer/address/"
ROLES = ("billing", "shipping")
"""Each role has one default address, so a new one takes it from the old one."""


@members
async def book(request: Request, member: sqlite3.Row) -> Response:
    addresses = store(request).rows(
        "SELECT * FROM address WHERE customer = ? ORDER BY id", member["id"]
    )
    return page(request, "addresses.html", addresses=addresses)


@members
async def blank(request: Request, member: sqlite3.Row) -> Response:
    names = {"firstname": member["firstname"], "lastname": member["lastname"]}
    return page(request, "address.html", address=names | {"country": "United States"})


@members
async def edit(request: Request, member: sqlite3.Row) -> Response:
    return page(request, "address.html", address=_address(request, member))


@members
async def create(request: Request, member: sqlite3.Row) -> Response:
    form, shop = await fields(request), store(request)
    if _incomplete(form):
        flash(request, "Please fill in all fields of the address.", "error")
        return page(request, "address.html", address=form)
    first = shop.row("SELECT id FROM address WHERE customer = ?", member["id"]) is None
    marks = ", ".join("?" * len(ADDRESS))
    address = shop.write(
        f"INSERT INTO address (customer, {', '.join(ADDRESS)}) VALUES (?, {marks})",
        member["id"],
        *(form[name] for name in ADDRESS),
    )
    roles = dict.fromkeys(ROLES, "1") if first else form
    _assign(request, member["id"], address, roles)
    flash(request, "You saved the address.")
    return go(request.session.pop("after_address", BOOK))


@members
async def change(request: Request, member: sqlite3.Row) -> Response:
    form, address = await fields(request), _address(request, member)
    if _incomplete(form):
        flash(request, "Please fill in all fields of the address.", "error")
        return page(request, "address.html", address=form | {"id": address["id"]})
    store(request).write(
        f"UPDATE address SET {', '.join(f'{name} = ?' for name in ADDRESS)} WHERE id = ?",
        *(form[name] for name in ADDRESS),
        address["id"],
    )
    _assign(request, member["id"], address["id"], form)
    flash(request, "You saved the address.")
    return go(BOOK)


@members
async def delete(request: Request, member: sqlite3.Row) -> Response:
    address = _address(request, member)
    if address["billing"] or address["shipping"]:
        flash(request, "A default address cannot be deleted.", "error")
    else:
        store(request).write("DELETE FROM address WHERE id = ?", address["id"])
        flash(request, "You deleted the address.")
    return go(BOOK)


def _address(request: Request, member: sqlite3.Row) -> sqlite3.Row:
    found = store(request).row(
        "SELECT * FROM address WHERE id = ? AND customer = ?",
        request.path_params["number"],
        member["id"],
    )
    if found is None:
        raise not_found()
    return found


def _incomplete(form: Mapping[str, str]) -> bool:
    return not all(form.get(name) for name in ADDRESS)


def _assign(request: Request, member: int, address: int, form: Mapping[str, str]) -> None:
    for role in ROLES:
        if form.get(role):
            store(request).write(
                f"UPDATE address SET {role} = (id = ?) WHERE customer = ?", address, member
            )


ROUTES = [
    Route(BOOK, book),
    Route("/customer/address/new/", blank),
    Route("/customer/address/new/", create, methods=["POST"]),
    Route("/customer/address/edit/id/{number:int}/", edit),
    Route("/customer/address/edit/id/{number:int}/", change, methods=["POST"]),
    Route("/customer/address/delete/id/{number:int}/", delete, methods=["POST"]),
]
