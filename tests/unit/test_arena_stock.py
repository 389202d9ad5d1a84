"""There is plenty to look at, it is always the same, and the first things keep their places."""

import json
import re
import sqlite3
from collections import Counter

import pytest

from pytest_vwa.arena import classifieds, shopping
from pytest_vwa.arena.classifieds.seed import build as build_classifieds
from pytest_vwa.arena.classifieds.stock import read as read_listings
from pytest_vwa.arena.pictures import COLOURS
from pytest_vwa.arena.shopping.seed import build as build_shop
from pytest_vwa.arena.shopping.stock import read as read_products
from pytest_vwa.arena.store import Store

FIRST_PRODUCTS, FIRST_LISTINGS = 68, 48
"""Those that are written by hand; tutorials and tasks tell of them."""


@pytest.fixture(scope="module")
def shop() -> Store:
    return Store(build_shop)


@pytest.fixture(scope="module")
def market() -> Store:
    return Store(build_classifieds)


def products(shop: Store) -> list[sqlite3.Row]:
    return shop.rows("SELECT * FROM product ORDER BY id")


def listings(market: Store) -> list[sqlite3.Row]:
    return market.rows("SELECT * FROM listings ORDER BY id")


def test_stock_has_enough_products_and_listings(shop: Store, market: Store) -> None:
    assert len(products(shop)) >= 150
    assert len(listings(market)) >= 120


def test_stock_names_are_unique(shop: Store, market: Store) -> None:
    names = [row["name"] for row in products(shop)] + [row["title"] for row in listings(market)]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_stock_fills_every_category(shop: Store, market: Store) -> None:
    empty = (
        "SELECT name FROM category WHERE path LIKE '%/%'"
        " AND path NOT IN (SELECT category FROM product)"
    )
    assert shop.rows(empty) == []
    counts = market.rows("SELECT count(*) FROM listings GROUP BY category_id")
    assert min(row[0] for row in counts) >= 15


def test_stock_generation_is_deterministic() -> None:
    assert read_products() == read_products()
    users = [{"id": 2, "place": "Cleveland, Ohio"}]
    assert read_listings(49, users) == read_listings(49, users)


def test_stock_images_vary_in_shape_colour_count_and_text(shop: Store, market: Store) -> None:
    pictures = [each for row in products(shop) for each in json.loads(row["pictures"])]
    pictures += [json.loads(row["picture"]) for row in listings(market)]
    assert len({picture["shape"] for picture in pictures}) >= 45
    assert {picture["colour"] for picture in pictures} >= set(COLOURS) - {"beige"}
    assert {picture.get("count", 1) for picture in pictures} >= {1, 2, 3, 4, 5, 6}
    assert len({picture["text"] for picture in pictures if "text" in picture}) >= 10


def test_listing_title_colours_match_image(market: Store) -> None:
    for row in listings(market)[FIRST_LISTINGS:]:
        said = re.findall(r"\w+", row["title"].lower())
        named = [word for word in said if word in COLOURS]
        assert named in ([], [json.loads(row["picture"])["colour"]]) or "lid" in said, row["title"]


@pytest.mark.parametrize("word", ["lamp", "mug", "backpack", "camp chair", "dining chair"])
def test_shop_tutorial_searches_find_only_first_products(shop: Store, word: str) -> None:
    later = [row["words"] for row in products(shop)[FIRST_PRODUCTS:]]
    assert [words for words in later if all(part in words for part in word.split())] == []


@pytest.mark.parametrize("word", ["kayak", "tent", "chair"])
def test_classifieds_tutorial_searches_find_only_first_listings(market: Store, word: str) -> None:
    texts = [f"{row['title']} {row['description']}" for row in listings(market)[FIRST_LISTINGS:]]
    assert [text for text in texts if re.search(rf"\b{word}", text, re.IGNORECASE)] == []


def test_classifieds_generated_listings_are_never_cheapest(market: Store) -> None:
    later = listings(market)[FIRST_LISTINGS:]
    text = {row["id"]: f"{row['title']} {row['description']}".lower() for row in later}
    assert all(row["price"] > 31900 for row in later if "sofa" in text[row["id"]])
    assert all(row["price"] > 9000 for row in later if "guitar" in text[row["id"]])
    assert all(row["price"] > 2450 for row in later if row["city"] == "Erie")


def test_classifieds_front_page_shows_only_first_listings(market: Store) -> None:
    latest = market.rows("SELECT id FROM listings ORDER BY published DESC, id DESC LIMIT 8")
    assert all(row["id"] <= FIRST_LISTINGS for row in latest)


def test_arena_sites_do_not_share_stores() -> None:
    for build in (classifieds.site, shopping.site):
        assert build().store is not build().store
