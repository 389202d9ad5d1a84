"""What every page of the home page has around it."""

from pathlib import Path
from typing import Any

from starlette.requests import Request

from pytest_vwa.arena.web import templates
from pytest_vwa.core.site import Sites


def sites_of(request: Request) -> Sites:
    """All sites that are served together with this one."""
    sites: Sites = request.app.state.sites
    return sites


def _frame(request: Request) -> dict[str, Any]:
    return {"here": request.url.path}


PAGES = templates(Path(__file__).with_name("templates"), _frame)
