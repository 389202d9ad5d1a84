"""Finding posts: one by its number, many in an order."""

import datetime
import re
import sqlite3
import unicodedata
from collections.abc import Callable
from math import log10

from pytest_vwa.arena.store import Store

from .schema import NOW

SORTS = {
    "hot": "Hot",
    "active": "Active",
    "new": "New",
    "top": "Top",
    "controversial": "Controversial",
    "most_commented": "Most commented",
}
SPANS = {"day": 1, "week": 7, "month": 31, "year": 366, "all": 0}
"""Of ``?t=``: how many days back ``top``, ``controversial`` and ``most_commented`` look."""
TIMED = ("top", "controversial", "most_commented")

_TENFOLD = 45_000
"""Seconds that ten times the score are worth in ``hot``: half a day."""
_SELECT = """
SELECT posts.*, forums.name AS forum, users.name AS author, coalesce(choice, 0) AS choice,
    (SELECT count(*) FROM comments WHERE post_id = posts.id AND NOT deleted) AS comments,
    (SELECT max(created) FROM comments WHERE post_id = posts.id) AS answered
FROM posts JOIN forums ON forums.id = forum_id JOIN users ON users.id = posts.user_id
LEFT JOIN post_votes ON of_id = posts.id AND post_votes.user_id = ?
"""


def find(store: Store, number: int, viewer: sqlite3.Row | None) -> sqlite3.Row | None:
    """With ``forum`` and ``author`` by name, and the viewer's ``choice``: 1, -1 or 0."""
    return store.row(f"{_SELECT} WHERE posts.id = ?", viewer and viewer["id"], number)


def ordered(
    store: Store, viewer: sqlite3.Row | None, sort: str, where: str = "1", *values: object
) -> list[sqlite3.Row]:
    """All posts that fit but for those of people the viewer has blocked."""
    number = viewer and viewer["id"]
    unseen = "posts.user_id NOT IN (SELECT blocked_id FROM blocks WHERE user_id = ?)"
    rows = store.rows(f"{_SELECT} WHERE {unseen} AND {where}", number, number, *values)
    return sorted(rows, key=_KEYS[sort], reverse=True)


def since(span: str) -> str:
    """The time from which on posts count, for ``?t=``; "" for all."""
    days = SPANS.get(span, 0)
    return (NOW - datetime.timedelta(days=days)).isoformat() if days else ""


def url(post: sqlite3.Row) -> str:
    return f"/f/{post['forum']}/{post['id']}/{slug(post['title'])}"


def url_of_thread(comment: sqlite3.Row) -> str:
    """Of the post that was commented on."""
    return f"/f/{comment['forum']}/{comment['post_id']}/{slug(comment['title'])}"


def slug(title: str) -> str:
    """``Who's there?`` -> ``who-s-there``; at most 60 characters, whole words."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    text = "-".join(words)
    return (text if len(text) <= 60 else text[:61].rpartition("-")[0]) or "-"


def _hot(post: sqlite3.Row) -> float:
    when = datetime.datetime.fromisoformat(post["created"]).timestamp()
    return when + _TENFOLD * log10(max(1, post["score"]))


def _controversial(post: sqlite3.Row) -> float:
    ups, downs = post["score"] + post["downs"], post["downs"]
    return float((ups + downs) * min(ups, downs) / max(ups, downs, 1))


_KEYS: dict[str, Callable[[sqlite3.Row], tuple[float | str, int]]] = {
    "hot": lambda post: (_hot(post), post["id"]),
    "active": lambda post: (post["answered"] or post["created"], post["id"]),
    "new": lambda post: (post["created"], post["id"]),
    "top": lambda post: (post["score"], post["id"]),
    "controversial": lambda post: (_controversial(post), post["id"]),
    "most_commented": lambda post: (post["comments"], post["id"]),
}
