"""The part of the shop's REST interface that judges of tasks read, as JSON."""

import secrets
import sqlite3
from functools import wraps
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pytest_vwa.arena.web import whole

from .front import Handler, store
from .orders import items

ADMIN = {"username": "admin", "password": "admin1234"}
TOKEN = secrets.token_hex(16)
"""One for the life of the process, so that it outlives fresh data."""

ROOTS = ("/rest/V1", "/rest/default/V1", "/rest/all/V1")
SORTABLE = {
    "created_at": "created",
    "entity_id": "id",
    "increment_id": "id",
    "grand_total": "subtotal + shipping",
}
MOST = 300


async def token(request: Request) -> Response:
    try:
        asked = await request.json()
    except ValueError:
        return _refused(400, "the body is not JSON")
    if asked != ADMIN:
        return _refused(401, "wrong account: sign in with the admin's username and password")
    return JSONResponse(TOKEN)


def authorized(handler: Handler) -> Handler:
    """For the admin alone: others get status 401."""

    @wraps(handler)
    async def guarded(request: Request) -> Response:
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            return _refused(401, "a bearer token of the admin is needed")
        return await handler(request)

    return guarded


@authorized
async def orders(request: Request) -> Response:
    """``searchCriteria[sortOrders][0][field|direction]``, ``[pageSize]``, ``[currentPage]``."""
    asked = request.query_params
    field = asked.get("searchCriteria[sortOrders][0][field]", "entity_id")
    if field not in SORTABLE:
        return _refused(400, f"cannot sort by {field!r}; known: {', '.join(SORTABLE)}")
    descending = asked.get("searchCriteria[sortOrders][0][direction]", "ASC").upper() == "DESC"
    direction = "DESC" if descending else "ASC"
    size = min(whole(asked.get("searchCriteria[pageSize]")) or MOST, MOST)
    start = ((whole(asked.get("searchCriteria[currentPage]")) or 1) - 1) * size
    rows = store(request).rows(
        "SELECT orders.*, email FROM orders JOIN customer ON customer.id = customer"
        f" ORDER BY {SORTABLE[field]} {direction}, orders.id {direction}"
    )
    found = [_order(request, row) for row in rows[start : start + size]]
    return JSONResponse({"items": found, "total_count": len(rows)})


@authorized
async def reviews(request: Request) -> Response:
    """All reviews of a product, the latest last."""
    product = store(request).row("SELECT id FROM product WHERE sku = ?", request.path_params["sku"])
    if product is None:
        return _refused(404, f"no product has the SKU {request.path_params['sku']!r}")
    rows = store(request).rows(
        "SELECT * FROM review WHERE product = ? ORDER BY created, id", product["id"]
    )
    return JSONResponse([_review(row) for row in rows])


def _refused(status: int, reason: str) -> Response:
    return JSONResponse({"message": reason}, status_code=status)


def _order(request: Request, row: sqlite3.Row) -> dict[str, Any]:
    return {
        "entity_id": row["id"],
        "increment_id": f"{row['id']:09d}",
        "status": row["status"].lower(),
        "created_at": row["created"],
        "customer_email": row["email"],
        "subtotal": row["subtotal"] / 100,
        "shipping_amount": row["shipping"] / 100,
        "grand_total": (row["subtotal"] + row["shipping"]) / 100,
        "items": [
            {
                "sku": item["sku"],
                "name": item["name"],
                "qty_ordered": item["qty"],
                "price": item["price"] / 100,
            }
            for item in items(store(request), row["id"])
        ],
    }


def _review(row: sqlite3.Row) -> dict[str, Any]:
    rating = {"rating_name": "Rating", "value": row["stars"], "percent": row["stars"] * 20}
    return {
        "id": row["id"],
        "title": row["title"],
        "detail": row["detail"],
        "nickname": row["nickname"],
        "ratings": [rating],
        "created_at": row["created"],
    }


ROUTES = [
    route
    for root in ROOTS
    for route in (
        Route(f"{root}/integration/admin/token", token, methods=["POST"]),
        Route(f"{root}/orders", orders),
        Route(f"{root}/products/{{sku}}/reviews", reviews),
    )
]
