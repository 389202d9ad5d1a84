"""The catalog: the grid of products, and the form of one."""

import json
from collections.abc import Mapping, Sequence
from itertools import product as product_of
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import fields, store
from pytest_vwa.arena.web import cents, flash, go, not_found, whole

from .desk import BASE, page, staff
from .grid import Column, Source
from .lists import show

PRODUCTS = f"{BASE}/catalog/product/"
EDIT = f"{PRODUCTS}edit/id/"
IN_STOCK = "product[quantity_and_stock_status][is_in_stock]"
REQUIRED = {"name": "Product Name", "sku": "SKU", "price": "Price"}

GRID = Source(
    "SELECT product.id, sku AS thumbnail, product.name, sku, price, stock,"
    " iif(enabled, 'Enabled', 'Disabled') AS status, category.name AS category"
    " FROM product JOIN category ON category.path = category",
    (
        Column("id", "ID", "count"),
        Column("thumbnail", "Thumbnail", "picture"),
        Column("name", "Name", wide=True),
        Column("sku", "SKU"),
        Column("price", "Price", "money"),
        Column("stock", "Quantity", "count"),
        Column("category", "Category"),
        Column("status", "Status", "choice", ("Enabled", "Disabled")),
    ),
    sort="id",
    keyword=("name", "sku"),
    opens=EDIT,
    title="name",
)


@staff("catalog")
async def grid(request: Request) -> Response:
    return await show(request, GRID, PRODUCTS, "Products")


@staff("catalog")
async def edit(request: Request) -> Response:
    shop = store(request)
    product = shop.row("SELECT * FROM product WHERE id = ?", request.path_params["number"])
    if product is None:
        raise not_found()
    return _show(request, dict(product), _written(dict(product)))


@staff("catalog")
async def save(request: Request) -> Response:
    """Fields ``product[...]``; what is wrong is told above the form, which keeps what was typed."""
    shop, form = store(request), await fields(request)
    found = shop.row("SELECT * FROM product WHERE id = ?", request.path_params["number"])
    if found is None:
        raise not_found()
    product = dict(found)
    price = cents(form.get("product[price]"))
    units = whole(form.get("product[quantity_and_stock_status][qty]"))
    problem = _problem(form, _options(product, form))
    sku = form.get("product[sku]", "")
    if shop.row("SELECT id FROM product WHERE sku = ? AND id != ?", sku, product["id"]):
        problem = "The value of attribute SKU must be unique: another product has it."
    if problem:
        flash(request, problem, "error")
        return _show(request, product, form)
    # What has no units reads as out of stock, however it is marked.
    marked = form.get(IN_STOCK) != "0" or not product["stock"]
    shop.write(
        "UPDATE product SET name = ?, sku = ?, price = ?, stock = ?, in_stock = ?, enabled = ?,"
        " about = ?, options = ? WHERE id = ?",
        *(form["product[name]"], sku, price, units, marked, form.get("product[status]") == "1"),
        *(form.get("product[description]", ""), json.dumps(_options(product, form))),
        product["id"],
    )
    flash(request, "You saved the product.")
    return go(f"{EDIT}{product['id']}/")


def _show(request: Request, product: Mapping[str, Any], form: Mapping[str, str]) -> Response:
    options = json.loads(product["options"])
    kinds = ["-".join(values) for values in product_of(*options.values())] if options else []
    shelves = store(request).rows(
        "SELECT name FROM category WHERE ? || '/' LIKE path || '/%' ORDER BY path",
        product["category"],
    )
    return page(
        request,
        "product.html",
        product=product,
        form=form,
        categories=[shelf["name"] for shelf in shelves],
        options=options,
        configurations=kinds,
    )


def _written(product: Mapping[str, object]) -> dict[str, str]:
    """A product as its form's fields."""
    return {
        "product[status]": "1" if product["enabled"] else "2",
        "product[name]": str(product["name"]),
        "product[sku]": str(product["sku"]),
        "product[price]": f"{int(str(product['price'])) / 100:.2f}",
        "product[quantity_and_stock_status][qty]": str(product["stock"]),
        IN_STOCK: "1" if product["stock"] and product["in_stock"] else "0",
        "product[description]": str(product["about"]),
    }


def _options(product: Mapping[str, Any], form: Mapping[str, str]) -> dict[str, list[str]]:
    """The choices that the form leaves a buyer; what it does not name stays as it is."""
    return {
        name: _listed(form[field]) if (field := f"product[options][{name}]") in form else values
        for name, values in json.loads(product["options"]).items()
    }


def _listed(text: str) -> list[str]:
    return list(dict.fromkeys(filter(None, map(str.strip, text.split(",")))))


def _problem(form: Mapping[str, str], options: Mapping[str, Sequence[str]]) -> str:
    """What is wrong with the form, "" when all is right."""
    for name, title in REQUIRED.items():
        if not form.get(f"product[{name}]"):
            return f"{title} is a required field."
    if cents(form["product[price]"]) is None:
        return "Please enter a number 0 or greater as the price."
    units = whole(form.get("product[quantity_and_stock_status][qty]"))
    if units is None or not 0 <= units < 100_000_000:
        return "Please enter a whole number from 0 to 99999999 as the quantity."
    bare = [name for name, values in options.items() if not values]
    return f"Please leave at least one value of {bare[0]}." if bare else ""


ROUTES = [
    Route("/catalog/product/", grid),
    Route("/catalog/product/index/", grid),
    Route("/catalog/product/edit/id/{number:int}/", edit),
    Route("/catalog/product/save/id/{number:int}/", save, methods=["POST"]),
]
