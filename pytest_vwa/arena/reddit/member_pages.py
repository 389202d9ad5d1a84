"""What a member wrote, and whom one does not want to read."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.web import Pagination, flash, go, not_found

from . import comments as said
from . import posts
from .frame import fields, member, own, refuse, show, store_of, user_of, user_url

PAGE_SIZE = 10


async def overview(request: Request) -> Response:
    found = [*_posts(request), *_comments(request)]
    return _page(request, "overview", sorted(found, key=lambda row: row["created"], reverse=True))


async def submissions(request: Request) -> Response:
    return _page(request, "submissions", _posts(request))


async def comments(request: Request) -> Response:
    return _page(request, "comments", _comments(request))


@own
async def block_list(request: Request, user: sqlite3.Row) -> Response:
    sql = "SELECT name, note FROM blocks JOIN users ON id = blocked_id WHERE user_id = ? ORDER BY 1"
    blocked = store_of(request).rows(sql, user["id"])
    return show(request, "block_list.html", person=user, blocked=blocked)


@member
async def block_form(request: Request, user: sqlite3.Row) -> Response:
    return show(request, "block.html", person=asked_person(request))


@member
async def block(request: Request, user: sqlite3.Row) -> Response:
    person, form = asked_person(request), await fields(request)
    if person["id"] == user["id"]:
        return refuse(request, "You cannot block yourself.", user_url(user["name"]))
    sql = "INSERT OR REPLACE INTO blocks VALUES (?, ?, ?)"
    store_of(request).write(sql, user["id"], person["id"], form.get("comment", ""))
    flash(request, f"{person['name']} is blocked.")
    return go(f"{user_url(user['name'])}/block_list")


@member
async def unblock(request: Request, user: sqlite3.Row) -> Response:
    person = asked_person(request)
    sql = "DELETE FROM blocks WHERE user_id = ? AND blocked_id = ?"
    store_of(request).write(sql, user["id"], person["id"])
    flash(request, f"{person['name']} is no longer blocked.")
    return go(f"{user_url(user['name'])}/block_list")


def asked_person(request: Request) -> sqlite3.Row:
    """The member in the address; the 404 page when there is none."""
    name = request.path_params["name"]
    person = store_of(request).row("SELECT * FROM users WHERE name = ?", name)
    if not person:
        raise not_found()
    return person


def _posts(request: Request) -> list[sqlite3.Row]:
    person = asked_person(request)["id"]
    where = "posts.user_id = ?"
    return posts.ordered(store_of(request), user_of(request), "new", where, person)


def _comments(request: Request) -> list[sqlite3.Row]:
    person = asked_person(request)["id"]
    return said.newest(store_of(request), user_of(request), "comments.user_id = ?", person)


def _page(request: Request, tab: str, found: list[sqlite3.Row]) -> Response:
    store, person, viewer = store_of(request), asked_person(request), user_of(request)
    page = Pagination.at(request.query_params.get("p"), PAGE_SIZE, len(found))
    blocking = "SELECT 1 FROM blocks WHERE user_id = ? AND blocked_id = ?"
    forums = store.rows(
        "SELECT name FROM forums JOIN moderators ON forum_id = id WHERE user_id = ? ORDER BY name",
        person["id"],
    )
    return show(
        request,
        "user.html",
        person=person,
        tab=tab,
        page=page,
        found=found[page.offset : page.last],
        blocking=bool(viewer and store.row(blocking, viewer["id"], person["id"])),
        forums=[row["name"] for row in forums],
    )
