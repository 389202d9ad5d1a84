"""What reports count: each a query, the heads of its columns, and their sums."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import money

from .desk import BASE
from .grid import Column, Source
from .periods import Span

Show = Callable[[Any], str]


@dataclass(frozen=True)
class Figures:
    """``sql`` holds ``{bucket}`` and two marks for the bounds of ``orders.created``; its first
    field is the period. ``heads`` are the other fields' titles, how each is shown, and whether
    they are summed up."""

    title: str
    id: str
    sql: str
    heads: tuple[tuple[str, Show, bool], ...]

    def table(self, shop: Store, span: Span) -> tuple[list[list[str]], list[str]]:
        """The rows as text, and the totals ("" where none make sense)."""
        rows = shop.rows(self.sql.format(bucket=span.bucket), *span.bounds)
        texts = [
            [
                span.title(row[0]),
                *(
                    show(value)
                    for (_, show, _), value in zip(self.heads, tuple(row)[1:], strict=True)
                ),
            ]
            for row in rows
        ]
        totals = [
            show(sum(row[index] for row in rows)) if summed else ""
            for index, (_, show, summed) in enumerate(self.heads, 1)
        ]
        return texts, totals


_COUNTED = "orders.status NOT IN ('Canceled')"
WITHIN = "orders.created >= ? AND orders.created < ?"

SALES = Figures(
    "Sales Report",
    "sales_report",
    "SELECT {bucket} AS period, count(*), sum((SELECT sum(qty) FROM ordered"
    " WHERE order_id = orders.id)), sum(iif(status = 'Canceled', 0, subtotal + shipping)),"
    " sum(iif(EXISTS (SELECT 1 FROM invoice WHERE order_id = orders.id), subtotal + shipping, 0)),"
    " sum(iif(status = 'Canceled', 0, shipping)),"
    " sum(iif(status = 'Canceled', subtotal + shipping, 0))"
    f" FROM orders WHERE {WITHIN} GROUP BY period ORDER BY period",
    (
        ("Orders", str, True),
        ("Sales Items", str, True),
        ("Sales Total", money, True),
        ("Invoiced", money, True),
        ("Sales Shipping", money, True),
        ("Canceled", money, True),
    ),
)
BESTSELLERS = Figures(
    "Bestsellers Report",
    "sales_report",
    "SELECT {bucket} AS period, name, product.price, sum(qty) AS sold FROM ordered"
    " JOIN orders ON orders.id = order_id JOIN product ON product.id = product"
    f" WHERE {WITHIN} AND {_COUNTED} GROUP BY period, product.id"
    " ORDER BY period, sold DESC, product.id",
    (("Product", str, False), ("Price", money, False), ("Order Quantity", str, True)),
)
SOLD = Figures(
    "Ordered Products Report",
    "gridProductsSold",
    "SELECT {bucket} AS period, name, sku, sum(qty) AS sold FROM ordered"
    " JOIN orders ON orders.id = order_id JOIN product ON product.id = product"
    f" WHERE {WITHIN} GROUP BY period, product.id ORDER BY period, sold DESC, product.id",
    (("Product", str, False), ("SKU", str, False), ("Order Quantity", str, True)),
)
TOTALS = Figures(
    "Order Total Report",
    "gridOrderTotalCustomer",
    "SELECT {bucket} AS period, firstname || ' ' || lastname, count(*),"
    " cast(avg(subtotal + shipping) AS INTEGER), sum(subtotal + shipping) AS total"
    " FROM orders JOIN customer ON customer.id = customer"
    f" WHERE {WITHIN} AND {_COUNTED} GROUP BY period, customer.id ORDER BY period, total DESC",
    (
        ("Customer", str, False),
        ("Orders", str, True),
        ("Average", money, False),
        ("Total", money, True),
    ),
)
ACCOUNTS = Figures(
    "New Accounts Report",
    "gridAccounts",
    "SELECT {bucket} AS period, count(*) FROM customer AS orders"
    f" WHERE {WITHIN} GROUP BY period ORDER BY period",
    (("New Accounts", str, True),),
)

BY_CUSTOMERS = Source(
    "SELECT customer.id, firstname || ' ' || lastname AS customer_name, count(*) AS review_cnt,"
    " round(avg(stars), 1) AS average FROM review JOIN customer ON customer.id = customer"
    " GROUP BY customer.id",
    (
        Column("customer_name", "Customer", wide=True),
        Column("review_cnt", "Reviews", "count"),
        Column("average", "Average Stars"),
    ),
    sort="review_cnt",
    opens=f"{BASE}/customer/index/edit/id/",
    title="customer_name",
    action="Show Customer",
    coded=True,
)
BY_PRODUCTS = Source(
    "SELECT product.id, name, count(*) AS review_cnt, round(avg(stars) * 20) || '%' AS avg_rating,"
    " max(review.created) AS last_created FROM review JOIN product ON product.id = product"
    " GROUP BY product.id",
    (
        Column("id", "ID", "count"),
        Column("name", "Product", wide=True),
        Column("review_cnt", "Reviews", "count"),
        Column("avg_rating", "Average"),
        Column("last_created", "Last Review", "date"),
    ),
    sort="review_cnt",
    opens=f"{BASE}/catalog/product/edit/id/",
    title="name",
    action="Show Product",
    coded=True,
)
LOW_STOCK = Source(
    "SELECT id, name, sku, stock FROM product WHERE stock < 10",
    (
        Column("name", "Product", wide=True),
        Column("sku", "SKU"),
        Column("stock", "Stock Qty", "count"),
    ),
    sort="stock",
    opens=f"{BASE}/catalog/product/edit/id/",
    title="name",
    rising=True,
    coded=True,
)
