"""The pages that the shop writes about itself."""

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import fields, store
from pytest_vwa.arena.web import TODAY, flash, go, not_found

from .desk import BASE, page, staff
from .grid import Column, Source
from .lists import show

LIST = f"{BASE}/cms/page/"
EDIT = f"{LIST}edit/page_id/"

GRID = Source(
    "SELECT id, title, slug, iif(active, 'Enabled', 'Disabled') AS status, modified FROM cms_page",
    (
        Column("id", "ID", "count"),
        Column("title", "Title", wide=True),
        Column("slug", "URL Key"),
        Column("status", "Status", "choice", ("Enabled", "Disabled")),
        Column("modified", "Modified", "date"),
    ),
    sort="id",
    keyword=("title", "slug"),
    opens=EDIT,
    title="title",
    rising=True,
)


@staff("content")
async def grid(request: Request) -> Response:
    return await show(request, GRID, LIST, "Pages")


@staff("content")
async def edit(request: Request) -> Response:
    found = store(request).row("SELECT * FROM cms_page WHERE id = ?", request.path_params["number"])
    if found is None:
        raise not_found()
    return page(request, "cms_page.html", entry=dict(found))


@staff("content")
async def save(request: Request) -> Response:
    shop, form, number = store(request), await fields(request), request.path_params["number"]
    title, slug = form.get("title", ""), form.get("identifier", "")
    problem = ""
    if not title:
        problem = "Page Title is a required field."
    elif not re.fullmatch(r"[a-z0-9][a-z0-9_/-]*", slug):
        problem = "The URL key can only hold small letters, digits, hyphens and underscores."
    elif shop.row("SELECT id FROM cms_page WHERE slug = ? AND id != ?", slug, number):
        problem = (
            "The value specified in the URL Key field would generate a URL that already exists."
        )
    if problem:
        flash(request, problem, "error")
        return go(f"{EDIT}{number}/")
    shop.write(
        "UPDATE cms_page SET title = ?, slug = ?, content = ?, active = ?, modified = ?"
        " WHERE id = ?",
        *(title, slug, form.get("content", ""), form.get("is_active") == "1"),
        *(f"{TODAY} 12:00:00", number),
    )
    flash(request, "You saved the page.")
    return go(f"{EDIT}{number}/")


ROUTES = [
    Route("/cms/page/", grid),
    Route("/cms/page/index/", grid),
    Route("/cms/page/edit/page_id/{number:int}/", edit),
    Route("/cms/page/save/page_id/{number:int}/", save, methods=["POST"]),
]
