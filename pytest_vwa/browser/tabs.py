"""The tabs of one context: which one is active, where they may go, and what they had to say."""

from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from weakref import WeakSet

from playwright.sync_api import (
    BrowserContext,
    Error,
    FileChooser,
    Frame,
    Page,
    Request,
    Response,
)

from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.wellformed import well_formed

from .beside import aside
from .border import Border
from .deadline import new_page
from .dialogs import Dialogs
from .downloads import Downloads
from .guard import Guard
from .origins import Origins
from .script import install, silent
from .settle import PATIENCE, Traffic, settle
from .trouble import is_sites_fault, refuse_server_error

_MOST_TABS = 20
_ALL_TABS = 12.0
"""Seconds after which tabs that go on opening others are not waited for any longer."""
_PAUSE = 3.0
"""Seconds at most."""
_NOWHERE = "about:blank"
_EMPTY = ("", _NOWHERE, "about:blank#blocked")
_ERROR_PAGE = "chrome-error:"
_HARMLESS = ("about:", "blob:")
"""What pages make of themselves: empty documents and what they hold in memory."""


class Tabs:
    """Follows a context: a tab that a page opens becomes the active one, dialogs are accepted,
    downloads kept, and no document of a foreign origin stays open."""

    def __init__(
        self,
        context: BrowserContext,
        origins: Origins,
        downloads: Path | None = None,
        border: Border | None = None,
        dialogs_after: float = 0.0,
    ) -> None:
        self.origins = origins
        self._context = context
        self._traffic = Traffic(context)
        install(context)
        self._active: Page | None = None
        self._action = ""
        self._acting: Page | None = None
        self._said: list[str] = []
        self._arrived: list[Page] = []
        self._last_good: dict[Page, str] = {}
        self._failed: dict[Page, Request] = {}
        self._broken: Response | None = None
        self._downloads = Downloads(downloads, self.say, context)
        self._reported: WeakSet[Frame] = WeakSet()
        self._guard = Guard(context, origins, border, self.say)
        for page in context.pages:
            self._arrive(page)
        context.on("page", self._arrive)
        Dialogs(context, self.say, dialogs_after)
        context.on("requestfailed", self._note_failure)
        context.on("response", self._note_answer)

    # --- which ---

    @property
    def pages(self) -> list[Page]:
        return self._context.pages

    @property
    def active(self) -> Page:
        """The tab in front; the last one when that was closed, a new one when all were."""
        page = self._active
        if page is None or page.is_closed():
            page = self.pages[-1] if self.pages else new_page(self._context)
            self.focus(page)
        return page

    @property
    def here(self) -> str:
        """The address of the active tab, or of the site last seen when that is empty."""
        known = (self.active.url, *reversed(self._last_good.values()), *self.origins.allowed)
        return next(filter(self.origins.allows, known), "")

    def focus(self, page: Page) -> None:
        page.bring_to_front()
        self._active = page

    def turn_to(self, page: Page) -> None:
        """Somebody else works in this tab: it counts as the active one, and stays where it is."""
        self._active = page

    def open(self) -> Page:
        """A new empty tab, which becomes the active one."""
        page = new_page(self._context)
        self.focus(page)
        return page

    def start(self) -> None:
        """The start pages are opened: where tabs wanted to go before is forgotten."""
        self._guard.turned_away.clear()

    def led_away(self, page: Page) -> str:
        """The foreign address that a tab has come to or wanted to go to; "" when it has not."""
        if self.origins.allows(page.url) or not page.url.startswith("http"):
            return self._guard.turned_away.get(page, "")
        return page.url

    # --- what they say ---

    def say(self, sentence: str) -> None:
        if sentence and sentence not in self._said:
            self._said.append(sentence)

    def heard(self) -> str:
        """What was said since the last time, in one line."""
        self._guard.report()
        self._report_silence()
        said, self._said = "; ".join(self._said), []
        return well_formed(said)

    def _report_silence(self) -> None:
        for frame in silent(self.active):
            if frame not in self._reported:
                self._reported.add(frame)
                where = f", {frame.url}," if self.origins.allows(frame.url) else ""
                self.say(f"a frame of this page{where} does not answer and is left out")

    def asked(self) -> bool:
        """Whether pages have asked their sites for anything since this was last asked."""
        return self._traffic.asked()

    # --- waiting ---

    def begin(self, action: Action) -> None:
        """An action begins: what was under way before is none of its doing."""
        self._action = action.kind
        self._acting = self.active
        self._failed.clear()
        self._guard.begin()
        self._downloads.begin()
        self._traffic.forget()
        self._arrived.clear()

    def settle(self) -> None:
        """Wait for the active tab and for those it opens. Raises SiteError when a site of the
        task cannot be reached or answers with a server error, Playwright's Error when the browser
        is lost."""
        page = None
        end = monotonic() + _ALL_TABS
        while page is not self.active and (left := end - monotonic()) > 0:
            page = self.active
            settle(page, self._traffic, partial(self._is_awaited, page), min(left, PATIENCE))
            refuse_server_error(self._broken)
            self._downloads.finish(self._context)
            self._bring_home(page)

    def pause(self) -> None:
        """Wait within an action for what it has set off so far, but not for long."""
        page = self.active
        settle(page, self._traffic, partial(self._is_awaited, page), _PAUSE)

    def _is_awaited(self, page: Page) -> bool:
        return self._active is page and not self._downloads.began

    def _bring_home(self, page: Page) -> None:
        """A redirect may slip past the route; the tab then returns to where it was."""
        if page.is_closed() or self.origins.allows(page.url):
            self._last_good[page] = page.url
            return
        failed = self._failed.pop(page, None)
        if page.url.startswith(_ERROR_PAGE) and failed and self.origins.allows(failed.url):
            raise SiteError(f"{failed.url} could not be opened: {failed.failure}")
        if page.url and not page.url.startswith(_HARMLESS):
            self._guard.refuse(failed.url if failed else page.url)
            page.goto(self._last_good.get(page, _NOWHERE), wait_until="load")
        elif page in self._arrived and page.url in _EMPTY and self._came_to_nothing(page):
            page.close()
            if self._acting and not self._acting.is_closed():
                self.focus(self._acting)

    def _came_to_nothing(self, page: Page) -> bool:
        """A tab was opened for a page that was turned away, or for a download."""
        return self._guard.refused or self._downloads.began or page.url.endswith("#blocked")

    # --- events ---

    def _arrive(self, page: Page) -> None:
        if len(self.pages) > _MOST_TABS:
            self.say(f"more than {_MOST_TABS} tabs were opened; the last ones were closed")
            aside(page.close)
            return
        self._active = page
        self._arrived.append(page)
        page.on("filechooser", self._ask_for_file)
        self._downloads.follow(page)

    def _ask_for_file(self, _: FileChooser) -> None:
        if self._action != "upload":
            self.say("the page asks for a file: use upload [name] [mark] instead of a click")

    def _note_failure(self, request: Request) -> None:
        with suppress(Error):  # a page that is being opened has no frame yet
            if request.is_navigation_request() and request.frame.parent_frame is None:
                self._failed[request.frame.page] = request

    def _note_answer(self, response: Response) -> None:
        if is_sites_fault(response.status) and self.origins.allows(response.url):
            with suppress(Error):
                request = response.request
                if request.is_navigation_request() and request.frame.parent_frame is None:
                    self._broken = response
