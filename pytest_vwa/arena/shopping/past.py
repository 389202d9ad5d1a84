"""Who has bought at the shop, and what: two years of customers and orders, from people.yaml.

Both come in the shape in which seed.yaml writes them, so that one code inserts all.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any
from zlib import crc32

FIRST_ORDER = datetime(2021, 5, 26, 8, 12)
SETTLED = ("Complete",) * 13 + ("Canceled",) * 2 + ("Closed",)
OPEN = ("Complete", "Complete", "Complete", "Processing", "Canceled")
RECENT = 140
"""Orders from this number on may still be open."""

Entry = Mapping[str, Any]


def customers(people: Entry) -> Iterator[dict[str, Any]]:
    """The customers of the ``cities``, each with an address, in the order of their coming."""
    for first, last, city, street, day, circle, _ in people["customers"]:
        state, post, area = people["cities"][city]
        number = crc32(f"{first} {last}".encode()) % 9000 + 1000
        yield {
            "firstname": first,
            "lastname": last,
            "email": _email(first, last),
            "password": f"{last}.{number}",
            "created": f"{day} {8 + number % 12:02d}:{number % 60:02d}:00",
            "circle": circle,
            "address": {
                "street": street,
                "city": city,
                "region": state,
                "postcode": f"{post}{number % 89 + 10:02d}",
                "country": "United States",
                "phone": f"{area}555{number}",
            },
        }


def orders(
    people: Entry, known: Mapping[int, str], goods: Sequence[sqlite3.Row]
) -> Iterator[dict[str, Any]]:
    """One for each number missing before or between the ``known`` ones, whose times are given.

    Those that ``people`` tell of are as told; who else ordered, when, and what became of it
    depends on the number alone, what was ordered also on the ``goods`` (rows of products).
    """
    told = {number: rest for number, *rest in people["orders"]}
    weights = {_email(row[0], row[1]): row[6] for row in people["customers"]}
    for number, moment in _moments(known):
        chance = Random(f"order {number}")
        status = chance.choice(OPEN if number >= RECENT else SETTLED)
        came = [row for row in people["customers"] if str(row[4]) < moment]
        buyer = chance.choices(came, [weights[_email(row[0], row[1])] for row in came])[0]
        entry = {"id": number, "customer": _email(*buyer[:2]), "date": moment, "status": status}
        if number in told:
            name, status, items, *notes = told[number]
            entry |= {"customer": _email(*name.split()), "status": status, "items": items}
            entry["notes"] = notes[0] if notes else []
        else:
            entry["items"] = list(_basket(goods, chance))
        yield entry


def _email(first: str, last: str) -> str:
    domain = "gmail.com" if last == "Sullivan" else "example.com"
    return f"{first}.{last}@{domain}".lower()


def _moments(known: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    """Number and time of each missing order, spread between its neighbours."""
    before, start = 0, FIRST_ORDER
    for number, moment in sorted(known.items()):
        end = datetime.fromisoformat(moment)
        missing = range(before + 1, number)
        chance = Random(f"orders before {number}")
        for each, share in zip(missing, sorted(chance.random() for _ in missing), strict=True):
            yield each, str(start + timedelta(seconds=int((end - start).total_seconds() * share)))
        before, start = number, end


def _basket(goods: Sequence[sqlite3.Row], chance: Random) -> Iterator[list[Any]]:
    """One to three products; what is dear is bought seldom, and one at a time."""
    weights = [1 / (4000 + row["price"]) for row in goods]
    picked = chance.choices(goods, weights, k=chance.choice((1, 1, 2, 3)))
    for row in {row["id"]: row for row in picked}.values():
        qty = chance.choice((1, 1, 1, 2, 3)) if row["price"] < 5000 else 1
        offered = json.loads(row["options"])
        yield [row["sku"], qty, {name: chance.choice(values) for name, values in offered.items()}]
