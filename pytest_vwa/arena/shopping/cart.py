"""The shopping cart."""

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import flash, go, whole

from .front import back, fields, page, shopper, store
from .seed import SHIPPING_PER_ITEM

CART = "/checkout/cart/"
MOST = 10_000
"""The largest quantity of one product in one cart."""


@dataclass(frozen=True)
class Totals:
    """What a cart costs, in cents."""

    subtotal: int
    shipping: int

    @property
    def grand(self) -> int:
        return self.subtotal + self.shipping


def lines(shop: Store, owner: str) -> list[sqlite3.Row]:
    """The products in a cart, oldest first; ``options`` is JSON."""
    return shop.rows(
        "SELECT product.*, cart.id AS line, cart.qty, cart.options AS chosen,"
        " cart.qty * product.price AS amount"
        " FROM cart JOIN product ON product.id = cart.product WHERE shopper = ? ORDER BY cart.id",
        owner,
    )


def totals(cart: Sequence[sqlite3.Row]) -> Totals:
    qty = sum(line["qty"] for line in cart)
    return Totals(sum(line["amount"] for line in cart), qty * SHIPPING_PER_ITEM)


def put(shop: Store, owner: str, product: int, qty: int, options: Mapping[str, str]) -> None:
    """The same product with the same options only grows in number."""
    shop.write(
        "INSERT INTO cart (shopper, product, qty, options) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET qty = min(qty + excluded.qty, ?)",
        owner,
        product,
        qty,
        json.dumps(options),
        MOST,
    )


def hand_over(shop: Store, visitor: str, customer: str) -> None:
    """A visitor signs in: what was in the visitor's cart and comparison becomes the customer's."""
    for line in lines(shop, visitor):
        put(shop, customer, line["id"], line["qty"], json.loads(line["chosen"]))
    shop.write("DELETE FROM cart WHERE shopper = ?", visitor)
    shop.write("UPDATE OR IGNORE compared SET shopper = ? WHERE shopper = ?", customer, visitor)


def choice(product: sqlite3.Row, form: Mapping[str, str]) -> dict[str, str] | None:
    """The options as posted; None when one is missing or is not for sale."""
    offered: Mapping[str, Sequence[str]] = json.loads(product["options"])
    chosen = {name: form.get(f"options[{name}]", "") for name in offered}
    return chosen if all(chosen[name] in values for name, values in offered.items()) else None


async def show(request: Request) -> Response:
    cart = lines(store(request), shopper(request))
    return page(request, "cart.html", cart=cart, totals=totals(cart))


async def add(request: Request) -> Response:
    form, shop = await fields(request), store(request)
    product = shop.row("SELECT * FROM product WHERE id = ?", whole(form.get("product")))
    if product is None or not product["enabled"]:
        flash(request, "The product is not available any more.", "error")
        return back(request)
    if not (product["stock"] and product["in_stock"]):
        flash(request, "The product is out of stock.", "error")
        return back(request)
    chosen = choice(product, form)
    if chosen is None:
        flash(request, "You need to choose options for your item.", "info")
        return go(f"/{product['slug']}.html")
    qty = whole(form.get("qty", "1")) or 0
    if not 1 <= qty <= MOST:
        flash(request, f"Please enter a quantity from 1 to {MOST}.", "error")
        return back(request)
    put(shop, shopper(request), product["id"], qty, chosen)
    flash(request, f"You added {product['name']} to your shopping cart.")
    return back(request)


async def update(request: Request) -> Response:
    """Fields ``cart[LINE][qty]``; a quantity of 0 removes the line."""
    form, shop, owner = await fields(request), store(request), shopper(request)
    for name, value in form.items():
        line = re.fullmatch(r"cart\[([0-9]{1,12})\]\[qty\]", name)
        qty = whole(value)
        if not line:
            continue
        if qty is None or not 0 <= qty <= MOST:
            flash(request, f"Please enter a quantity from 0 to {MOST}.", "error")
            return go(CART)
        shop.write("UPDATE cart SET qty = ? WHERE id = ? AND shopper = ?", qty, int(line[1]), owner)
    shop.write("DELETE FROM cart WHERE shopper = ? AND qty = 0", owner)
    return go(CART)


async def remove(request: Request) -> Response:
    """One line, named by the button that was pressed."""
    line = whole((await fields(request)).get("remove"))
    store(request).write("DELETE FROM cart WHERE id = ? AND shopper = ?", line, shopper(request))
    return go(CART)


ROUTES = [
    Route(CART, show),
    Route("/checkout/cart/add/", add, methods=["POST"]),
    Route("/checkout/cart/updatePost/", update, methods=["POST"]),
    Route("/checkout/cart/delete/", remove, methods=["POST"]),
]
