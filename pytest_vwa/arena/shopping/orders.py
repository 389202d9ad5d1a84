"""Past orders."""

import json
import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import Pagination, flash, go, not_found

from .cart import CART, put
from .front import members, page, shopper, store

PER_PAGE = 10


def items(shop: Store, order: int) -> list[sqlite3.Row]:
    """What was ordered; ``chosen`` is JSON, ``price`` the one of that day."""
    return shop.rows(
        "SELECT product.id, name, sku, slug, ordered.id AS line, ordered.price, qty,"
        " ordered.options AS chosen, qty * ordered.price AS amount"
        " FROM ordered JOIN product ON product.id = ordered.product WHERE order_id = ?",
        order,
    )


@members
async def history(request: Request, member: sqlite3.Row) -> Response:
    orders = store(request).rows(
        "SELECT * FROM orders WHERE customer = ? ORDER BY created DESC, id DESC", member["id"]
    )
    pagination = Pagination.at(request.query_params.get("p"), PER_PAGE, len(orders))
    shown = orders[pagination.offset : pagination.offset + PER_PAGE]
    return page(request, "orders.html", orders=shown, pagination=pagination)


@members
async def view(request: Request, member: sqlite3.Row) -> Response:
    order = _order(request, member)
    return page(request, "order.html", order=order, items=items(store(request), order["id"]))


@members
async def reorder(request: Request, member: sqlite3.Row) -> Response:
    shop = store(request)
    for item in items(shop, _order(request, member)["id"]):
        put(shop, shopper(request), item["id"], item["qty"], json.loads(item["chosen"]))
    flash(request, "The products of your order are in your shopping cart.")
    return go(CART)


def _order(request: Request, member: sqlite3.Row) -> sqlite3.Row:
    """The order that the address names; nobody sees another customer's."""
    found = store(request).row(
        "SELECT * FROM orders WHERE id = ? AND customer = ?",
        request.path_params["number"],
        member["id"],
    )
    if found is None:
        raise not_found()
    return found


ROUTES = [
    Route("/sales/order/history/", history),
    Route("/sales/order/view/order_id/{number:int}/", view),
    Route("/sales/order/reorder/order_id/{number:int}/", reorder, methods=["POST"]),
]
