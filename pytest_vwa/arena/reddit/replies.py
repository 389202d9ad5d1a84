"""Writing comments, and changing or deleting them."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.web import flash, go, not_found

from . import comments, posts
from .frame import fields, member, moderates, refuse, show, store_of
from .schema import moment
from .voting import cast

LONGEST = 10_000
EMPTY = "The comment must not be empty."


@member
async def to_post(request: Request, user: sqlite3.Row) -> Response:
    return await _reply(request, user, None, "")


@member
async def to_comment(request: Request, user: sqlite3.Row) -> Response:
    parent = comments.find(store_of(request), request.path_params["comment"], user)
    if not parent or parent["deleted"]:
        raise not_found()
    return await _reply(request, user, parent["id"], comments.url(parent))


@member
async def edit_form(request: Request, user: sqlite3.Row) -> Response:
    return show(request, "edit_comment.html", comment=_own(request, user))


@member
async def edit(request: Request, user: sqlite3.Row) -> Response:
    comment, text = _own(request, user), (await fields(request)).get("comment", "")
    if not text:
        flash(request, EMPTY, "error")
        return show(request, "edit_comment.html", comment=comment)
    store = store_of(request)
    sql = "UPDATE comments SET body = ?, edited = ? WHERE id = ?"
    store.write(sql, text[:LONGEST], moment(store), comment["id"])
    return go(comments.url(comment))


@member
async def delete(request: Request, user: sqlite3.Row) -> Response:
    """What has been answered leaves its place in the tree."""
    comment = _own(request, user)
    store_of(request).write("UPDATE comments SET deleted = 1 WHERE id = ?", comment["id"])
    flash(request, "The comment was deleted.")
    return go(posts.url_of_thread(comment))


async def _reply(request: Request, user: sqlite3.Row, parent: int | None, back: str) -> Response:
    store = store_of(request)
    post = posts.find(store, request.path_params["post"], user)
    if not post:
        raise not_found()
    back = back or posts.url(post)
    if post["locked"] and not moderates(store, user, post["forum_id"]):
        return refuse(request, "This submission is locked: nobody can comment on it.", back)
    text = (await fields(request)).get("comment", "")
    if not text:
        return refuse(request, EMPTY, back)
    if len(text) > LONGEST:
        return refuse(request, f"A comment has at most {LONGEST} characters.", back)
    number = store.write(
        "INSERT INTO comments (post_id, parent_id, user_id, body, created, score)"
        " VALUES (?, ?, ?, ?, ?, 0)",
        *(post["id"], parent, user["id"], text, moment(store)),
    )
    written = comments.find(store, number, user)
    if not written:
        raise not_found()
    cast(store, "comment", written, user["id"], 1)
    return go(comments.url(written))


def _own(request: Request, user: sqlite3.Row) -> sqlite3.Row:
    """The comment in the address, if the user may change it; else the 404 page."""
    store = store_of(request)
    comment = comments.find(store, request.path_params["comment"], user)
    if not comment or comment["deleted"]:
        raise not_found()
    if user["id"] != comment["user_id"] and not moderates(store, user, comment["forum_id"]):
        raise not_found()
    return comment
