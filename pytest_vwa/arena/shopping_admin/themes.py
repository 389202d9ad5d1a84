"""The looks that the store front can have: the grid, and the page of one with its preview."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import store
from pytest_vwa.arena.web import not_found

from .desk import BASE, page, staff
from .grid import Column, Source
from .lists import show

LIST = f"{BASE}/system_design_theme/"
EDIT = f"{LIST}edit/id/"

GRID = Source(
    "SELECT column1 AS id, column2 AS title, column3 AS parent, column4 AS path,"
    " column5 AS colour FROM (VALUES (1, 'Magento Blank', '', 'Magento/blank', '#1979c3'),"
    " (3, 'Magento Luma', 'Magento Blank', 'Magento/luma', '#b0532b'))",
    (
        Column("title", "Theme Title", wide=True),
        Column("parent", "Parent Theme"),
        Column("path", "Theme Path"),
    ),
    sort="id",
    opens=EDIT,
    action="View",
    title="title",
    rising=True,
    coded=True,
)


@staff("content")
async def grid(request: Request) -> Response:
    return await show(request, GRID, LIST, "Themes")


@staff("content")
async def one(request: Request) -> Response:
    number = request.path_params["number"]
    theme = store(request).row(f"SELECT * FROM ({GRID.sql}) WHERE id = ?", number)
    if theme is None:
        raise not_found()
    return page(request, "theme.html", theme=theme)


ROUTES = [
    Route("/system_design_theme/", grid),
    Route("/system_design_theme/index/", grid),
    Route("/system_design_theme/filter/{filter}/", grid),
    Route("/system_design_theme/edit/id/{number:int}/", one),
    Route("/system_design_theme/edit/id/{number:int}/key/", one),
]
