"""One site and one tab that the tests of a module share, each with a page of its own in it."""

from contextlib import ExitStack
from dataclasses import dataclass, field

from pages import Pages
from playwright.sync_api import Browser, BrowserContext, CDPSession

from pytest_vwa.browser.border import Border
from pytest_vwa.browser.readings import MARKED, Sight
from pytest_vwa.browser.world import BrowserWorld


def new_context(chromium: Browser, border: Border, site: str) -> BrowserContext:
    return chromium.new_context(
        viewport={"width": 800, "height": 600},
        service_workers="block",
        proxy=border.settings([site]),
    )


@dataclass
class _Place:
    """A context and the one world that was ever opened in it."""

    context: BrowserContext
    world: BrowserWorld
    session: CDPSession


@dataclass
class OneTab:
    """Opens pages of a site in the same tab again and again, in one for each kind of sight.

    ``ports`` are those of foreign sites, which are not given to a second one: a world tells only
    once of each address that it does not ask.
    """

    chromium: Browser
    border: Border
    pages: Pages
    ports: ExitStack = field(default_factory=ExitStack)
    _places: dict[Sight, _Place] = field(default_factory=dict)

    @property
    def context(self) -> BrowserContext:
        return self._place(MARKED).context

    def open(self, sight: Sight = MARKED) -> BrowserWorld:
        world = self._place(sight).world
        world.open()
        return world

    def reset(self) -> None:
        """Forget what a test has left behind; a tab that has not stayed alone on the site goes."""
        for sight, place in list(self._places.items()):
            pages = place.context.pages
            if [page.url.startswith(self.pages.url) for page in pages] != [True]:
                del self._places[sight]
                place.context.close()
                continue
            pages[0].mouse.move(-1, -1)
            pages[0].evaluate("sessionStorage.clear()")
            everything = {"origin": self.pages.url, "storageTypes": "all"}
            place.session.send("Storage.clearDataForOrigin", everything)
            place.session.send("Page.resetNavigationHistory")
            place.context.clear_cookies()
        self.pages.empty()

    def close(self) -> None:
        for place in self._places.values():
            place.context.close()
        self.ports.close()

    def _place(self, sight: Sight) -> _Place:
        if sight not in self._places:
            site = self.pages.url
            context = new_context(self.chromium, self.border, site)
            page = context.new_page()
            world = BrowserWorld(context, [site], [f"{site}/"], border=self.border, sight=sight)
            self._places[sight] = _Place(context, world, context.new_cdp_session(page))
        return self._places[sight]
