"""The addresses of an order, which the back office may mend."""

import json

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import fields, store
from pytest_vwa.arena.shopping.seed import ADDRESS
from pytest_vwa.arena.web import flash, go

from .desk import BASE, page, staff
from .orders import VIEW, find

EDIT = f"{BASE}/sales/order/address/address_id/"
KINDS = {"shipped_to": "Shipping", "billed_to": "Billing"}


def number(order: int, column: str) -> int:
    """Each order has two: the odd number is where it is shipped to."""
    return 2 * order - (column == "shipped_to")


@staff("sales")
async def edit(request: Request) -> Response:
    order, column = divmod(request.path_params["number"] + 1, 2)
    column = list(KINDS)[column]
    shop = store(request)
    found = find(shop, order)
    place = json.loads(found[column])
    if request.method == "POST":
        form = await fields(request)
        place = {name: form.get(name, "") for name in ADDRESS}
        if all(place.values()):
            shop.write(f"UPDATE orders SET {column} = ? WHERE id = ?", json.dumps(place), order)
            flash(request, "You updated the order address.")
            return go(f"{VIEW}{order}/")
        flash(request, "Please fill in all fields of the address.", "error")
    return page(request, "address.html", order=found, place=place, kind=KINDS[column])


ROUTES = [
    Route("/sales/order/address/address_id/{number:int}/", edit, methods=["GET", "POST"]),
]
