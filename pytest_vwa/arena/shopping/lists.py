"""The wish list of a customer and the comparison list of anybody."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.web import flash, go, whole

from .cart import choice, put
from .front import LOGIN, back, came_from, customer, fields, members, page, shopper, store

WISHES = "/wishlist/"
COMPARISON = "/catalog/product_compare/"


@members
async def wishes(request: Request, member: sqlite3.Row) -> Response:
    products = store(request).rows(
        "SELECT shelf.* FROM wish JOIN shelf ON shelf.id = wish.product"
        " WHERE customer = ? ORDER BY wish.id DESC",
        member["id"],
    )
    return page(request, "wishlist.html", products=products)


async def wish(request: Request) -> Response:
    product = await _posted(request)
    member = customer(request)
    if member is None:
        request.session["after_login"] = came_from(request)
        flash(request, "You must login or register to add items to your wish list.", "error")
        return go(LOGIN)
    if product:
        store(request).write(
            "INSERT OR IGNORE INTO wish (customer, product) VALUES (?, ?)",
            member["id"],
            product["id"],
        )
        flash(request, f"{product['name']} has been added to your Wish List.")
    return go(WISHES)


@members
async def unwish(request: Request, member: sqlite3.Row) -> Response:
    product = await _posted(request)
    if product:
        _forget(request, member, product)
        flash(request, f"{product['name']} has been removed from your Wish List.")
    return go(WISHES)


@members
async def wish_to_cart(request: Request, member: sqlite3.Row) -> Response:
    product = await _posted(request)
    if product is None:
        return go(WISHES)
    form = await fields(request)
    chosen = choice(product, form)
    if chosen is None:
        flash(request, "You need to choose options for your item.", "info")
        return go(f"/{product['slug']}.html")
    put(store(request), shopper(request), product["id"], whole(form.get("qty")) or 1, chosen)
    _forget(request, member, product)
    flash(request, f"You added {product['name']} to your shopping cart.")
    return go(WISHES)


async def comparison(request: Request) -> Response:
    products = store(request).rows(
        "SELECT shelf.* FROM compared JOIN shelf ON shelf.id = compared.product"
        " WHERE shopper = ? ORDER BY compared.rowid",
        shopper(request),
    )
    return page(request, "compare.html", products=products)


async def compare(request: Request) -> Response:
    product = await _posted(request)
    if product:
        store(request).write(
            "INSERT OR IGNORE INTO compared (shopper, product) VALUES (?, ?)",
            shopper(request),
            product["id"],
        )
        flash(request, f"You added product {product['name']} to the comparison list.")
    return back(request)


async def uncompare(request: Request) -> Response:
    product = await _posted(request)
    if product:
        store(request).write(
            "DELETE FROM compared WHERE shopper = ? AND product = ?",
            shopper(request),
            product["id"],
        )
        flash(request, f"You removed product {product['name']} from the comparison list.")
    return go(COMPARISON)


async def clear(request: Request) -> Response:
    store(request).write("DELETE FROM compared WHERE shopper = ?", shopper(request))
    flash(request, "You cleared the comparison list.")
    return go(COMPARISON)


async def _posted(request: Request) -> sqlite3.Row | None:
    """The product that the form names."""
    number = whole((await fields(request)).get("product"))
    return store(request).row("SELECT * FROM product WHERE id = ?", number)


def _forget(request: Request, member: sqlite3.Row, product: sqlite3.Row) -> None:
    store(request).write(
        "DELETE FROM wish WHERE customer = ? AND product = ?", member["id"], product["id"]
    )


ROUTES = [
    Route(WISHES, wishes),
    Route("/wishlist/index/add/", wish, methods=["POST"]),
    Route("/wishlist/index/remove/", unwish, methods=["POST"]),
    Route("/wishlist/index/cart/", wish_to_cart, methods=["POST"]),
    Route(COMPARISON, comparison),
    Route("/catalog/product_compare/index/", comparison),
    Route("/catalog/product_compare/add/", compare, methods=["POST"]),
    Route("/catalog/product_compare/remove/", uncompare, methods=["POST"]),
    Route("/catalog/product_compare/clear/", clear, methods=["POST"]),
]
