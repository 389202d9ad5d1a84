"""Pages for everybody: lists of posts, a post with its comments, search, pictures."""

import json
import re
import sqlite3
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena import pictures
from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import Pagination, not_found

from . import comments, posts
from .frame import forum_named, moderates, show, store_of, user_of

PAGE_SIZE = 12


async def front(request: Request) -> Response:
    """What the user has subscribed to, when that is what the preferences ask for."""
    user = user_of(request)
    if not user or user["front"] == "all":
        return await everything(request)
    mine = "posts.forum_id IN (SELECT forum_id FROM subscriptions WHERE user_id = ?)"
    return _listing(request, "", mine, user["id"])


async def everything(request: Request) -> Response:
    prefix = "/all" if request.url.path.startswith("/all") else ""
    return _listing(request, prefix, "1")


async def forum(request: Request) -> Response:
    found = forum_named(request)
    return _listing(request, f"/f/{found['name']}", "forum_id = ?", found["id"], forum=found)


async def post(request: Request) -> Response:
    found = _asked_post(request)
    store, viewer = store_of(request), user_of(request)
    return _thread(request, found, comments.tree(store, viewer, found["id"]))


async def linear(request: Request) -> Response:
    found = _asked_post(request)
    nodes = comments.flat(store_of(request), user_of(request), found["id"])
    return _thread(request, found, nodes, linear=True)


async def comment(request: Request) -> Response:
    """One comment, what answers it, and the form for another answer."""
    found, number = _asked_post(request), request.path_params["comment"]
    nodes = comments.tree(store_of(request), user_of(request), found["id"], number)
    if not nodes:
        raise not_found()
    return _thread(request, found, nodes, single=nodes[0].row)


async def search(request: Request) -> Response:
    words = re.findall(r"\S+", request.query_params.get("q", ""))
    store, viewer = store_of(request), user_of(request)
    found: list[sqlite3.Row] = []
    if words:
        said = _each("posts.title || ' ' || posts.body || ' ' || posts.url", words)
        found = posts.ordered(store, viewer, "new", *said)
        found += comments.newest(store, viewer, *_each("comments.body", words))
    page = Pagination.at(request.query_params.get("p"), PAGE_SIZE, len(found))
    return show(request, "search.html", found=found[page.offset : page.last], page=page)


async def picture(request: Request) -> Response:
    sql = "SELECT * FROM pictures WHERE name = ?"
    found = store_of(request).row(sql, request.path_params["name"])
    if not found:
        raise not_found()
    content = found["photo"] or pictures.draw(json.loads(found["spec"]))
    return Response(content, media_type="image/png", headers={"cache-control": "max-age=3600"})


def _side(store: Store, viewer: sqlite3.Row | None, found: sqlite3.Row) -> dict[str, Any]:
    """What the side of a forum's pages shows."""
    sql = "SELECT name FROM users JOIN moderators ON user_id = id WHERE forum_id = ? ORDER BY name"
    subscription = "SELECT 1 FROM subscriptions WHERE forum_id = ? AND user_id = ?"
    return {
        "forum": found,
        "moderators": [row["name"] for row in store.rows(sql, found["id"])],
        "moderating": moderates(store, viewer, found["id"]),
        "subscribing": bool(viewer and store.row(subscription, found["id"], viewer["id"])),
    }


def _listing(
    request: Request,
    prefix: str,
    where: str,
    *values: object,
    forum: sqlite3.Row | None = None,
) -> Response:
    """``prefix`` is the address that a sort is added to."""
    store, viewer, asked = store_of(request), user_of(request), request.query_params
    last = request.url.path.rpartition("/")[2]
    sort = last if last in posts.SORTS and request.url.path != prefix else "hot"
    span = asked.get("t", "all") if sort in posts.TIMED else "all"
    found = posts.ordered(
        store, viewer, sort, f"{where} AND posts.created >= ?", *values, posts.since(span)
    )
    page = Pagination.at(asked.get("p"), PAGE_SIZE, len(found))
    side = _side(store, viewer, forum) if forum else {}
    return show(
        request,
        "forum.html" if forum else "front.html",
        posts=found[page.offset : page.last],
        page=page,
        prefix=prefix,
        sort=sort,
        sorts=posts.SORTS,
        span=span,
        spans=posts.SPANS if sort in posts.TIMED else {},
        **side,
    )


def _asked_post(request: Request) -> sqlite3.Row:
    """The post in the address, in the forum of the address; else the 404 page."""
    number = request.path_params["post"]
    found = posts.find(store_of(request), number, user_of(request))
    if not found or found["forum"].lower() != request.path_params["forum"].lower():
        raise not_found()
    return found


def _thread(
    request: Request,
    found: sqlite3.Row,
    nodes: list[comments.Node],
    *,
    single: sqlite3.Row | None = None,
    linear: bool = False,
) -> Response:
    store, viewer = store_of(request), user_of(request)
    row = store.row("SELECT * FROM forums WHERE id = ?", found["forum_id"])
    if not row:
        raise not_found()
    side = _side(store, viewer, row)
    template = "comment.html" if single else "post.html"
    return show(request, template, post=found, nodes=nodes, single=single, linear=linear, **side)


def _each(text: str, words: list[str]) -> tuple[str, ...]:
    """Every word must stand at the beginning of a word of ``text``: condition and values."""
    test = f"replace(' ' || {text}, '-', ' ') LIKE ? ESCAPE '\\'"
    literal = (re.sub(r"([\\%_])", r"\\\1", word) for word in words)
    return (" AND ".join([test] * len(words)), *(f"% {word}%" for word in literal))
