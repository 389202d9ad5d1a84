"""The larger part of the listings, made from what stock.yaml says of people and their things.

All of them are older than the newest listings of seed.yaml, which so stay on the front page.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import chain, count, cycle
from pathlib import Path
from random import Random
from typing import Any

from pytest_vwa.arena.data import load

Entry = dict[str, Any]

FIRST_DAY, DAYS = date(2023, 6, 18), 330
OLD_HANDS = (2, 3, 4, 5, 6, 7, 8)
"""Sellers of seed.yaml, who sell some of these things too; Blake, who is logged in, does not."""


def read(first_id: int, users: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Further users, and listings from ``first_id`` on, in the form of seed.yaml's, whose
    ``users`` sell too."""
    stock = load(Path(__file__).with_name("stock.yaml"))
    known = [user for user in users if user["id"] in OLD_HANDS]
    listings = chain.from_iterable(
        _listings(section, stock["closings"], [*stock["users"], *known])
        for section in stock["categories"]
    )
    numbered = zip(count(first_id), listings, strict=False)
    return stock["users"], [{"id": number, **listing} for number, listing in numbered]


def _listings(
    section: Mapping[str, Any], closings: Sequence[str], users: Sequence[Entry]
) -> Iterator[Entry]:
    chance = Random(section["in"])
    flaws, ends, sellers = (
        cycle(chance.sample(cards, len(cards))) for cards in (section["flaws"], closings, users)
    )
    for thing in section["things"]:
        title, look, span, what, *own = (part.strip() for part in thing.split("|"))
        low, high = map(int, span.split())
        seller = next(sellers)
        yield {
            "category": section["in"],
            "seller": seller["id"],
            "title": title,
            "price": _priced(chance.randint(low, high)),
            "place": seller["place"],
            "date": FIRST_DAY + timedelta(days=chance.randrange(DAYS)),
            "picture": {**_picture(look), "background": section["background"]},
            "description": f"{what} {own[0] if own else next(flaws)} {next(ends)}",
        }


def _priced(amount: int) -> int:
    """As people ask: round, and the rounder the dearer."""
    step = 5 if amount < 200 else 10 if amount < 1000 else 50
    return amount // step * step


def _picture(look: str) -> Entry:
    shape, colour, *number = look.split(", ")
    return {"shape": shape, "colour": colour, "count": int(number[0]) if number else 1}
