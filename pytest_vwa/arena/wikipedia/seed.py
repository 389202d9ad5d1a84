"""The encyclopedia's tables, and the articles of the folder in them."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from pytest_vwa.arena.data import read

from .article import Article

ARTICLES = Path(__file__).with_name("articles")

SCHEMA = """
CREATE TABLE article (title TEXT PRIMARY KEY COLLATE NOCASE, about TEXT, text TEXT, box TEXT,
    picture TEXT, caption TEXT, words INTEGER);
CREATE TABLE redirect (title TEXT PRIMARY KEY COLLATE NOCASE, target TEXT);
CREATE VIRTUAL TABLE found USING fts5 (title, plain, tokenize = 'porter unicode61');
"""


def build(database: sqlite3.Connection) -> None:
    database.executescript(SCHEMA)
    for article in articles():
        plain = article.plain
        database.execute(
            "INSERT INTO article VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                *(article.title, article.about, article.text),
                *(json.dumps(article.box), json.dumps(article.picture), article.caption),
                len(plain.split()),
            ),
        )
        database.execute("INSERT INTO found VALUES (?, ?)", (article.title, plain))
        database.executemany(
            "INSERT INTO redirect VALUES (?, ?)",
            [(other, article.title) for other in article.redirects],
        )


def articles() -> Iterator[Article]:
    """All of them, by title."""
    for path in sorted(ARTICLES.glob("*.md")):
        _, head, text = path.read_text("utf-8").split("---\n", 2)
        given = read(head)
        redirects = tuple(given.pop("redirects", ()))
        yield Article(path.stem.replace("_", " "), text.strip(), redirects=redirects, **given)
