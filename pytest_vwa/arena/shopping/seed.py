"""From seed.yaml to the shop's database."""

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_vwa.arena import data

from . import office, opinions, past, stock
from .schema import SCHEMA

HERE = Path(__file__).parent

Entry = Mapping[str, Any]

ADDRESS = ("firstname", "lastname", "phone", "street", "city", "region", "postcode", "country")

KNOWN = ("email", "password", "created", "circle")
"""What a customer's entry may say beside name and address."""

SHIPPING_PER_ITEM = 500
"""Cents: the shop's one shipping method has a flat rate."""


def build(database: sqlite3.Connection) -> None:
    """Create the schema and insert the seed: what ``Store`` calls once."""
    database.executescript(SCHEMA)
    seed = data.load(HERE / "seed.yaml")
    further, stocked = stock.read()
    names = {category["path"]: category["name"] for category in seed["categories"] + further}
    for path, name in names.items():
        _insert(database, "category", path=path, name=name)
    for product in seed["products"] + stocked:
        _product(database, product, names)
    people = data.load(HERE / "people.yaml")
    for customer in [*seed["customers"], *past.customers(people)]:
        _customer(database, customer)
    _orders(database, seed["orders"], people)
    opinions.add(database, people["reviews"])
    office.add(database)


def slug(name: str) -> str:
    """``Solvane Quiet 3, 40 Hour`` -> ``solvane-quiet-3-40-hour``"""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


def frozen(address: Mapping[str, Any]) -> str:
    """An address as an order keeps it, whatever becomes of the customer's own."""
    return json.dumps({field: address[field] for field in ADDRESS})


def _insert(database: sqlite3.Connection, table: str, **values: object) -> int:
    marks = ", ".join("?" * len(values))
    sql = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})"
    return database.execute(sql, tuple(values.values())).lastrowid or 0


def _product(database: sqlite3.Connection, entry: Entry, names: Mapping[str, str]) -> None:
    path = entry["in"]
    words = [
        entry["name"],
        entry["sku"],
        names[path],
        names[path.split("/")[0]],
        entry["about"],
        *entry["details"].values(),
    ]
    product = _insert(
        database,
        "product",
        sku=entry["sku"],
        name=entry["name"],
        slug=slug(entry["name"]),
        category=path,
        price=round(entry["price"] * 100),
        about=entry["about"],
        features=json.dumps(entry["features"]),
        details=json.dumps(entry["details"]),
        options=json.dumps(entry.get("options", {})),
        pictures=json.dumps(entry["pictures"]),
        words=" ".join(words).lower(),
    )
    for stars, nickname, date, title, detail in entry.get("reviews", ()):
        _insert(
            database,
            "review",
            product=product,
            nickname=nickname,
            stars=stars,
            title=title,
            detail=detail,
            created=date,
        )


def _customer(database: sqlite3.Connection, entry: Entry) -> None:
    person = {field: entry[field] for field in ("firstname", "lastname")}
    known = {field: entry[field] for field in KNOWN if field in entry}
    customer = _insert(database, "customer", **person, **known)
    address = person | entry["address"]
    _insert(database, "address", customer=customer, billing=1, shipping=1, **address)


def _orders(database: sqlite3.Connection, written: Sequence[Entry], people: Entry) -> None:
    """Those that are written out, and those of everybody else between them."""
    goods = database.execute("SELECT * FROM product ORDER BY id").fetchall()
    known = {entry["id"]: entry["date"] for entry in written}
    for entry in [*written, *past.orders(people, known, goods)]:
        _order(database, entry)
        for text in entry.get("notes", ()):
            _insert(
                database,
                "note",
                order_id=entry["id"],
                created=entry["date"],
                status=entry["status"],
                text=text,
            )


def _order(database: sqlite3.Connection, entry: Entry) -> None:
    customer = database.execute(
        "SELECT address.* FROM address JOIN customer ON customer.id = address.customer"
        " WHERE email = ?",
        (entry["customer"],),
    ).fetchone()
    bought = [_bought(database, *item) for item in entry["items"]]
    _insert(
        database,
        "orders",
        id=entry["id"],
        customer=customer["customer"],
        status=entry["status"],
        created=entry["date"],
        subtotal=sum(line["qty"] * line["price"] for line in bought),
        shipping=sum(line["qty"] for line in bought) * SHIPPING_PER_ITEM,
        billed_to=frozen(customer),
        shipped_to=frozen(customer),
    )
    for line in bought:
        _insert(database, "ordered", order_id=entry["id"], **line)


def _bought(
    database: sqlite3.Connection, sku: str, qty: int, options: Mapping[str, str] | None = None
) -> dict[str, Any]:
    product = database.execute("SELECT id, price FROM product WHERE sku = ?", (sku,)).fetchone()
    return {
        "product": product["id"],
        "qty": qty,
        "price": product["price"],
        "options": json.dumps(options or {}),
    }
