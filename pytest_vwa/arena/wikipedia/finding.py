"""Search in the encyclopedia: titles before text, the best match first."""

import re
import sqlite3
from dataclasses import dataclass

from markupsafe import Markup, escape

from pytest_vwa.arena.store import Store

_WORD = re.compile(r"\w+")
_FIND = (
    "SELECT article.title, words, snippet(found, 1, char(2), char(3), '...', 30) AS snippet"
    " FROM found JOIN article ON article.title = found.title"
    " WHERE found MATCH ? ORDER BY article.title = ? DESC, bm25(found, 12.0, 1.0), article.title"
)


@dataclass(frozen=True)
class Hit:
    title: str
    words: int
    snippet: Markup
    """Where the words stand in the article, these in bold."""


def search(store: Store, pattern: str) -> list[Hit]:
    """Articles with all words of the pattern, or with any of them when no article has all."""
    words = _quoted(pattern)
    for joint in (" AND ", " OR "):
        found = store.rows(_FIND, joint.join(words), pattern) if words else []
        if found:
            return [_hit(row) for row in found]
    return []


def alike(store: Store, title: str, most: int = 5) -> list[str]:
    """Titles that share a word with this one."""
    words = _quoted(title)
    found = store.rows(_FIND, f"title : ({' OR '.join(words)})", title) if words else []
    return [row["title"] for row in found[:most]]


def suggestions(store: Store, term: str, most: int = 10) -> list[str]:
    """Titles, those of redirects too, in which a word begins like the term."""
    begun = term.strip().casefold()
    titles = store.rows("SELECT title FROM article UNION SELECT title FROM redirect ORDER BY title")
    fitting = (row["title"] for row in titles)
    matches = [title for title in fitting if f" {begun}" in f" {title.casefold()}"]
    return sorted(matches, key=lambda title: not title.casefold().startswith(begun))[:most]


def known(store: Store, title: str) -> sqlite3.Row | None:
    """The article of that title, in whatever case it is written; None when there is none."""
    return store.row("SELECT * FROM article WHERE title = ?", title)


def target(store: Store, title: str) -> str | None:
    """The title that this one is only another name of."""
    row = store.row("SELECT target FROM redirect WHERE title = ?", title)
    return row["target"] if row else None


def _quoted(text: str) -> list[str]:
    """Its words, none of which means anything else to the search."""
    return [f'"{word}"' for word in _WORD.findall(text)]


def _hit(row: sqlite3.Row) -> Hit:
    safe = str(escape(row["snippet"])).replace("\2", "<b>").replace("\3", "</b>")
    return Hit(row["title"], row["words"], Markup(safe))
