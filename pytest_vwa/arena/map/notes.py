"""Notes: what passers-by tell the mappers, in words pinned to a spot."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.data import load
from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import TODAY, Pagination, flash, go, not_found

from .frame import show, store_of
from .gazetteer import coordinates
from .geo import ORIGIN, Spot, plane, spot
from .ground import HERE
from .places import Place

PAGE_SIZE = 8
SCHEMA = """
CREATE TABLE note (
    id INTEGER PRIMARY KEY AUTOINCREMENT, lat REAL, lon REAL, opened TEXT, closed TEXT);
CREATE TABLE remark (
    id INTEGER PRIMARY KEY AUTOINCREMENT, note INTEGER, deed TEXT, day TEXT, body TEXT);
"""
_DEEDS = {"comment": "commented", "close": "resolved", "reopen": "reactivated"}
_LIST = """
SELECT note.*, (SELECT body FROM remark WHERE note = note.id ORDER BY remark.id LIMIT 1) AS body,
    (SELECT count(*) FROM remark WHERE note = note.id AND deed = 'commented') AS answers
FROM note
"""


def insert(database: sqlite3.Connection, places: Sequence[Place]) -> None:
    database.executescript(SCHEMA)
    at = {place.name: place.point for place in places}
    for entry in load(HERE / "notes.yaml"):
        _insert(database, entry, spot(at[entry["at"]]))


def _insert(database: sqlite3.Connection, entry: Mapping[str, Any], where: Spot) -> None:
    opened, closed = str(entry["opened"]), entry.get("closed")
    number = database.execute(
        "INSERT INTO note (lat, lon, opened, closed) VALUES (?, ?, ?, ?)",
        (*where, opened, closed and str(closed)),
    ).lastrowid
    first, *later = entry["comments"]
    deeds = ["opened", *["commented"] * len(later)]
    if closed:
        deeds[-1] = "resolved" if later else "opened"
    for deed, body in zip(deeds, (first, *later), strict=True):
        day = opened if deed == "opened" else str(closed or TODAY)
        database.execute(
            "INSERT INTO remark (note, deed, day, body) VALUES (?, ?, ?, ?)",
            (number, deed, day, body),
        )


def pins(store: Store) -> list[tuple[sqlite3.Row, Spot]]:
    """The open notes and where they are."""
    rows = store.rows("SELECT * FROM note WHERE closed IS NULL ORDER BY id")
    return [(row, Spot(row["lat"], row["lon"])) for row in rows]


async def listed(request: Request) -> Response:
    """``?status=open|closed``, all without."""
    status = request.query_params.get("status", "")
    where = {"open": "WHERE closed IS NULL", "closed": "WHERE closed IS NOT NULL"}.get(status, "")
    store = store_of(request)
    total = store.rows(f"SELECT count(*) FROM note {where}")[0][0]
    page = Pagination.at(request.query_params.get("page"), PAGE_SIZE, total)
    order = "ORDER BY opened DESC, id DESC LIMIT ? OFFSET ?"
    found = store.rows(f"{_LIST} {where} {order}", page.size, page.offset)
    status = status if where else ""
    return show(request, "notes.html", notes=found, page=page, status=status, pins=pins(store))


async def form(request: Request) -> Response:
    where = coordinates(request.query_params.get("at", "")) or ORIGIN
    return _form(request, where)


def _form(request: Request, where: Spot, problem: str = "", code: int = 200) -> Response:
    return show(request, "note_new.html", code, where=where, problem=problem, focus=[plane(where)])


async def create(request: Request) -> Response:
    sent = await request.form()
    where = coordinates(str(sent.get("at", ""))) or ORIGIN
    body = str(sent.get("text", "")).strip()
    if not body:
        return _form(request, where, "Please say what is wrong or missing here.", 422)
    store = store_of(request)
    number = store.write(
        "INSERT INTO note (lat, lon, opened) VALUES (?, ?, ?)", *where, TODAY.isoformat()
    )
    _remark(store, number, "opened", body)
    flash(request, "Thank you. Your note is on the map.")
    return go(f"/note/{number}")


async def note(request: Request) -> Response:
    row = _asked(request)
    remarks = store_of(request).rows("SELECT * FROM remark WHERE note = ? ORDER BY id", row["id"])
    where = Spot(row["lat"], row["lon"])
    return show(request, "note.html", note=row, remarks=remarks, where=where, focus=[plane(where)])


async def answer(request: Request) -> Response:
    """A comment; the button says whether it also resolves the note or opens it again."""
    row, sent, store = _asked(request), await request.form(), store_of(request)
    body, deed = str(sent.get("text", "")).strip(), _DEEDS.get(str(sent.get("as")), "")
    if deed not in (("reactivated",) if row["closed"] else ("commented", "resolved")):
        flash(request, "A resolved note can be reactivated, and nothing else.", "error")
    elif deed == "commented" and not body:
        flash(request, "Please write a comment.", "error")
    else:
        until = TODAY.isoformat() if deed == "resolved" else None
        store.write("UPDATE note SET closed = ? WHERE id = ?", until, row["id"])
        _remark(store, row["id"], deed, body)
    return go(f"/note/{row['id']}")


def _remark(store: Store, number: int, deed: str, body: str) -> None:
    store.write(
        "INSERT INTO remark (note, deed, day, body) VALUES (?, ?, ?, ?)",
        *(number, deed, TODAY.isoformat(), body),
    )


def _asked(request: Request) -> sqlite3.Row:
    row = store_of(request).row("SELECT * FROM note WHERE id = ?", request.path_params["number"])
    if not row:
        raise not_found()
    return row


ROUTES = [
    Route("/notes", listed),
    Route("/note/new", form),
    Route("/note/new", create, methods=["POST"]),
    Route("/note/{number:int}", note),
    Route("/note/{number:int}", answer, methods=["POST"]),
]
