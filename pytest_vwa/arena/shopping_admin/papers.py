"""Invoices and shipments of orders: the grids, and making one."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import fields, store
from pytest_vwa.arena.shopping.orders import items
from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import flash, go, not_found

from .desk import BASE, page, staff
from .grid import Column, Source
from .handling import NOW, note
from .lists import show
from .orders import FINAL, VIEW, find, move, paper

KINDS = {"invoice": "an invoice", "shipment": "a shipment"}
_ROWS = (
    "SELECT orders.id, printf('%09d', {0}.id) AS number, {0}.created,"
    " printf('%09d', orders.id) AS ordered, orders.created AS placed,"
    " firstname || ' ' || lastname AS billed, subtotal + shipping AS total,"
    " (SELECT sum(qty) FROM ordered WHERE order_id = orders.id) AS quantity, tracking"
    " FROM {0} JOIN orders ON orders.id = order_id JOIN customer ON customer.id = customer"
)
_START = (Column("ordered", "Order #"), Column("placed", "Order Date", "date"))
GRIDS = {
    "invoice": Source(
        _ROWS.format("invoice"),
        (
            *(Column("number", "Invoice"), Column("created", "Invoice Date", "date"), *_START),
            Column("billed", "Bill-to Name"),
            Column("total", "Grand Total", "money"),
        ),
        sort="number",
        keyword=("number", "ordered", "billed"),
        opens=VIEW,
        title="billed",
        action="View",
    ),
    "shipment": Source(
        _ROWS.format("shipment"),
        (
            *(Column("number", "Shipment"), Column("created", "Ship Date", "date"), *_START),
            Column("billed", "Ship-to Name"),
            Column("quantity", "Total Quantity", "count"),
            Column("tracking", "Tracking Number"),
        ),
        sort="number",
        keyword=("number", "ordered", "billed", "tracking"),
        opens=VIEW,
        title="billed",
        action="View",
    ),
}


@staff("sales")
async def grid(request: Request) -> Response:
    kind = _kind(request)
    return await show(request, GRIDS[kind], f"{BASE}/sales/{kind}/", f"{kind.title()}s")


@staff("sales")
async def start(request: Request) -> Response:
    """The form of a new one."""
    kind, shop = _kind(request), store(request)
    order = find(shop, request.path_params["number"])
    if refusal := _refusal(shop, kind, order["id"], order["status"]):
        flash(request, refusal, "error")
        return go(f"{VIEW}{order['id']}/")
    return page(request, "paper.html", order=order, kind=kind, items=items(shop, order["id"]))


@staff("sales")
async def save(request: Request) -> Response:
    kind, shop, form = _kind(request), store(request), await fields(request)
    order = find(shop, request.path_params["number"])
    if refusal := _refusal(shop, kind, order["id"], order["status"]):
        flash(request, refusal, "error")
        return go(f"{VIEW}{order['id']}/")
    shop.write(
        f"INSERT INTO {kind} (order_id, created, tracking, carrier) VALUES (?, ?, ?, ?)",
        *(order["id"], NOW, form.get("tracking[number]", ""), form.get("tracking[title]", "")),
    )
    other = "shipment" if kind == "invoice" else "invoice"
    status = "Complete" if paper(shop, other, order["id"]) else "Processing"
    move(shop, order["id"], status)
    if text := form.get("comment_text", ""):
        note(shop, order["id"], status, text, told="send_email" in form, shown=False)
    flash(request, f"The {kind} has been created.")
    return go(f"{VIEW}{order['id']}/")


def _kind(request: Request) -> str:
    kind: str = request.path_params["kind"]
    if kind not in KINDS:
        raise not_found()
    return kind


def _refusal(shop: Store, kind: str, order: int, status: str) -> str:
    """Why the order can have no such paper; "" when it can."""
    if status in FINAL or status == "On Hold":
        return f"The order does not allow {KINDS[kind]} to be created."
    return f"The order has {KINDS[kind]} already." if paper(shop, kind, order) else ""


ROUTES = [
    Route("/sales/order_{kind}/start/order_id/{number:int}/", start),
    Route("/sales/order_{kind}/save/order_id/{number:int}/", save, methods=["POST"]),
    Route("/sales/{kind}/", grid),
]
