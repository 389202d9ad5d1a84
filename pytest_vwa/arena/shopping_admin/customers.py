"""Customers: the grid, and the page of one."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import fields, store
from pytest_vwa.arena.web import flash, go, not_found

from .dashboard import EARNED
from .desk import BASE, page, staff
from .grid import Column, Source
from .lists import show

CUSTOMERS = f"{BASE}/customer/index/"
EDIT = f"{CUSTOMERS}edit/id/"
CIRCLES = ("General", "Wholesale", "Retailer")

GRID = Source(
    "SELECT customer.id, customer.firstname || ' ' || customer.lastname AS name, email, circle,"
    " phone, postcode, region, country, created"
    " FROM customer LEFT JOIN address ON address.customer = customer.id AND billing",
    (
        Column("id", "ID", "count"),
        Column("name", "Name"),
        Column("email", "Email"),
        Column("circle", "Group", "choice", CIRCLES),
        Column("phone", "Phone"),
        Column("postcode", "ZIP"),
        Column("country", "Country"),
        Column("region", "State/Province"),
        Column("created", "Customer Since", "date"),
    ),
    sort="id",
    keyword=("name", "email", "phone", "postcode", "region"),
    opens=EDIT,
    title="name",
)


@staff("customers")
async def grid(request: Request) -> Response:
    return await show(request, GRID, CUSTOMERS, "Customers")


@staff("customers")
async def edit(request: Request) -> Response:
    shop, number = store(request), request.path_params["number"]
    customer = shop.row("SELECT * FROM customer WHERE id = ?", number)
    if customer is None:
        raise not_found()
    sales = shop.row(
        "SELECT coalesce(sum(subtotal + shipping), 0) AS total, count(*) AS n"
        f" FROM orders WHERE customer = ? AND {EARNED}",
        number,
    )
    return page(
        request,
        "customer.html",
        customer=customer,
        circles=[(circle, circle) for circle in CIRCLES],
        sales=sales,
        addresses=shop.rows("SELECT * FROM address WHERE customer = ? ORDER BY id", number),
        orders=shop.rows(
            "SELECT * FROM orders WHERE customer = ? ORDER BY created DESC, id DESC", number
        ),
        reviews=shop.rows(
            "SELECT review.*, name FROM review JOIN product ON product.id = product"
            " WHERE customer = ? ORDER BY review.created DESC, review.id DESC",
            number,
        ),
    )


@staff("customers")
async def save(request: Request) -> Response:
    shop, form, number = store(request), await fields(request), request.path_params["number"]
    values = [form.get(f"customer[{name}]", "") for name in ("firstname", "lastname", "email")]
    circle = form.get("customer[group_id]", "")
    if shop.row("SELECT id FROM customer WHERE id = ?", number) is None:
        raise not_found()
    if not all(values) or "@" not in values[2] or circle not in CIRCLES:
        flash(request, "Please fill in first name, last name and a valid email address.", "error")
    elif shop.row("SELECT id FROM customer WHERE email = ? AND id != ?", values[2], number):
        flash(request, "A customer with the same email address already exists.", "error")
    else:
        shop.write(
            "UPDATE customer SET firstname = ?, lastname = ?, email = ?, circle = ? WHERE id = ?",
            *(*values, circle, number),
        )
        flash(request, "You saved the customer.")
    return go(f"{EDIT}{number}/")


ROUTES = [
    Route("/customer/index/", grid),
    Route("/customer/index/index/", grid),
    Route("/customer/index/edit/id/{number:int}/", edit),
    Route("/customer/index/save/id/{number:int}/", save, methods=["POST"]),
]
