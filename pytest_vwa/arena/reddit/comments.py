"""Finding comments, alone and as a tree."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field

from pytest_vwa.arena.store import Store

from .posts import url_of_thread

_SELECT = """
SELECT comments.*, users.name AS author, coalesce(choice, 0) AS choice,
    posts.title, posts.locked, posts.user_id AS submitter_id, submitters.name AS submitter,
    forums.id AS forum_id, forums.name AS forum
FROM comments JOIN users ON users.id = comments.user_id JOIN posts ON posts.id = post_id
JOIN users AS submitters ON submitters.id = posts.user_id JOIN forums ON forums.id = forum_id
LEFT JOIN comment_votes ON of_id = comments.id AND comment_votes.user_id = ?
"""


@dataclass(frozen=True)
class Node:
    """A comment on ``level`` (from 1) and the answers to it, the best first."""

    row: sqlite3.Row
    level: int
    answers: list["Node"] = field(default_factory=list)


def find(store: Store, number: int, viewer: sqlite3.Row | None) -> sqlite3.Row | None:
    """With its ``author``, the post's ``title`` and ``submitter``, its ``forum`` by name and the
    viewer's ``choice``."""
    return store.row(f"{_SELECT} WHERE comments.id = ?", viewer and viewer["id"], number)


def newest(
    store: Store, viewer: sqlite3.Row | None, where: str, *values: object
) -> list[sqlite3.Row]:
    sql = f"{_SELECT} WHERE NOT deleted AND {where} ORDER BY comments.created DESC"
    return store.rows(sql, viewer and viewer["id"], *values)


def tree(
    store: Store, viewer: sqlite3.Row | None, post: int, below: int | None = None
) -> list[Node]:
    """The comments of a post; with ``below`` that comment alone and what answers it."""
    rows = store.rows(f"{_SELECT} WHERE post_id = ?", viewer and viewer["id"], post)
    by_parent: dict[int | None, list[sqlite3.Row]] = {}
    for row in sorted(rows, key=_rank, reverse=True):
        by_parent.setdefault(row["parent_id"], []).append(row)
    tops = by_parent.get(None, []) if below is None else [r for r in rows if r["id"] == below]
    return _nodes(tops, by_parent, 1)


def flat(store: Store, viewer: sqlite3.Row | None, post: int) -> list[Node]:
    """The comments of a post in the order they were written."""
    sql = f"{_SELECT} WHERE post_id = ? AND NOT deleted ORDER BY comments.created, comments.id"
    return [Node(row, 1) for row in store.rows(sql, viewer and viewer["id"], post)]


def url(comment: sqlite3.Row) -> str:
    return f"{url_of_thread(comment)}/-/comment/{comment['id']}"


def _nodes(
    rows: Iterable[sqlite3.Row], by_parent: dict[int | None, list[sqlite3.Row]], level: int
) -> list[Node]:
    nodes = (
        Node(row, level, _nodes(by_parent.get(row["id"], []), by_parent, level + 1)) for row in rows
    )
    return [node for node in nodes if not node.row["deleted"] or node.answers]


def _rank(comment: sqlite3.Row) -> tuple[int, str, int]:
    return comment["score"], comment["created"], comment["id"]
