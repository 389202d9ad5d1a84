"""The pages that show a grid and little else."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pytest_vwa.arena.shopping.front import store
from pytest_vwa.arena.web import go

from .desk import page
from .grid import Source, open_grid, tidy


async def show(
    request: Request,
    source: Source,
    path: str,
    title: str,
    template: str = "grid.html",
    **more: Any,
) -> Response:
    """The grid at ``path`` as the address asks for it."""
    if target := tidy(request, source, path):
        return go(target)
    grid = open_grid(request, store(request), source, path)
    return page(request, template, grid=grid, title=title, **more)
