"""Publishing, editing and deleting one's own listings."""

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.pictures import as_png
from pytest_vwa.arena.web import TODAY, cents, flash, go, whole

from .frame import fields, member, show, store_of
from .pages import asked_listing, item_url

MY_LISTINGS = "/index.php?page=user&action=items"
BLANK = {"background": "#e4e7eb", "text": "No photo yet"}


class _Refused(Exception):
    """The form or the right to post it is lacking; the text is for the user."""


@member
async def add_form(request: Request, user: sqlite3.Row) -> Response:
    return show(request, "publish.html", values=_from_user(user), listing=None)


@member
async def add(request: Request, user: sqlite3.Row) -> Response:
    form = await fields(request)
    try:
        columns = _columns(request, form) | await _photo(request)
    except _Refused as refused:
        flash(request, str(refused), "error")
        return show(request, "publish.html", values=form, listing=None)
    columns |= {"user_id": user["id"], "published": TODAY.isoformat(), "picture": json.dumps(BLANK)}
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    number = store_of(request).write(
        f"INSERT INTO listings ({names}) VALUES ({marks})", *columns.values()
    )
    flash(request, "Your listing has been published.")
    return go(item_url(number))


@member
async def edit_form(request: Request, user: sqlite3.Row) -> Response:
    try:
        listing = _own(request, user)
    except _Refused as refused:
        return _turned_away(request, refused)
    return show(request, "publish.html", values=_from_listing(listing), listing=listing)


@member
async def edit(request: Request, user: sqlite3.Row) -> Response:
    form = await fields(request)
    try:
        listing = _own(request, user)
    except _Refused as refused:
        return _turned_away(request, refused)
    try:
        columns = _columns(request, form) | await _photo(request)
    except _Refused as refused:
        flash(request, str(refused), "error")
        return show(request, "publish.html", values=form, listing=listing)
    changes = ", ".join(f"{name} = ?" for name in columns)
    store_of(request).write(
        f"UPDATE listings SET {changes} WHERE id = ?", *columns.values(), listing["id"]
    )
    flash(request, "Your listing has been updated.")
    return go(item_url(listing["id"]))


@member
async def delete_form(request: Request, user: sqlite3.Row) -> Response:
    try:
        return show(request, "delete.html", listing=_own(request, user))
    except _Refused as refused:
        return _turned_away(request, refused)


@member
async def delete(request: Request, user: sqlite3.Row) -> Response:
    try:
        listing = _own(request, user)
    except _Refused as refused:
        return _turned_away(request, refused)
    for table in ("comments", "marks", "messages"):
        store_of(request).write(f"DELETE FROM {table} WHERE listing_id = ?", listing["id"])
    store_of(request).write("DELETE FROM listings WHERE id = ?", listing["id"])
    flash(request, f"Your listing “{listing['title']}” has been deleted.")
    return go(MY_LISTINGS)


def _own(request: Request, user: sqlite3.Row) -> sqlite3.Row:
    listing = asked_listing(request)
    if listing["user_id"] != user["id"]:
        raise _Refused("This listing belongs to another user: you cannot change it.")
    return listing


def _turned_away(request: Request, refused: _Refused) -> Response:
    flash(request, str(refused), "error")
    return go(MY_LISTINGS)


def _columns(request: Request, form: Mapping[str, str]) -> dict[str, Any]:
    """The form as columns of the table; the first thing that is missing is refused."""
    for name in ("title", "description", "city", "contactName", "contactEmail"):
        if not form.get(name):
            raise _Refused(f"Please fill in the field “{_LABELS[name]}”.")
    price, category = cents(form.get("price")), whole(form.get("catId"))
    if price is None:
        raise _Refused("Please give the price as a number, such as 120 or 99.50.")
    if not store_of(request).row("SELECT id FROM categories WHERE id = ?", category):
        raise _Refused("Please choose a category.")
    texts = {column: form.get(name, "") for column, name in _TEXTS.items()}
    return {**texts, "price": price, "category_id": category}


_LABELS = {
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


async def _photo(request: Request) -> dict[str, Any]:
    """The uploaded photo as a column; none when none was chosen."""
    upload = (await request.form()).get("photo")
    data = await upload.read() if isinstance(upload, UploadFile) else b""
    if not data:
        return {}
    photo = as_png(data)
    if photo is None:
        raise _Refused("The photo could not be read: please choose a PNG or JPEG picture.")
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
