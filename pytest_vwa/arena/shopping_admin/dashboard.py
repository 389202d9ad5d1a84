"""The first page: how the shop is doing."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import store

from .desk import page, staff

EARNED = "status NOT IN ('Canceled', 'Pending', 'Suspected Fraud')"
"""Orders that count as sales."""


@staff("dashboard")
async def dashboard(request: Request) -> Response:
    shop = store(request)
    sums = shop.row(
        f"SELECT sum(subtotal + shipping) AS total, count(*) AS n FROM orders WHERE {EARNED}"
    )
    total, number = (sums["total"] or 0, sums["n"]) if sums else (0, 0)
    return page(
        request,
        "dashboard.html",
        lifetime=total,
        average=round(total / number) if number else 0,
        orders=shop.rows(
            "SELECT orders.id, firstname || ' ' || lastname AS name, subtotal + shipping AS total,"
            " (SELECT sum(qty) FROM ordered WHERE order_id = orders.id) AS items"
            " FROM orders JOIN customer ON customer.id = customer"
            " ORDER BY orders.created DESC, orders.id DESC LIMIT 5"
        ),
        latest=shop.rows("SELECT * FROM search_term ORDER BY id DESC LIMIT 5"),
        top=shop.rows("SELECT * FROM search_term ORDER BY uses DESC, id LIMIT 5"),
        bestsellers=shop.rows(
            "SELECT product.id, name, product.price, sum(qty) AS sold FROM ordered"
            " JOIN product ON product.id = product JOIN orders ON orders.id = order_id"
            f" WHERE {EARNED} GROUP BY product.id ORDER BY sold DESC, product.id LIMIT 5"
        ),
        newcomers=shop.rows(
            "SELECT id, firstname || ' ' || lastname AS name, created FROM customer"
            " ORDER BY created DESC, id LIMIT 5"
        ),
    )


ROUTES = [Route("/dashboard", dashboard), Route("/dashboard/", dashboard)]
