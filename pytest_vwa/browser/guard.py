"""What may enter the tabs, and which addresses may be asked at all."""

import re
from collections.abc import Callable
from contextlib import suppress
from textwrap import shorten

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Request, Route

from .border import Border
from .origins import Origins, is_private

_DENIED = re.compile(
    r"Not allowed to (?:load local resource|navigate top frame to data URL): (?P<url>\S+)"
)
_LONGEST = 200


class Guard:
    """Turns away documents of foreign origins and requests to private addresses that are no site
    of the task, and says so. Redirects, WebSockets and workers pass it by: they meet the border.
    """

    def __init__(
        self,
        context: BrowserContext,
        origins: Origins,
        border: Border | None,
        say: Callable[[str], None],
    ) -> None:
        self._origins = origins
        self._border = border
        self._say = say
        self._told: set[str] = set()
        self.turned_away: dict[Page, str] = {}
        """The last address that each tab was not let go to."""
        self.refused = False
        """Was a document turned away since the last ``begin``?"""
        context.route(origins.foreign, self._judge)
        context.on("console", self._hear)

    def begin(self) -> None:
        self.refused = False

    def refuse(self, url: str) -> None:
        """A document of this address was turned away."""
        self.refused = True
        self._told.add(url)
        self._say(self._origins.refusal(url))

    def report(self) -> None:
        """Say what the border has stopped."""
        for address in self._border.refused() if self._border else ():
            self._block(address)

    def _block(self, address: str) -> None:
        if address not in self._told:
            self._told.add(address)
            self._say(f"a request to {address} was blocked")

    def _hear(self, message: ConsoleMessage) -> None:
        """What the browser itself never opens from a page (``file:``, ``data:``), it only logs."""
        if denied := _DENIED.match(message.text):
            self._say(self._origins.refusal(shorten(denied["url"], _LONGEST)))

    def _judge(self, route: Route) -> None:
        url = route.request.url
        if _fills_a_tab(route.request):
            with suppress(Error):  # a page that is being opened has no frame yet
                self.turned_away[route.request.frame.page] = url
            self.refuse(url)
            return route.abort("aborted")
        if is_private(url):
            self._block(url)
            return route.abort("blockedbyclient")
        return route.fallback()


def _fills_a_tab(request: Request) -> bool:
    if not request.is_navigation_request():
        return False
    try:
        return request.frame.parent_frame is None
    except Error:  # a page that is being opened has no frame yet
        return True
