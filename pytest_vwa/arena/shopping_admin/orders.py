"""Orders: the grid, and the page of one."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import store
from pytest_vwa.arena.shopping.orders import items
from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import not_found

from .desk import BASE, page, staff
from .grid import Column, Source
from .lists import show

ORDERS = f"{BASE}/sales/order/"
VIEW = f"{ORDERS}view/order_id/"
STATUSES = (
    *("Pending", "Processing", "Complete", "On Hold"),
    *("Canceled", "Closed", "Suspected Fraud"),
)
FINAL = ("Complete", "Canceled", "Closed")

GRID = Source(
    "SELECT orders.id, printf('%09d', orders.id) AS number, orders.created,"
    " json_extract(billed_to, '$.firstname') || ' ' || json_extract(billed_to, '$.lastname')"
    " AS billed, json_extract(shipped_to, '$.firstname') || ' ' ||"
    " json_extract(shipped_to, '$.lastname') AS shipped, subtotal + shipping AS total, status,"
    " email FROM orders JOIN customer ON customer.id = customer",
    (
        Column("number", "ID"),
        Column("created", "Purchase Date", "date"),
        Column("billed", "Bill-to Name"),
        Column("shipped", "Ship-to Name"),
        Column("total", "Grand Total", "money"),
        Column("status", "Status", "choice", STATUSES),
        Column("email", "Customer Email"),
    ),
    sort="id",
    keyword=("number", "billed", "shipped", "email"),
    opens=VIEW,
    title="billed",
    action="View",
)


@staff("sales")
async def grid(request: Request) -> Response:
    return await show(request, GRID, ORDERS, "Orders")


@staff("sales")
async def view(request: Request) -> Response:
    shop = store(request)
    order = find(shop, request.path_params["number"])
    return page(
        request,
        "order.html",
        order=order,
        items=items(shop, order["id"]),
        notes=shop.rows("SELECT * FROM note WHERE order_id = ? ORDER BY id DESC", order["id"]),
        buyer=shop.row("SELECT * FROM customer WHERE id = ?", order["customer"]),
        open=order["status"] not in FINAL,
        invoice=paper(shop, "invoice", order["id"]),
        shipment=paper(shop, "shipment", order["id"]),
    )


@staff("sales")
async def history(request: Request) -> Response:
    """What was said of an order and what became of it, the latest first."""
    shop = store(request)
    order = find(shop, request.path_params["number"])
    return page(request, "history.html", order=order, events=_events(shop, order["id"]))


def _events(shop: Store, number: int) -> list[tuple[str, str, str]]:
    """Moment, kind and text of each."""
    notes = shop.rows("SELECT * FROM note WHERE order_id = ? ORDER BY id", number)
    events = [(note["created"], note["status"], note["text"]) for note in notes]
    for kind in ("invoice", "shipment"):
        if made := paper(shop, kind, number):
            title = f"{kind.title()} #{made['id']:09d} created"
            events.append((made["created"], title, _tracked(made)))
    return sorted(events, reverse=True)


def _tracked(made: sqlite3.Row) -> str:
    carrier = f" for {made['carrier']}" if made["carrier"] else ""
    return f"Tracking number {made['tracking']}{carrier} assigned" if made["tracking"] else ""


def find(shop: Store, number: int) -> sqlite3.Row:
    """The order of this number; the 404 page when there is none."""
    order = shop.row("SELECT * FROM orders WHERE id = ?", number)
    if order is None:
        raise not_found()
    return order


def move(shop: Store, number: int, status: str) -> None:
    shop.write("UPDATE orders SET status = ? WHERE id = ?", status, number)


def paper(shop: Store, kind: str, number: int) -> sqlite3.Row | None:
    """The order's ``invoice`` or ``shipment``."""
    return shop.row(f"SELECT * FROM {kind} WHERE order_id = ?", number)


ROUTES = [
    Route("/sales/order/", grid),
    Route("/sales/order/index/", grid),
    Route("/sales/order/view/order_id/{number:int}/", view),
    Route("/sales/order/commentsHistory/order_id/{number:int}/active_tab/{tab}/", history),
]
