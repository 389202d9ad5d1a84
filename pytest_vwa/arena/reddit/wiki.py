"""The wiki, which every member may write in."""

import re
import sqlite3

from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.web import flash, go, not_found

from .frame import fields, member, show, store_of
from .schema import moment

_SELECT = "SELECT wiki.*, users.name AS author FROM wiki JOIN users ON users.id = user_id"


async def page(request: Request) -> Response:
    path = request.path_params.get("path", "index")
    found = store_of(request).row(f"{_SELECT} WHERE path = ?", path)
    if not found:
        raise not_found()
    return show(request, "wiki.html", page=found)


async def every(request: Request) -> Response:
    pages = store_of(request).rows(f"{_SELECT} ORDER BY title")
    return show(request, "wiki_all.html", pages=pages)


@member
async def edit_form(request: Request, user: sqlite3.Row) -> Response:
    path = request.path_params["path"]
    found = store_of(request).row(f"{_SELECT} WHERE path = ?", path)
    return show(request, "wiki_edit.html", path=path, values=dict(found) if found else {})


@member
async def edit(request: Request, user: sqlite3.Row) -> Response:
    """Changes a page, or begins one."""
    path, form, store = request.path_params["path"], await fields(request), store_of(request)
    fault = ""
    if not re.fullmatch(r"[a-z0-9][a-z0-9_]{2,39}", path):
        fault = "The address of a page has lower-case letters, digits and underscores."
    elif not form.get("title") or not form.get("body"):
        fault = "Title and body must not be empty."
    if fault:
        flash(request, fault, "error")
        return show(request, "wiki_edit.html", path=path, values=form)
    store.write(
        "INSERT OR REPLACE INTO wiki VALUES (?, ?, ?, ?, ?)",
        *(path, form["title"], form["body"], user["id"], moment(store)),
    )
    flash(request, "The page was saved.")
    return go(f"/wiki/{path}")
