"""Votes: one per member and thing, which may be turned round or taken back."""

import sqlite3

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import go, not_found, whole

from . import comments, posts
from .frame import fields, member, refuse, store_of


@member
async def on_post(request: Request, user: sqlite3.Row) -> Response:
    post = posts.find(store_of(request), request.path_params["number"], user)
    if not post:
        raise not_found()
    return await _vote(request, user, "post", post, posts.url(post))


@member
async def on_comment(request: Request, user: sqlite3.Row) -> Response:
    comment = comments.find(store_of(request), request.path_params["number"], user)
    if not comment:
        raise not_found()
    return await _vote(request, user, "comment", comment, comments.url(comment))


async def _vote(
    request: Request, user: sqlite3.Row, kind: str, thing: sqlite3.Row, url: str
) -> Response:
    """Answers a script with the new score, a form with the page it stands on."""
    choice = whole((await fields(request)).get("choice"))
    if choice not in (-1, 0, 1):
        return refuse(request, "A vote is up, down or taken back.", url)
    cast(store_of(request), kind, thing, user["id"], choice)
    if "json" in request.headers.get("accept", ""):
        return JSONResponse({"netScore": thing["score"] + choice - thing["choice"]})
    return go(url)


def cast(store: Store, kind: str, thing: sqlite3.Row, user: int, choice: int) -> None:
    """``kind`` is ``post`` or ``comment``; ``thing`` knows its ``choice`` so far."""
    store.write(f"DELETE FROM {kind}_votes WHERE of_id = ? AND user_id = ?", thing["id"], user)
    if choice:
        store.write(f"INSERT INTO {kind}_votes VALUES (?, ?, ?)", user, thing["id"], choice)
    change = choice - thing["choice"]
    store.write(f"UPDATE {kind}s SET score = score + ? WHERE id = ?", change, thing["id"])
