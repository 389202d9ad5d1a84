"""From a full cart to an order."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import TODAY, flash, go, whole

from .cart import CART, lines, totals
from .front import fields, members, page, shopper, store
from .seed import frozen

CHECKOUT = "/checkout/"


def place(shop: Store, owner: str, customer: int, address: sqlite3.Row) -> int:
    """Turn the cart into an order; returns its number."""
    cart = lines(shop, owner)
    sums = totals(cart)
    billing = shop.row(
        "SELECT * FROM address WHERE customer = ? ORDER BY billing DESC, id", customer
    )
    order = shop.write(
        "INSERT INTO orders (customer, status, created, subtotal, shipping, billed_to, shipped_to)"
        " VALUES (?, 'Pending', ?, ?, ?, ?, ?)",
        customer,
        f"{TODAY} 12:00:00",
        sums.subtotal,
        sums.shipping,
        frozen(dict(billing or address)),
        frozen(dict(address)),
    )
    for line in cart:
        shop.write(
            "INSERT INTO ordered (order_id, product, qty, price, options) VALUES (?, ?, ?, ?, ?)",
            order,
            line["id"],
            line["qty"],
            line["price"],
            line["chosen"],
        )
        shop.write(
            "UPDATE product SET stock = max(0, stock - ?) WHERE id = ?", line["qty"], line["id"]
        )
    shop.write("DELETE FROM cart WHERE shopper = ?", owner)
    return order


@members
async def show(request: Request, member: sqlite3.Row) -> Response:
    shop = store(request)
    cart = lines(shop, shopper(request))
    if not cart:
        return go(CART)
    addresses = shop.rows(
        "SELECT * FROM address WHERE customer = ? ORDER BY shipping DESC, id", member["id"]
    )
    if not addresses:
        request.session["after_address"] = CHECKOUT
        flash(request, "Please add the address to which we may ship.", "info")
        return go("/customer/address/new/")
    return page(request, "checkout.html", cart=cart, totals=totals(cart), addresses=addresses)


@members
async def order(request: Request, member: sqlite3.Row) -> Response:
    shop, owner = store(request), shopper(request)
    address = shop.row(
        "SELECT * FROM address WHERE id = ? AND customer = ?",
        whole((await fields(request)).get("address")),
        member["id"],
    )
    if address is None or not lines(shop, owner):
        return go(CHECKOUT)
    request.session["ordered"] = place(shop, owner, member["id"], address)
    return go("/checkout/onepage/success/")


@members
async def success(request: Request, member: sqlite3.Row) -> Response:
    found = store(request).row(
        "SELECT * FROM orders WHERE id = ? AND customer = ?",
        request.session.get("ordered"),
        member["id"],
    )
    return page(request, "success.html", order=found) if found else go(CART)


ROUTES = [
    Route(CHECKOUT, show),
    Route("/checkout/place/", order, methods=["POST"]),
    Route("/checkout/onepage/success/", success),
]
