"""The tabs of one context: which one is active, where they may go, and what they had to say."""

from contextlib import suppress

from playwright.sync_api import (
    BrowserContext,
    Dialog,
    Error,
    FileChooser,
    Page,
    Request,
    Response,
    Route,
)

from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import SiteError

from .origins import Origins
from .script import install
from .settle import Traffic, settle
from .trouble import refuse_server_error

_NOWHERE = "about:blank"
_ERROR_PAGE = "chrome-error:"


class Tabs:
    """Follows a context: a tab that a page opens becomes the active one, dialogs are accepted,
    and no document of a foreign origin stays open."""

    def __init__(self, context: BrowserContext, origins: Origins) -> None:
        self.origins = origins
        self._context = context
        self._traffic = Traffic(context)
        install(context)
        self._active: Page | None = None
        self._action = ""
        self._acting: Page | None = None
        self._refused = False
        self._said: list[str] = []
        self._arrived: list[Page] = []
        self._last_good: dict[Page, str] = {}
        self._failed: dict[Page, Request] = {}
        self._broken: Response | None = None
        for page in context.pages:
            self._arrive(page)
        context.on("page", self._arrive)
        context.on("dialog", self._accept)
        context.on("requestfailed", self._note_failure)
        context.on("response", self._note_answer)
        context.route(origins.foreign, self._refuse)

    # --- which ---

    @property
    def pages(self) -> list[Page]:
        return self._context.pages

    @property
    def active(self) -> Page:
        """The tab in front; the last one when that was closed, a new one when all were."""
        page = self._active
        if page is None or page.is_closed():
            page = self.pages[-1] if self.pages else self._context.new_page()
            self.focus(page)
        return page

    def focus(self, page: Page) -> None:
        page.bring_to_front()
        self._active = page

    def open(self) -> Page:
        """A new empty tab, which becomes the active one."""
        page = self._context.new_page()
        self.focus(page)
        return page

    # --- what they say ---

    def say(self, sentence: str) -> None:
        if sentence and sentence not in self._said:
            self._said.append(sentence)

    def heard(self) -> str:
        """What was said since the last time, in one line."""
        said, self._said = "; ".join(self._said), []
        return said

    # --- waiting ---

    def begin(self, action: Action) -> None:
        """An action begins: what was under way before is none of its doing."""
        self._action = action.kind
        self._acting = self.active
        self._refused = False
        self._traffic.forget()
        self._arrived.clear()

    def settle(self) -> None:
        """Wait for the active tab and for those it opens. Raises SiteError when a site of the
        task cannot be reached or answers with a server error, Playwright's Error when the browser
        is lost."""
        page = None
        while page is not self.active:
            page = self.active
            settle(page, self._traffic)
            refuse_server_error(self._broken)
            self._bring_home(page)

    def _bring_home(self, page: Page) -> None:
        """A redirect may slip past the route; the tab then returns to where it was."""
        if page.is_closed() or self.origins.allows(page.url):
            self._last_good[page] = page.url
            return
        failed = self._failed.pop(page, None)
        if page.url.startswith(_ERROR_PAGE) and failed and self.origins.allows(failed.url):
            raise SiteError(f"{failed.url} could not be opened: {failed.failure}")
        if page.url.startswith(("http", _ERROR_PAGE)):
            self.say(self.origins.refusal(failed.url if failed else page.url))
            page.goto(self._last_good.get(page, _NOWHERE), wait_until="load")
        elif page.url == _NOWHERE and self._refused and page in self._arrived and self._acting:
            page.close()
            self.focus(self._acting)

    # --- events ---

    def _arrive(self, page: Page) -> None:
        self._active = page
        self._arrived.append(page)
        page.on("filechooser", self._ask_for_file)

    def _ask_for_file(self, _: FileChooser) -> None:
        if self._action != "upload":
            self.say("the page asks for a file: use upload [path] [mark] instead of a click")

    def _accept(self, dialog: Dialog) -> None:
        if dialog.type != "beforeunload":
            self.say(f"the page said in a dialog, which was accepted: {dialog.message!r}")
        with suppress(Error):  # the page may be gone already
            dialog.accept()

    def _note_failure(self, request: Request) -> None:
        with suppress(Error):  # a page that is being opened has no frame yet
            if request.is_navigation_request() and request.frame.parent_frame is None:
                self._failed[request.frame.page] = request

    def _note_answer(self, response: Response) -> None:
        if response.status >= 500 and self.origins.allows(response.url):
            with suppress(Error):
                request = response.request
                if request.is_navigation_request() and request.frame.parent_frame is None:
                    self._broken = response

    def _refuse(self, route: Route) -> None:
        if not route.request.is_navigation_request():
            return route.fallback()
        self._refused = True
        self.say(self.origins.refusal(route.request.url))
        return route.abort("aborted")
