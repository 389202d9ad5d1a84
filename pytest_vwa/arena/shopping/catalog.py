"""A listing of products: filtered, sorted and cut into pages as its address asks."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from pytest_vwa.arena.web import Pagination, whole

LIMITS = (12, 24, 36)
STEPS = (0, 25, 50, 100, 250, 500)
"""Where the price ranges begin, in dollars; the last one has no end."""

Key = Callable[[sqlite3.Row], Any]

SORTS: Mapping[str, Key] = {
    "name": lambda product: product["name"].lower(),
    "price": lambda product: product["price"],
}
"""Any other order is the shop's own: by position in a category, by relevance in a search."""


@dataclass(frozen=True)
class PriceRange:
    """From ``low`` to just below ``high``, in dollars; ``high`` None means no end."""

    low: int
    high: int | None
    count: int = 0

    @classmethod
    def parse(cls, text: str | None) -> "PriceRange | None":
        """``25-50`` and ``500-`` as addresses have them; None for anything else."""
        low, dash, high = (text or "").partition("-")
        start, end = whole(low or "0"), whole(high)
        if not dash or start is None or (high and end is None):
            return None
        return cls(start, end)

    def __contains__(self, cents: int) -> bool:
        return self.low * 100 <= cents and (self.high is None or cents < self.high * 100)

    @property
    def value(self) -> str:
        return f"{self.low}-{'' if self.high is None else self.high}"

    @property
    def label(self) -> str:
        end = "above" if self.high is None else f"${self.high - 0.01:,.2f}"
        return f"${self.low:,.2f} {'and' if self.high is None else '-'} {end}"


@dataclass(frozen=True)
class Listing:
    """One page of products and the addresses of its neighbours."""

    path: str
    params: Mapping[str, str]
    default: str
    products: Sequence[sqlite3.Row]
    ranges: Sequence[PriceRange]
    page: Pagination

    @property
    def order(self) -> str:
        asked = self.params.get("product_list_order", self.default)
        return asked if asked in SORTS else self.default

    @property
    def descending(self) -> bool:
        return self.params.get("product_list_dir") == "desc"

    @property
    def price(self) -> PriceRange | None:
        return PriceRange.parse(self.params.get("price"))

    def link(self, **changes: object) -> str:
        """This listing's address with some parameters changed (None: removed), on page 1 unless
        ``p`` is given."""
        merged = {**self.params, "p": None, **changes}
        query = urlencode({name: value for name, value in merged.items() if value is not None})
        return f"{self.path}?{query}" if query else self.path


def arrange(
    products: Sequence[sqlite3.Row], path: str, params: Mapping[str, str], default: str
) -> Listing:
    """The page of ``products`` that ``params`` ask for; ``default`` names the given order."""
    wanted = PriceRange.parse(params.get("price"))
    kept = [product for product in products if wanted is None or product["price"] in wanted]
    kept = _sorted(kept, params.get("product_list_order"), params.get("product_list_dir"))
    limit = whole(params.get("product_list_limit"))
    size = limit if limit in LIMITS else LIMITS[0]
    pagination = Pagination.at(params.get("p"), size, len(kept))
    return Listing(
        path=path,
        params=params,
        default=default,
        products=kept[pagination.offset : pagination.offset + size],
        ranges=_ranges(product["price"] for product in products),
        page=pagination,
    )


def matching(products: Iterable[sqlite3.Row], query: str) -> list[sqlite3.Row]:
    """The products that hold every word of ``query``; more words in the name come first."""
    words = [_stem(word) for word in query.lower().replace(",", " ").split()]
    hits = [row for row in products if words and all(word in row["words"] for word in words)]
    return sorted(hits, key=lambda row: -sum(word in row["name"].lower() for word in words))


def _stem(word: str) -> str:
    """``kayaks`` finds kayaks and a kayak."""
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def _sorted(
    products: list[sqlite3.Row], order: str | None, direction: str | None
) -> list[sqlite3.Row]:
    descending = direction == "desc"
    key = SORTS.get(order or "")
    if key:
        return sorted(products, key=key, reverse=descending)
    return products[::-1] if descending else products


def _ranges(prices: Iterable[int]) -> list[PriceRange]:
    """The price ranges that are not empty, each with its number of products."""
    amounts = list(prices)
    ends = [*STEPS[1:], None]
    spans = [PriceRange(low, high) for low, high in zip(STEPS, ends, strict=True)]
    counted = [
        PriceRange(span.low, span.high, sum(amount in span for amount in amounts)) for span in spans
    ]
    return [span for span in counted if span.count]
