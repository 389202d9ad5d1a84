"""Private messages, and the answers that others gave."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import go, not_found

from . import comments
from .frame import fields, member, refuse, show, store_of, user_url
from .member_pages import asked_person
from .schema import moment

EMPTY = "The message must not be empty."
_THREADS = """
SELECT threads.*, a.name AS sender, b.name AS other, messages.body, messages.created,
    (SELECT count(*) FROM messages WHERE thread_id = threads.id) AS messages
FROM threads JOIN users a ON a.id = sender_id JOIN users b ON b.id = other_id
JOIN messages ON messages.id = (SELECT min(id) FROM messages WHERE thread_id = threads.id)
"""


@member
async def threads(request: Request, user: sqlite3.Row) -> Response:
    sql = f"{_THREADS} WHERE sender_id = ? OR other_id = ? ORDER BY messages.created DESC"
    found = store_of(request).rows(sql, user["id"], user["id"])
    return show(request, "messages.html", threads=found)


@member
async def thread(request: Request, user: sqlite3.Row) -> Response:
    found = _asked(request, user)
    messages = store_of(request).rows(
        "SELECT messages.*, users.name AS author FROM messages JOIN users ON users.id = user_id"
        " WHERE thread_id = ? ORDER BY messages.id",
        found["id"],
    )
    return show(request, "thread.html", thread=found, messages=messages)


@member
async def answer(request: Request, user: sqlite3.Row) -> Response:
    found, text = _asked(request, user), (await fields(request)).get("body", "")
    where = f"/messages/thread/{found['id']}"
    if not text:
        return refuse(request, EMPTY, where)
    _write(store_of(request), found["id"], user, text)
    return go(where)


@member
async def compose_form(request: Request, user: sqlite3.Row) -> Response:
    return show(request, "compose.html", person=asked_person(request))


@member
async def compose(request: Request, user: sqlite3.Row) -> Response:
    store, person = store_of(request), asked_person(request)
    text = (await fields(request)).get("body", "")
    if not text:
        return refuse(request, EMPTY, f"{user_url(person['name'])}/compose_message")
    sql = "INSERT INTO threads (sender_id, other_id) VALUES (?, ?)"
    number = store.write(sql, user["id"], person["id"])
    _write(store, number, user, text)
    return go(f"/messages/thread/{number}")


@member
async def notifications(request: Request, user: sqlite3.Row) -> Response:
    """What others answered to the user's posts and comments."""
    answers = comments.newest(
        store_of(request),
        user,
        "comments.user_id != ? AND (parent_id IN (SELECT id FROM comments WHERE user_id = ?)"
        " OR (parent_id IS NULL AND posts.user_id = ?)) AND comments.user_id NOT IN"
        " (SELECT blocked_id FROM blocks WHERE user_id = ?)",
        *[user["id"]] * 4,
    )
    return show(request, "notifications.html", comments=answers[:10])


def _asked(request: Request, user: sqlite3.Row) -> sqlite3.Row:
    """The thread in the address, if the user takes part in it; else the 404 page."""
    sql = f"{_THREADS} WHERE threads.id = ? AND ? IN (sender_id, other_id)"
    found = store_of(request).row(sql, request.path_params["number"], user["id"])
    if not found:
        raise not_found()
    return found


def _write(store: Store, thread: int, user: sqlite3.Row, text: str) -> None:
    sql = "INSERT INTO messages (thread_id, user_id, body, created) VALUES (?, ?, ?, ?)"
    store.write(sql, thread, user["id"], text, moment(store))
