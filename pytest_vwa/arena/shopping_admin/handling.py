"""What becomes of an order: comments, hold, release, cancel."""

import sqlite3
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import fields, store
from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import TODAY, flash, go, not_found

from .desk import staff
from .orders import STATUSES, VIEW, find, move, paper

NOW = f"{TODAY} 12:00:00"

Deed = Callable[[Store, sqlite3.Row], str]
"""Changes an order; returns what the next page says."""


def note(shop: Store, order: int, status: str, text: str, *, told: bool, shown: bool) -> None:
    """Add to the order's history."""
    shop.write(
        "INSERT INTO note (order_id, created, status, text, notified, visible)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        *(order, NOW, status, text, told, shown),
    )


def hold(shop: Store, order: sqlite3.Row) -> str:
    move(shop, order["id"], "On Hold")
    return "You put the order on hold."


def unhold(shop: Store, order: sqlite3.Row) -> str:
    move(shop, order["id"], "Processing" if paper(shop, "invoice", order["id"]) else "Pending")
    return "You released the order from holding status."


def cancel(shop: Store, order: sqlite3.Row) -> str:
    """What was ordered is in stock again."""
    shop.write(
        "UPDATE product SET stock = stock + (SELECT sum(qty) FROM ordered"
        " WHERE order_id = ?1 AND product = product.id)"
        " WHERE id IN (SELECT product FROM ordered WHERE order_id = ?1)",
        order["id"],
    )
    move(shop, order["id"], "Canceled")
    return "You canceled the order."


ALLOWED: dict[str, tuple[Deed, tuple[str, ...], str]] = {
    "hold": (hold, ("Pending", "Processing"), "You have not put the order on hold."),
    "unhold": (unhold, ("On Hold",), "Can't unhold order."),
    "cancel": (cancel, ("Pending", "Suspected Fraud"), "You have not canceled the item."),
}
"""Each deed with the statuses in which it can be done, and what is said in others."""


@staff("sales")
async def act(request: Request) -> Response:
    shop = store(request)
    order = find(shop, request.path_params["number"])
    if request.path_params["deed"] not in ALLOWED:
        raise not_found()
    deed, statuses, refusal = ALLOWED[request.path_params["deed"]]
    if order["status"] in statuses:
        flash(request, deed(shop, order))
    else:
        flash(request, refusal, "error")
    return go(f"{VIEW}{order['id']}/")


@staff("sales")
async def comment(request: Request) -> Response:
    form, shop = await fields(request), store(request)
    order = find(shop, request.path_params["number"])
    status, text = form.get("history[status]", ""), form.get("history[comment]", "")
    if status not in STATUSES:
        flash(request, f"Please choose one of these statuses: {', '.join(STATUSES)}.", "error")
    elif not text:
        flash(request, "The comment is missing. Enter and try again.", "error")
    else:
        told, shown = (
            f"history[{name}]" in form for name in ("is_customer_notified", "is_visible_on_front")
        )
        note(shop, order["id"], status, text, told=told, shown=shown)
        move(shop, order["id"], status)
        flash(request, "You saved the order status.")
    return go(f"{VIEW}{order['id']}/#order_history_block")


_ORDER = "/order_id/{number:int}/"
ROUTES = [
    Route("/sales/order/addComment" + _ORDER, comment, methods=["POST"]),
    Route("/sales/order/{deed}" + _ORDER, act, methods=["POST"]),
]
