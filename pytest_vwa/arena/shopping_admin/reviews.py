"""Reviews: the grid with its mass actions, and the form of one."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import fields, store
from pytest_vwa.arena.web import flash, go, not_found, whole

from .desk import BASE, page, staff
from .grid import Column, Source
from .lists import show

REVIEWS = f"{BASE}/review/product/index/"
PENDING = f"{BASE}/review/product/pending/"
EDIT = f"{BASE}/review/product/edit/id/"
STATUSES = {1: "Approved", 2: "Pending", 3: "Not Approved"}

_ROWS = (
    "SELECT review.id, review.created, review.status, title, nickname, detail, stars,"
    " iif(customer, 'Customer', 'Guest') AS author, name, sku"
    " FROM review JOIN product ON product.id = product"
)
_COLUMNS = (
    Column("id", "ID"),
    Column("created", "Created", "date"),
    Column("status", "Status", "choice", tuple(STATUSES.values())),
    Column("title", "Title"),
    Column("nickname", "Nickname"),
    Column("detail", "Review", wide=True),
    Column("author", "Type", "choice", ("Customer", "Guest")),
    Column("name", "Product", wide=True),
    Column("sku", "SKU"),
)
GRID = Source(_ROWS, _COLUMNS, sort="id", opens=EDIT, title="title", coded=True)
WAITING = Source(
    f"{_ROWS} WHERE review.status = 'Pending'",
    tuple(column for column in _COLUMNS if column.name != "status"),
    sort="id",
    opens=EDIT,
    title="title",
    coded=True,
)


@staff("marketing")
async def grid(request: Request) -> Response:
    return await show(request, GRID, REVIEWS, "Reviews", "reviews.html", statuses=STATUSES)


@staff("marketing")
async def waiting(request: Request) -> Response:
    return await show(
        request, WAITING, PENDING, "Pending Reviews", "reviews.html", statuses=STATUSES
    )


@staff("marketing")
async def edit(request: Request) -> Response:
    review = store(request).row(
        "SELECT review.*, name, sku FROM review JOIN product ON product.id = product"
        " WHERE review.id = ?",
        request.path_params["number"],
    )
    if review is None:
        raise not_found()
    return page(request, "review.html", review=review, statuses=STATUSES)


@staff("marketing")
async def save(request: Request) -> Response:
    shop, form, number = store(request), await fields(request), request.path_params["number"]
    status = STATUSES.get(whole(form.get("status_id")) or 0)
    stars = whole(form.get("ratings[rating]")) or 0
    texts = [form.get(name, "") for name in ("nickname", "title", "detail")]
    if not status or not all(texts) or not 1 <= stars <= 5:
        flash(request, "Status, rating, nickname, summary and review are required.", "error")
        return go(f"{EDIT}{number}/")
    shop.write(
        "UPDATE review SET status = ?, stars = ?, nickname = ?, title = ?, detail = ? WHERE id = ?",
        *(status, stars, *texts, number),
    )
    flash(request, "You saved the review.")
    return go(REVIEWS)


@staff("marketing")
async def delete(request: Request) -> Response:
    store(request).write("DELETE FROM review WHERE id = ?", request.path_params["number"])
    flash(request, "The review has been deleted.")
    return go(REVIEWS)


@staff("marketing")
async def mass(request: Request) -> Response:
    """Of the ticked reviews: ``action`` is ``delete`` or ``status ID``."""
    form = await request.form()
    ticked = [number for each in form.getlist("reviews") if (number := whole(str(each)))]
    action = str(form.get("action", ""))
    status = STATUSES.get(whole(action.removeprefix("status ")) or 0)
    if not ticked:
        flash(request, "An item needs to be selected. Select and try again.", "error")
    elif action == "delete":
        for number in ticked:
            store(request).write("DELETE FROM review WHERE id = ?", number)
        flash(request, f"A total of {len(ticked)} record(s) have been deleted.")
    elif status:
        for number in ticked:
            store(request).write("UPDATE review SET status = ? WHERE id = ?", status, number)
        flash(request, f"A total of {len(ticked)} record(s) have been updated.")
    else:
        flash(request, "Please choose an action.", "error")
    return go(REVIEWS)


ROUTES = [
    Route("/review/product/index/", grid),
    Route("/review/product/index/filter/{filter}/", grid),
    Route("/review/product/pending/", waiting),
    Route("/review/product/pending/filter/{filter}/", waiting),
    Route("/review/product/edit/id/{number:int}/", edit),
    Route("/review/product/save/id/{number:int}/", save, methods=["POST"]),
    Route("/review/product/delete/id/{number:int}/", delete, methods=["POST"]),
    Route("/review/product/mass/", mass, methods=["POST"]),
]
