"""The classifieds' tables, and the data of seed.yaml in them."""

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_vwa.arena.data import load
from pytest_vwa.core.site import Account

from . import stock

ACCOUNT = Account("blake.sullivan@gmail.com", "Password.123")
RESET_TOKEN = "4b61655535e7ed388f0d40a93600254c"
"""The public default of the published site; it guards nothing but play data."""

SCHEMA = """
CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, email TEXT UNIQUE COLLATE NOCASE,
    password TEXT, phone TEXT, city TEXT, region TEXT, joined TEXT);
CREATE TABLE listings (
    id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, category_id INTEGER, title TEXT,
    description TEXT, price INTEGER, city TEXT, region TEXT, published TEXT,
    contact_name TEXT, contact_email TEXT, contact_phone TEXT, picture TEXT, photo BLOB);
CREATE INDEX listings_by_category ON listings (category_id);
CREATE TABLE comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, listing_id INTEGER, user_id INTEGER, author TEXT,
    title TEXT, body TEXT, stars INTEGER);
CREATE TABLE marks (
    listing_id INTEGER, user_id INTEGER, kind TEXT, UNIQUE (listing_id, user_id, kind));
CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, listing_id INTEGER, name TEXT, email TEXT, phone TEXT,
    body TEXT);
"""
# Prices are in cents, dates ISO 8601. Passwords stand in the clear, as in seed.yaml: this is a
# stage set, whose one account is printed in the documentation.


def build(connection: sqlite3.Connection) -> None:
    seed = load(Path(__file__).with_name("seed.yaml"))
    connection.executescript(SCHEMA)
    _insert(connection, "categories", seed["categories"])
    further, stocked = stock.read(len(seed["listings"]) + 1, seed["users"])
    users = {user["id"]: _placed(user) for user in seed["users"] + further}
    _insert(connection, "users", users.values())
    categories = {category["name"]: category["id"] for category in seed["categories"]}
    names = {user["name"]: user["id"] for user in seed["users"]}
    for entry in seed["listings"] + stocked:
        seller = users[entry["seller"]]
        _insert(connection, "listings", [_listing(entry, seller, categories[entry["category"]])])
        for comment in entry.get("comments", ()):
            about = {"listing_id": entry["id"], "user_id": names[comment["author"]]}
            _insert(connection, "comments", [{**comment, **about}])


def _insert(connection: sqlite3.Connection, table: str, entries: Any) -> None:
    for entry in entries:
        columns, marks = ", ".join(entry), ", ".join("?" * len(entry))
        connection.execute(
            f"INSERT INTO {table} ({columns}) VALUES ({marks})", tuple(entry.values())
        )


def _placed(entry: Mapping[str, Any]) -> dict[str, Any]:
    """``place: City, Region`` as the two columns it is; dates as text."""
    city, region = entry["place"].split(", ")
    rest = {name: value for name, value in entry.items() if name != "place"}
    return {
        name: value.isoformat() if hasattr(value, "isoformat") else value
        for name, value in {**rest, "city": city, "region": region}.items()
    }


def _listing(entry: Mapping[str, Any], seller: Mapping[str, Any], category: int) -> dict[str, Any]:
    placed = _placed(entry)
    return {
        **{name: placed[name] for name in ("id", "title", "description", "city", "region")},
        "user_id": seller["id"],
        "category_id": category,
        "price": round(entry["price"] * 100),
        "published": placed["date"],
        "contact_name": seller["name"],
        "contact_email": seller["email"],
        "contact_phone": seller["phone"],
        "picture": json.dumps(entry["picture"]),
    }
