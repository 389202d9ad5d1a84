"""The catalog: the grid of products, and the form of one."""

from collections.abc import Mapping

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
    return page(request, "product.html", product=product, form=_written(dict(product)))


@staff("catalog")
async def save(request: Request) -> Response:
    """Fields ``product[...]``; what is wrong is told above the form, which keeps what was typed."""
    shop, form = store(request), await fields(request)
    product = shop.row("SELECT * FROM product WHERE id = ?", request.path_params["number"])
    if product is None:
        raise not_found()
    price = cents(form.get("product[price]"))
    units = whole(form.get("product[quantity_and_stock_status][qty]"))
    problem = _problem(form)
    sku = form.get("product[sku]", "")
    if shop.row("SELECT id FROM product WHERE sku = ? AND id != ?", sku, product["id"]):
        problem = "The value of attribute SKU must be unique: another product has it."
    if problem:
        flash(request, problem, "error")
        return page(request, "product.html", product=product, form=form)
    shop.write(
        "UPDATE product SET name = ?, sku = ?, price = ?, stock = ?, enabled = ?, about = ?"
        " WHERE id = ?",
        *(form["product[name]"], sku, price, units, form.get("product[status]") == "1"),
        *(form.get("product[description]", ""), product["id"]),
    )
    flash(request, "You saved the product.")
    return go(f"{EDIT}{product['id']}/")


def _written(product: Mapping[str, object]) -> dict[str, str]:
    """A product as its form's fields."""
    return {
        "product[status]": "1" if product["enabled"] else "2",
        "product[name]": str(product["name"]),
        "product[sku]": str(product["sku"]),
        "product[price]": f"{int(str(product['price'])) / 100:.2f}",
        "product[quantity_and_stock_status][qty]": str(product["stock"]),
        "product[description]": str(product["about"]),
    }


def _problem(form: Mapping[str, str]) -> str:
    """What is wrong with the form, "" when all is right."""
    for name, title in REQUIRED.items():
        if not form.get(f"product[{name}]"):
            return f"{title} is a required field."
    if cents(form["product[price]"]) is None:
        return "Please enter a number 0 or greater as the price."
    units = whole(form.get("product[quantity_and_stock_status][qty]"))
    if units is None or not 0 <= units < 100_000_000:
        return "Please enter a whole number from 0 to 99999999 as the quantity."
    return ""


ROUTES = [
    Route("/catalog/product/", grid),
    Route("/catalog/product/index/", grid),
    Route("/catalog/product/edit/id/{number:int}/", edit),
    Route("/catalog/product/save/id/{number:int}/", save, methods=["POST"]),
]
