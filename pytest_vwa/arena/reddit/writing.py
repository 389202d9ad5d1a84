"""Writing posts, and changing, locking or deleting them."""

import re
import sqlite3

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.pictures import as_png
from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import flash, go, not_found

from . import posts
from .frame import fields, member, moderates, refuse, show, store_of
from .schema import moment
from .seed import picture_name
from .voting import cast

TITLE, BODY = 300, 25_000
"""Characters that title and body may have."""


class FormError(Exception):
    """What was posted cannot be a post; the text is for the user."""


@member
async def submit_form(request: Request, user: sqlite3.Row) -> Response:
    values = {"forum": request.path_params.get("forum", ""), **request.query_params}
    return _form(request, values)


@member
async def submit(request: Request, user: sqlite3.Row) -> Response:
    form, store = await fields(request), store_of(request)
    try:
        columns = _columns(form) | {"forum_id": _forum(store, form), "user_id": user["id"]}
        columns["picture"] = await _picture(request, store)
    except FormError as error:
        flash(request, str(error), "error")
        return _form(request, form)
    columns["created"] = moment(store)
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    sql = f"INSERT INTO posts ({names}, score) VALUES ({marks}, 0)"
    post = posts.find(store, store.write(sql, *columns.values()), user)
    if not post:
        raise not_found()
    cast(store, "post", post, user["id"], 1)
    return go(posts.url(post))


@member
async def edit_form(request: Request, user: sqlite3.Row) -> Response:
    post = _own(request, user)
    values = {"title": post["title"], "url": post["url"], "body": post["body"]}
    return show(request, "submit.html", values=values, post=post)


@member
async def edit(request: Request, user: sqlite3.Row) -> Response:
    post, form = _own(request, user), await fields(request)
    try:
        columns = _columns(form)
    except FormError as error:
        flash(request, str(error), "error")
        return show(request, "submit.html", values=form, post=post)
    store = store_of(request)
    columns["edited"] = moment(store)
    changes = ", ".join(f"{name} = ?" for name in columns)
    store.write(f"UPDATE posts SET {changes} WHERE id = ?", *columns.values(), post["id"])
    return go(posts.url(post))


@member
async def delete(request: Request, user: sqlite3.Row) -> Response:
    store, post = store_of(request), _own(request, user)
    store.write("DELETE FROM comments WHERE post_id = ?", post["id"])
    store.write("DELETE FROM posts WHERE id = ?", post["id"])
    flash(request, "The submission was deleted.")
    return go(f"/f/{post['forum']}")


@member
async def lock(request: Request, user: sqlite3.Row) -> Response:
    """For moderators: no more comments, or comments again."""
    store, post = store_of(request), _asked(request, user)
    if not moderates(store, user, post["forum_id"]):
        return refuse(request, "Only moderators lock submissions.", posts.url(post))
    store.write("UPDATE posts SET locked = 1 - locked WHERE id = ?", post["id"])
    return go(posts.url(post))


def _asked(request: Request, user: sqlite3.Row) -> sqlite3.Row:
    post = posts.find(store_of(request), request.path_params["post"], user)
    if not post:
        raise not_found()
    return post


def _own(request: Request, user: sqlite3.Row) -> sqlite3.Row:
    """The post in the address, if the user wrote it or moderates its forum; else the 404 page."""
    post = _asked(request, user)
    if user["id"] != post["user_id"] and not moderates(store_of(request), user, post["forum_id"]):
        raise not_found()
    return post


def _form(request: Request, values: dict[str, str]) -> Response:
    names = store_of(request).rows("SELECT name FROM forums ORDER BY name COLLATE NOCASE")
    return show(request, "submit.html", values=values, post=None, forums=names)


def _columns(form: dict[str, str]) -> dict[str, object]:
    """The form as columns of the table; the first thing that is wrong is refused."""
    title, url, body = (form.get(name, "") for name in ("title", "url", "body"))
    if not title:
        raise FormError("The title must not be empty.")
    if len(title) > TITLE:
        raise FormError(f"The title has {len(title)} characters, at most {TITLE} are allowed.")
    if len(body) > BODY:
        raise FormError(f"The body has {len(body)} characters, at most {BODY} are allowed.")
    if url and not re.fullmatch(r"https?://[^\s/]+\S*", url):
        raise FormError("The URL must begin with http:// or https:// and name a host.")
    return {"title": title, "url": url, "body": body}


def _forum(store: Store, form: dict[str, str]) -> int:
    forum = store.row("SELECT id FROM forums WHERE name = ?", form.get("forum", ""))
    if not forum:
        raise FormError("Please choose the forum to post in.")
    return int(forum["id"])


async def _picture(request: Request, store: Store) -> str:
    """The name of the uploaded picture, "" when none was chosen."""
    upload = (await request.form()).get("image")
    data = await upload.read() if isinstance(upload, UploadFile) else b""
    if not data:
        return ""
    photo = as_png(data)
    if photo is None:
        raise FormError("The picture could not be read: please choose a PNG or JPEG file.")
    name = picture_name(photo)
    store.write("INSERT OR IGNORE INTO pictures (name, photo) VALUES (?, ?)", name, photo)
    return name
