"""The links, the accounts and the calculator."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from .frame import PAGES, sites_of


@dataclass(frozen=True)
class Card:
    """A link on the home page; ``mark`` and ``colour`` are its picture."""

    name: str
    title: str
    text: str
    mark: str
    colour: str


CARDS = (
    Card("shopping", "Copper Lane Market", "An online shop", "S", "#1a6fb8"),
    Card("shopping_admin", "Shop back office", "Orders, products and customers", "A", "#b3541e"),
    Card("classifieds", "Classifieds", "Things that neighbours sell", "C", "#187a5b"),
    Card("reddit", "Forums", "Posts, comments and votes", "F", "#a3302f"),
    Card("gitlab", "Riverforge", "Projects, issues and merge requests", "R", "#6b4bb3"),
    Card("map", "Map", "Places, and the way from one to another", "M", "#3f7d20"),
    Card("wikipedia", "Wikipedia", "An encyclopedia to look things up", "W", "#40464d"),
)  # fmt: skip


async def home(request: Request) -> Response:
    served = sites_of(request).by_name
    cards = [(card, served[card.name].url) for card in CARDS if card.name in served]
    return PAGES.TemplateResponse(request, "home.html", {"cards": cards})


async def accounts(request: Request) -> Response:
    served = sites_of(request).by_name
    rows = [
        (card, served[card.name].url, account)
        for card in CARDS
        if card.name in served and (account := served[card.name].account)
    ]
    return PAGES.TemplateResponse(request, "password.html", {"rows": rows})


async def calculator(request: Request) -> Response:
    return PAGES.TemplateResponse(request, "calculator.html")
