"""What every page of the encyclopedia has around it: addresses, its data, the templates."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.requests import Request

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import templates

BOOK = "wikipedia_en_all_maxi_2022-05"
"""The name of the published archive, which stands in every address."""

LANDING = f"/{BOOK}/A/User:The_other_Kiwix_guy/Landing"


def store_of(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def address(title: str) -> str:
    """Where the article of that title is."""
    return f"/{BOOK}/A/{quote(title.replace(' ', '_'), safe=',()!:')}"


def picture_address(title: str) -> str:
    return f"/{BOOK}/I/{quote(title.replace(' ', '_'), safe=',()')}.png"


def _frame(request: Request) -> dict[str, Any]:
    return {"book": BOOK, "landing": LANDING, "pattern": request.query_params.get("pattern", "")}


PAGES = templates(Path(__file__).with_name("templates"), _frame)
PAGES.env.filters |= {"address": address, "picture_address": picture_address}
