"""What visitors searched for, and where a search may lead."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import fields, store
from pytest_vwa.arena.web import flash, go, not_found

from .desk import BASE, page, staff
from .grid import Column, Source
from .lists import show

TERMS = f"{BASE}/search/term/"
REPORT = f"{TERMS}report/"
EDIT = f"{TERMS}edit/id/"

_ROWS = (
    "SELECT id, text AS search_query, results AS num_results, uses AS popularity, redirect"
    " FROM search_term"
)
_COLUMNS = (
    Column("id", "ID", "count"),
    Column("search_query", "Search Query", wide=True),
    Column("num_results", "Results", "count"),
    Column("popularity", "Hits", "count"),
)
GRID = Source(
    _ROWS,
    (*_COLUMNS[1:3], Column("popularity", "Uses", "count"), Column("redirect", "Redirect URL")),
    sort="id",
    opens=EDIT,
    title="search_query",
    coded=True,
)
FIGURES = Source(_ROWS, _COLUMNS, sort="popularity", opens=EDIT, title="search_query", coded=True)


@staff("marketing")
async def grid(request: Request) -> Response:
    return await show(request, GRID, TERMS, "Search Terms")


@staff("reports")
async def figures(request: Request) -> Response:
    return await show(request, FIGURES, REPORT, "Search Terms Report")


@staff("marketing")
async def edit(request: Request) -> Response:
    term = store(request).row(
        "SELECT * FROM search_term WHERE id = ?", request.path_params["number"]
    )
    if term is None:
        raise not_found()
    return page(request, "term.html", term=term)


@staff("marketing")
async def save(request: Request) -> Response:
    shop, form, number = store(request), await fields(request), request.path_params["number"]
    text = form.get("query_text", "")
    if not text:
        flash(request, "Search Query is a required field.", "error")
        return go(f"{EDIT}{number}/")
    if shop.row("SELECT id FROM search_term WHERE text = ? AND id != ?", text, number):
        flash(request, "You already have an identical search term query.", "error")
        return go(f"{EDIT}{number}/")
    shop.write(
        "UPDATE search_term SET text = ?, redirect = ? WHERE id = ?",
        *(text, form.get("redirect", ""), number),
    )
    flash(request, "You saved the search term.")
    return go(TERMS)


@staff("marketing")
async def delete(request: Request) -> Response:
    store(request).write("DELETE FROM search_term WHERE id = ?", request.path_params["number"])
    flash(request, "You deleted the search.")
    return go(TERMS)


ROUTES = [
    Route("/search/term/", grid),
    Route("/search/term/index/", grid),
    Route("/search/term/filter/{filter}/", grid),
    Route("/search/term/report/", figures),
    Route("/search/term/report/filter/{filter}/", figures),
    Route("/search/term/report/filter/{filter}/form_key/{key}/", figures),
    Route("/search/term/edit/id/{number:int}/", edit),
    Route("/search/term/save/id/{number:int}/", save, methods=["POST"]),
    Route("/search/term/delete/id/{number:int}/", delete, methods=["POST"]),
]
