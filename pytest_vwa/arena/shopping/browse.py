"""The pages for looking around: home, categories, search, products and their pictures."""

import json
import sqlite3

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pytest_vwa.arena.pictures import draw
from pytest_vwa.arena.web import not_found

from .catalog import arrange, matching
from .front import page, store

FEATURED = (
    *("SV-HP-301", "PF-TN-002", "CL-DW-016", "QM-GT-041"),
    *("NL-SF-062", "PF-KY-010", "OR-BK-007", "LB-LT-005"),
)
A_DAY = {"cache-control": "max-age=86400"}


async def home(request: Request) -> Response:
    marks = ", ".join("?" * len(FEATURED))
    products = store(request).rows(f"SELECT * FROM shelf WHERE sku IN ({marks})", *FEATURED)
    return page(request, "home.html", products=products)


async def search(request: Request) -> Response:
    shop, query = store(request), request.query_params.get("q", "").strip()
    term = shop.row("SELECT * FROM search_term WHERE text = ?", query)
    if term and term["redirect"].startswith("/"):
        return RedirectResponse(term["redirect"], 302)
    found = matching(shop.rows("SELECT * FROM shelf ORDER BY id"), query)
    if query and request.query_params.keys() == {"q"}:
        shop.write(
            "INSERT INTO search_term (text, results, uses) VALUES (?, ?, 1)"
            " ON CONFLICT (text) DO UPDATE SET uses = uses + 1, results = excluded.results",
            *(query, len(found)),
        )
    params = dict(request.query_params)
    listing = arrange(found, request.url.path, params, default="relevance")
    return page(request, "search.html", listing=listing)


async def category_or_product(request: Request) -> Response:
    """Both live at ``/NAME.html``; categories come first."""
    path = request.path_params["path"]
    category = store(request).row("SELECT * FROM category WHERE path = ?", path)
    if category:
        return _category(request, path, category["name"])
    # A product's address may carry its category's in front.
    slug = path.rpartition("/")[2]
    product = store(request).row("SELECT * FROM shelf WHERE slug = ?", slug)
    if product is None:
        raise not_found()
    return _product(request, product)


def _category(request: Request, path: str, name: str) -> Response:
    shop = store(request)
    below = f"{path}/%"
    products = shop.rows(
        "SELECT * FROM shelf WHERE category = ? OR category LIKE ? ORDER BY id", path, below
    )
    children = shop.rows(
        "SELECT category.*, count(product.id) AS products FROM category"
        " LEFT JOIN product ON product.category = path"
        " WHERE path LIKE ? GROUP BY path ORDER BY category.rowid",
        below,
    )
    listing = arrange(products, request.url.path, dict(request.query_params), default="position")
    parent = shop.row("SELECT * FROM category WHERE path = ?", path.rpartition("/")[0])
    return page(
        request,
        "category.html",
        name=name,
        listing=listing,
        children=children,
        parent=parent,
    )


def _product(request: Request, product: sqlite3.Row) -> Response:
    shop = store(request)
    reviews = shop.rows(
        "SELECT * FROM review WHERE product = ? AND status = 'Approved'"
        " ORDER BY created DESC, id DESC",
        product["id"],
    )
    trail = shop.rows(
        "SELECT * FROM category WHERE ?1 = path OR ?1 LIKE path || '/%' ORDER BY path",
        product["category"],
    )
    related = shop.rows(
        "SELECT * FROM shelf WHERE id != ? AND category = ? ORDER BY id LIMIT 4",
        product["id"],
        product["category"],
    )
    return page(
        request, "product.html", product=product, reviews=reviews, trail=trail, related=related
    )


def picture(request: Request) -> Response:
    """``/media/catalog/product/SKU_N.png``: the N-th picture of a product, from 1.

    Drawing takes long enough to be done in a thread of its own, hence no ``async``.
    """
    sku, number = request.path_params["sku"], request.path_params["number"]
    product = store(request).row("SELECT pictures FROM product WHERE sku = ?", sku)
    pictures = json.loads(product["pictures"]) if product else []
    if not 1 <= number <= len(pictures):
        raise not_found()
    return Response(draw(pictures[number - 1]), media_type="image/png", headers=A_DAY)


ROUTES = [
    Route("/", home),
    Route("/catalogsearch/result/", search),
    Route("/catalogsearch/result/index/", search),
    Route("/media/catalog/product/{sku}_{number:int}.png", picture),
    Route("/{path:path}.html", category_or_product),
]
