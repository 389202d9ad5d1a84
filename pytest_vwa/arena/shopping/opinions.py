"""The reviews that customers of the shop have written: composed from opinions.yaml."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pytest_vwa.arena import data

HERE = Path(__file__).parent
FIRST_DAY, DAYS = date(2021, 9, 1), 560
FIRST_ID = 301
STARS = (5, 5, 5, 5, 4, 4, 4, 3, 3, 2, 1)
"""How often customers give them."""
MOODS = {5: "good", 4: "good", 3: "fair", 2: "poor", 1: "poor"}

Words = Mapping[str, Any]


class Writer(NamedTuple):
    """``customer`` is None for a visitor without an account."""

    customer: int | None
    nickname: str


def add(database: sqlite3.Connection, written: Sequence[Sequence[Any]]) -> None:
    """Insert the reviews that are ``written`` out, and compose some for each product that has
    none: those that tutorials and tasks speak of keep theirs."""
    words = data.load(HERE / "opinions.yaml")
    bare = database.execute(
        "SELECT * FROM product WHERE id NOT IN (SELECT product FROM review) ORDER BY id"
    ).fetchall()
    writers = _writers(database)
    known = {nickname: customer for customer, nickname in writers}
    composed = [row for product in bare for row in _compose(product, words, writers)]
    database.executemany(
        "INSERT INTO review (id, product, customer, nickname, stars, title, detail, created)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(number, *row) for number, row in enumerate(composed, FIRST_ID + len(written))],
    )
    database.executemany(
        "INSERT INTO review"
        " (id, product, customer, stars, nickname, created, title, detail, status)"
        " SELECT ?, id, ?, ?, ?, ?, ?, ?, ? FROM product WHERE sku = ?",
        [
            (row[0], known.get(row[3]), *row[2:4], row[4].isoformat(), *row[5:], row[1])
            for row in written
        ],
    )


def _writers(database: sqlite3.Connection) -> list[Writer]:
    """All customers but the one whom agents play: her account begins without reviews."""
    rows = database.execute("SELECT * FROM customer WHERE id > 1 ORDER BY id")
    return [Writer(row["id"], f"{row['firstname']} {row['lastname'][0]}.") for row in rows]


def _compose(
    product: sqlite3.Row, words: Words, writers: Sequence[Writer]
) -> Iterator[tuple[object, ...]]:
    """Rows for one product: each depends on its SKU alone, whatever else is sold."""
    chance = Random(product["sku"])
    details = json.loads(product["details"])
    if (material := details.get("Material", ""))[1:2].islower():
        details["Material"] = material[0].lower() + material[1:]
    strangers = [Writer(None, name) for name in words["nicknames"]]
    taken: set[str] = set()
    for writer in chance.sample([*writers, *strangers], chance.randint(2, 5)):
        stars = chance.choice(STARS)
        mood = MOODS[stars]
        start = _fresh(_fitting(words["starts"], product["category"], mood), details, taken, chance)
        end = _fresh(_fitting(words["ends"], product["category"], mood), details, taken, chance)
        title = _fresh(words["titles"][mood], details, taken, chance)
        day = FIRST_DAY + timedelta(chance.randrange(DAYS))
        # Who has nothing new to say leaves no review.
        if text := f"{start} {end}".strip():
            yield product["id"], *writer, stars, title or text, text, day.isoformat()


def _fitting(by_path: Words, path: str, mood: str) -> list[str]:
    """What can be said in this category, at best in this very one; else of anything."""
    paths = (path, path.partition("/")[0])
    said = [text for key in dict.fromkeys(paths) for text in by_path.get(key, {}).get(mood, ())]
    return said or by_path[""][mood]


def _fresh(
    texts: Sequence[str], details: Mapping[str, str], taken: set[str], chance: Random
) -> str:
    """One that the product's other reviews do not have, its braces filled; "" when none is left."""
    left = [text for text in texts if text not in taken and _can_fill(text, details)]
    if not left:
        return ""
    text = chance.choice(left)
    taken.add(text)
    return text.format_map(details)


def _can_fill(text: str, details: Mapping[str, str]) -> bool:
    name = text.partition("{")[2].partition("}")[0]
    return not name or name in details
