"""A page of an evaluator's own."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page

from .script import source
from .settle import Traffic, settle
from .trouble import browser_trouble, headline, is_lost, refuse_server_error, site_trouble


class PageView:
    """A Playwright page as the evaluators' ``View``; what one script sets going has ended, which
    ``settled`` waits for, before the page is looked at again."""

    def __init__(self, page: Page, settled: Callable[[], None] = lambda: None) -> None:
        self._page = page
        self._settled = settled
        self._touched = False

    @property
    def url(self) -> str:
        return self._page.url

    def html(self) -> str:
        with browser_trouble():
            self._rest()
            return self._page.content()

    def evaluate(self, javascript: str) -> Any:
        """The JSON-able value of a JavaScript expression; raises ValueError when it throws."""
        with browser_trouble():
            self._rest()
            self._touched = True
            try:
                return self._page.evaluate(javascript)
            except Error as error:
                if is_lost(error):
                    raise
                raise ValueError(f"{javascript}: {headline(error)}") from error

    def _rest(self) -> None:
        if self._touched:
            self._settled()
            self._touched = False


def open_view(context: BrowserContext, url: str) -> PageView:
    """A new page that has loaded ``url`` and has settled. Raises SiteError when it cannot be
    reached or answers with a server error."""
    with browser_trouble():
        page = context.new_page()
        page.add_init_script(source())
        traffic = Traffic(page)
        with site_trouble(url):
            response = page.goto(url, wait_until="load")
        refuse_server_error(response)
        settle(page, traffic)
    return PageView(page, lambda: settle(page, traffic))
