"""Forums: the list of them, subscribing, founding and changing one."""

import re
import sqlite3

from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.web import Pagination, flash, go, not_found

from .frame import fields, forum_named, member, moderates, refuse, show, store_of, user_of
from .schema import moment

PAGE_SIZE = 25
ORDERS = {
    "name": "Name",
    "title": "Title",
    "submissions": "Submissions",
    "subscribers": "Subscribers",
}
_SELECT = """
SELECT forums.*, (SELECT count(*) FROM posts WHERE forum_id = forums.id) AS submissions,
    EXISTS (SELECT 1 FROM subscriptions WHERE forum_id = forums.id AND user_id = ?) AS subscribing
FROM forums ORDER BY
"""
_BY = {
    "name": "name COLLATE NOCASE",
    "title": "title COLLATE NOCASE",
    "submissions": "submissions DESC, name COLLATE NOCASE",
    "subscribers": "subscribers DESC, name COLLATE NOCASE",
}


async def by_size(request: Request) -> Response:
    return _list(request, "subscribers")


async def ordered(request: Request) -> Response:
    order = request.path_params["order"]
    if order not in ORDERS:
        raise not_found()
    return _list(request, order)


async def names(request: Request) -> Response:
    """Every forum by its name, from A to Z."""
    rows = store_of(request).rows("SELECT name FROM forums ORDER BY name COLLATE NOCASE")
    letters: dict[str, list[str]] = {}
    for row in rows:
        letters.setdefault(row["name"][0].upper(), []).append(row["name"])
    return show(request, "forum_names.html", letters=letters)


@member
async def subscribe(request: Request, user: sqlite3.Row) -> Response:
    forum = forum_named(request)
    sql = "INSERT OR IGNORE INTO subscriptions (user_id, forum_id) VALUES (?, ?)"
    return _change(request, sql, user, forum, 1)


@member
async def unsubscribe(request: Request, user: sqlite3.Row) -> Response:
    forum = forum_named(request)
    sql = "DELETE FROM subscriptions WHERE user_id = ? AND forum_id = ?"
    return _change(request, sql, user, forum, -1)


@member
async def create_form(request: Request, user: sqlite3.Row) -> Response:
    return show(request, "forum_form.html", values={}, forum=None)


@member
async def create(request: Request, user: sqlite3.Row) -> Response:
    form, store = await fields(request), store_of(request)
    fault = _fault(form) or _taken(request, form["name"])
    if fault:
        flash(request, fault, "error")
        return show(request, "forum_form.html", values=form, forum=None)
    number = store.write(
        "INSERT INTO forums (name, title, description, sidebar, created, subscribers)"
        " VALUES (?, ?, ?, ?, ?, 1)",
        *(form[name] for name in ("name", "title", "description", "sidebar")),
        moment(store),
    )
    store.write("INSERT INTO moderators VALUES (?, ?)", number, user["id"])
    store.write("INSERT INTO subscriptions VALUES (?, ?)", user["id"], number)
    return go(f"/f/{form['name']}")


@member
async def edit_form(request: Request, user: sqlite3.Row) -> Response:
    forum = forum_named(request)
    if not moderates(store_of(request), user, forum["id"]):
        return _not_yours(request, forum)
    return show(request, "forum_form.html", values=dict(forum), forum=forum)


@member
async def edit(request: Request, user: sqlite3.Row) -> Response:
    forum, form = forum_named(request), await fields(request)
    if not moderates(store_of(request), user, forum["id"]):
        return _not_yours(request, forum)
    form["name"] = forum["name"]
    if fault := _fault(form):
        flash(request, fault, "error")
        return show(request, "forum_form.html", values=form, forum=forum)
    store_of(request).write(
        "UPDATE forums SET title = ?, description = ?, sidebar = ? WHERE id = ?",
        *(form["title"], form["description"], form["sidebar"], forum["id"]),
    )
    flash(request, "The forum was saved.")
    return go(f"/f/{forum['name']}/edit")


def _list(request: Request, order: str) -> Response:
    store, user = store_of(request), user_of(request)
    rows = store.rows(f"{_SELECT} {_BY[order]}", user and user["id"])
    page = Pagination.at(request.query_params.get("p"), PAGE_SIZE, len(rows))
    return show(
        request,
        "forums.html",
        forums=rows[page.offset : page.last],
        page=page,
        order=order,
        orders=ORDERS,
    )


def _change(request: Request, sql: str, user: sqlite3.Row, forum: sqlite3.Row, by: int) -> Response:
    """Subscribes or unsubscribes, once, and goes back to where the button stood."""
    store = store_of(request)
    state = "SELECT count(*) FROM subscriptions WHERE user_id = ? AND forum_id = ?"
    before = store.rows(state, user["id"], forum["id"])
    store.write(sql, user["id"], forum["id"])
    if store.rows(state, user["id"], forum["id"]) != before:
        counted = "UPDATE forums SET subscribers = subscribers + ? WHERE id = ?"
        store.write(counted, by, forum["id"])
    listed = "/forums" in request.headers.get("referer", "")
    return go("/forums" if listed else f"/f/{forum['name']}")


def _fault(form: dict[str, str]) -> str:
    """Why there can be no such forum; "" when there can."""
    if not re.fullmatch(r"\w{3,25}", form.get("name", "")):
        return "The name needs 3 to 25 letters, digits or underscores."
    for name in ("title", "description", "sidebar"):
        if not form.get(name):
            return f"The {name} must not be empty."
    return ""


def _taken(request: Request, name: str) -> str:
    if store_of(request).row("SELECT 1 FROM forums WHERE name = ?", name):
        return f"A forum named {name} exists already."
    return ""


def _not_yours(request: Request, forum: sqlite3.Row) -> Response:
    return refuse(request, "Only moderators change a forum.", f"/f/{forum['name']}")
