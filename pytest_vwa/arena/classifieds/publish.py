"""Publishing, editing and deleting one's own listings."""

import json
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.pictures import as_png
from pytest_vwa.arena.web import TODAY, cents, flash, go, whole

from .frame import Handler, fields, member, show, store_of
from .pages import asked_listing, item_url

MY_LISTINGS = "/index.php?page=user&action=items"
BLANK = {"background": "#e4e7eb", "text": "No photo"}
_REQUIRED = {
    "title": "Title",
    "description": "Description",
    "city": "City",
    "contactName": "Contact name",
    "contactEmail": "Contact e-mail",
}
_TEXTS = {
    "title": "title",
    "description": "description",
    "city": "city",
    "region": "region",
    "contact_name": "contactName",
    "contact_email": "contactEmail",
    "contact_phone": "contactPhone",
}

OwnerHandler = Callable[[Request, sqlite3.Row], Awaitable[Response]]


class FormError(Exception):
    """What was posted cannot be a listing; the text is for the user."""


def owner(handler: OwnerHandler) -> Handler:
    """A page for the one who published the listing named by ``id``."""

    @member
    async def guarded(request: Request, user: sqlite3.Row) -> Response:
        listing = asked_listing(request)
        if listing["user_id"] == user["id"]:
            return await handler(request, listing)
        flash(request, "This listing belongs to another user: you cannot change it.", "error")
        return go(MY_LISTINGS)

    return guarded


@member
async def add_form(request: Request, user: sqlite3.Row) -> Response:
    return show(request, "publish.html", values=_from_user(user), listing=None)


@member
async def add(request: Request, user: sqlite3.Row) -> Response:
    form = await fields(request)
    try:
        columns = _columns(request, form) | await _photo(request)
    except FormError as error:
        flash(request, str(error), "error")
        return show(request, "publish.html", values=form, listing=None)
    columns |= {"user_id": user["id"], "published": TODAY.isoformat(), "picture": json.dumps(BLANK)}
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    number = store_of(request).write(
        f"INSERT INTO listings ({names}) VALUES ({marks})", *columns.values()
    )
    flash(request, "Your listing has been published.")
    return go(item_url(number))


@owner
async def edit_form(request: Request, listing: sqlite3.Row) -> Response:
    return show(request, "publish.html", values=_from_listing(listing), listing=listing)


@owner
async def edit(request: Request, listing: sqlite3.Row) -> Response:
    form = await fields(request)
    try:
        columns = _columns(request, form) | await _photo(request)
    except FormError as error:
        flash(request, str(error), "error")
        return show(request, "publish.html", values=form, listing=listing)
    changes = ", ".join(f"{name} = ?" for name in columns)
    store_of(request).write(
        f"UPDATE listings SET {changes} WHERE id = ?", *columns.values(), listing["id"]
    )
    flash(request, "Your listing has been updated.")
    return go(item_url(listing["id"]))


@owner
async def delete_form(request: Request, listing: sqlite3.Row) -> Response:
    return show(request, "delete.html", listing=listing)


@owner
async def delete(request: Request, listing: sqlite3.Row) -> Response:
    for table in ("comments", "marks", "messages"):
        store_of(request).write(f"DELETE FROM {table} WHERE listing_id = ?", listing["id"])
    store_of(request).write("DELETE FROM listings WHERE id = ?", listing["id"])
    flash(request, f"Your listing “{listing['title']}” has been deleted.")
    return go(MY_LISTINGS)


def _columns(request: Request, form: Mapping[str, str]) -> dict[str, Any]:
    """The form as columns of the table; the first thing that is missing is refused."""
    for name, label in _REQUIRED.items():
        if not form.get(name):
            raise FormError(f"Please fill in the field “{label}”.")
    price, category = cents(form.get("price")), whole(form.get("catId"))
    if price is None:
        raise FormError("Please give the price as a number, such as 120 or 99.50.")
    if not store_of(request).row("SELECT id FROM categories WHERE id = ?", category):
        raise FormError("Please choose a category.")
    texts = {column: form.get(name, "") for column, name in _TEXTS.items()}
    return {**texts, "price": price, "category_id": category}


async def _photo(request: Request) -> dict[str, Any]:
    """The uploaded photo as a column; none when none was chosen."""
    upload = (await request.form()).get("photo")
    data = await upload.read() if isinstance(upload, UploadFile) else b""
    if not data:
        return {}
    photo = as_png(data)
    if photo is None:
        raise FormError("The photo could not be read: please choose a PNG or JPEG picture.")
    return {"photo": photo}


def _from_user(user: sqlite3.Row) -> dict[str, str]:
    return {
        "city": user["city"],
        "region": user["region"],
        "contactName": user["name"],
        "contactEmail": user["email"],
        "contactPhone": user["phone"],
    }


def _from_listing(listing: sqlite3.Row) -> dict[str, str]:
    texts = {name: listing[column] for column, name in _TEXTS.items()}
    price = f"{listing['price'] / 100:.2f}"
    return {**texts, "price": price, "catId": str(listing["category_id"])}
