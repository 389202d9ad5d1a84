"""A page of an evaluator's own."""

from typing import Any

from playwright.sync_api import BrowserContext, Error, Page

from .trouble import browser_trouble, headline, is_lost, refuse_server_error, site_trouble


class PageView:
    """A Playwright page as the evaluators' ``View``."""

    def __init__(self, page: Page) -> None:
        self._page = page

    @property
    def url(self) -> str:
        return self._page.url

    def html(self) -> str:
        with browser_trouble():
            return self._page.content()

    def evaluate(self, javascript: str) -> Any:
        """The JSON-able value of a JavaScript expression; raises ValueError when it throws."""
        with browser_trouble():
            try:
                return self._page.evaluate(javascript)
            except Error as error:
                if is_lost(error):
                    raise
                raise ValueError(f"{javascript}: {headline(error)}") from error


def open_view(context: BrowserContext, url: str) -> PageView:
    """A new page that has loaded ``url``. Raises SiteError when it cannot be reached or
    answers with a server error."""
    with browser_trouble():
        page = context.new_page()
        with site_trouble(url):
            response = page.goto(url, wait_until="load")
    refuse_server_error(response)
    return PageView(page)
