"""The scratchpad: notes to keep what was found on one site until it is needed on another."""

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import flash, go, not_found, whole

from .frame import PAGES

SCHEMA = "CREATE TABLE note (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT, text TEXT);"
ADDRESS = "/scratchpad.html"
LONGEST = {"title": 120, "text": 4000}
"""Characters of each field."""


async def scratchpad(request: Request) -> Response:
    """``?edit=N`` has note N in the form."""
    store = _store(request)
    notes = store.rows("SELECT * FROM note ORDER BY id DESC")
    number = whole(request.query_params.get("edit"))
    edited = next((note for note in notes if note["id"] == number), None)
    if number is not None and not edited:
        raise not_found()
    shown = {"notes": notes, "edited": edited, "longest": LONGEST}
    return PAGES.TemplateResponse(request, "scratchpad.html", shown)


async def save(request: Request) -> Response:
    """A new note, or a change of note ``id``."""
    form = await request.form()
    given = {
        name: value.strip() for name, value in form.items() if not isinstance(value, UploadFile)
    }
    title, text = (given.get(name, "")[:most] for name, most in LONGEST.items())
    if not title:
        flash(request, "A note needs a title.", "error")
        return go(ADDRESS)
    store, number = _store(request), whole(given.get("id"))
    if number is None:
        store.write("INSERT INTO note (title, text) VALUES (?, ?)", title, text)
        flash(request, "The note has been added.")
    else:
        store.write("UPDATE note SET title = ?, text = ? WHERE id = ?", title, text, number)
        flash(request, "The note has been changed.")
    return go(ADDRESS)


async def delete(request: Request) -> Response:
    _store(request).write("DELETE FROM note WHERE id = ?", request.path_params["number"])
    flash(request, "The note has been deleted.")
    return go(ADDRESS)


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store
