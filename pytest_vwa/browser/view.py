"""A page of an evaluator's own."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page

from pytest_vwa.core.wellformed import all_well_formed, well_formed

from .deadline import deadline, new_page
from .script import source
from .settle import Traffic, settle
from .trouble import browser_trouble, headline, is_lost, refuse_server_error, site_trouble

LONGEST = 15.0
"""Seconds that a script of a check may take; more than any page is given to settle."""


class PageView:
    """A Playwright page as the evaluators' ``View``; what one script sets going has ended, which
    ``settled`` waits for, before the page is looked at again. Whatever takes longer than
    ``longest`` seconds raises BrowserError, and the page is closed."""

    def __init__(
        self,
        page: Page,
        settled: Callable[[], None] = lambda: None,
        longest: float = LONGEST,
    ) -> None:
        self._page = page
        self._settled = settled
        self._longest = longest
        self._touched = False
        self._last = ""

    @property
    def url(self) -> str:
        return self._page.url

    def html(self) -> str:
        with browser_trouble(), self._within_time():
            self._rest()
            return well_formed(self._page.content())

    def evaluate(self, javascript: str) -> Any:
        """The JSON-able value of a JavaScript expression; raises ValueError when it throws, and
        BrowserError naming it when it does not end."""
        with browser_trouble():
            with self._within_time():
                self._rest()
            self._touched, self._last = True, javascript
            return self._value(javascript)

    def _value(self, javascript: str) -> Any:
        with self._within_time():
            try:
                return all_well_formed(self._page.evaluate(javascript))
            except Error as error:
                if is_lost(error):
                    raise
                raise ValueError(f"{javascript}: {headline(error)}") from error

    def _within_time(self) -> AbstractContextManager[None]:
        what = f"the check's script {self._last!r}" if self._last else "the check's page"
        return deadline(self._page, self._longest, what)

    def _rest(self) -> None:
        if self._touched:
            self._settled()
            self._touched = False


def open_view(context: BrowserContext, url: str, longest: float = LONGEST) -> PageView:
    """A new page that has loaded ``url`` and has settled. Raises SiteError when it cannot be
    reached or answers with a server error, BrowserError when it hangs."""
    with browser_trouble():
        page = new_page(context)
        page.add_init_script(source())
        traffic = Traffic(page)
        with site_trouble(url):
            response = page.goto(url, wait_until="load")
        refuse_server_error(response)
        with deadline(page, longest, f"the page {url}"):
            settle(page, traffic)
    return PageView(page, lambda: settle(page, traffic), longest)
