"""Finding listings: one by its number, many by a search."""

import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import Pagination, cents, whole

PAGE_SIZE = 12
FIELDS = ("sPattern", "sCategory", "sCity", "sPriceMin", "sPriceMax", "sOrder", "iOrderType")
"""What a search address may ask for, beside ``sShowAs`` and ``iPage``."""

ORDERS = {
    ("dt_pub_date", "desc"): "Newly listed",
    ("i_price", "asc"): "Lower price first",
    ("i_price", "desc"): "Higher price first",
}
_COLUMNS = {"dt_pub_date": "published", "i_price": "price"}
_TEXT = "replace(' ' || title || ' ' || description, '-', ' ')"
_SELECT = """
SELECT listings.*, categories.name AS category, users.name AS seller
FROM listings JOIN categories ON categories.id = category_id JOIN users ON users.id = user_id
"""


def find(store: Store, number: int | None) -> sqlite3.Row | None:
    """The listing with its ``category`` and ``seller`` by name."""
    return store.row(f"{_SELECT} WHERE listings.id = ?", number)


def of_seller(store: Store, user: int) -> list[sqlite3.Row]:
    """All of one seller's, the newest first."""
    newest = "published DESC, listings.id DESC"
    return store.rows(f"{_SELECT} WHERE user_id = ? ORDER BY {newest}", user)


def favourites(store: Store, user: int) -> list[sqlite3.Row]:
    """Those a user has marked, by title."""
    marked = "SELECT listing_id FROM marks WHERE user_id = ? AND kind = 'favourite'"
    return store.rows(f"{_SELECT} WHERE listings.id IN ({marked}) ORDER BY title", user)


def latest(store: Store, count: int) -> list[sqlite3.Row]:
    return store.rows(f"{_SELECT} ORDER BY published DESC, listings.id DESC LIMIT ?", count)


@dataclass(frozen=True)
class Search:
    """A search as its address says it. What cannot be read is not asked for."""

    asked: Mapping[str, str]

    @property
    def order(self) -> tuple[str, str]:
        column, direction = self.asked.get("sOrder"), self.asked.get("iOrderType")
        if column not in _COLUMNS:
            return "dt_pub_date", "desc"
        return column, direction if direction in ("asc", "desc") else "desc"

    @property
    def layout(self) -> str:
        return "list" if self.asked.get("sShowAs") == "list" else "gallery"

    def url(self, **changes: object) -> str:
        """The address of this search with other values; back on page 1 unless ``iPage`` is one
        of them."""
        kept = {name: self.asked.get(name) for name in (*FIELDS, "sShowAs")}
        query = {name: value for name, value in {**kept, **changes}.items() if value}
        return "/index.php?" + urlencode({"page": "search", **query})

    def run(self, store: Store) -> tuple[list[sqlite3.Row], Pagination]:
        """The listings of the page asked for. Equal prices or dates: the newer listing first."""
        where, values = self._where()
        total = store.rows(f"SELECT count(*) FROM listings WHERE {where}", *values)[0][0]
        page = Pagination.at(self.asked.get("iPage"), PAGE_SIZE, total)
        column, direction = self.order
        order = f"{_COLUMNS[column]} {direction}, published DESC, listings.id DESC"
        sql = f"{_SELECT} WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?"
        return store.rows(sql, *values, page.size, page.offset), page

    def _where(self) -> tuple[str, list[object]]:
        """Each word must begin a word of title or description."""
        words = re.split(r"[\s-]+", self.asked.get("sPattern", "").strip())
        like = f"{_TEXT} LIKE ? ESCAPE '\\'"
        tests: list[tuple[str, object]] = [(like, f"% {_literal(word)}%") for word in words]
        if city := self.asked.get("sCity", "").strip():
            tests.append(("listings.city LIKE ? ESCAPE '\\'", f"%{_literal(city)}%"))
        limits = (
            ("category_id = ?", whole(self.asked.get("sCategory"))),
            ("price >= ?", cents(self.asked.get("sPriceMin"))),
            ("price <= ?", cents(self.asked.get("sPriceMax"))),
        )
        tests += [(test, value) for test, value in limits if value is not None]
        return " AND ".join(test for test, _ in tests), [value for _, value in tests]


def _literal(text: str) -> str:
    """For LIKE: its wildcards as the signs they are."""
    return re.sub(r"([\\%_])", r"\\\1", text)
