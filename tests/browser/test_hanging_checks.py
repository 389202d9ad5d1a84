"""A script of a check that does not end costs its task the verdict, and no other task anything."""

from collections.abc import Callable

import pytest
from pages import Pages
from playwright.sync_api import BrowserContext

from pytest_vwa.browser.view import PageView, open_view
from pytest_vwa.core.errors import BrowserError

Open = Callable[[str], PageView]


@pytest.fixture
def hasty(browsing: BrowserContext, pages: Pages) -> Open:
    """A page of a check's own whose scripts have half a second."""

    def show(body: str) -> PageView:
        pages["/"] = body
        page = browsing.new_page()
        page.goto(pages.url)
        return PageView(page, lambda: page.wait_for_timeout(50), longest=0.5)

    return show


@pytest.mark.parametrize(
    "script",
    [
        "document.title && new Promise(() => {})",
        "document.title + (() => { while (true); })()",
        "(() => new Promise(() => {}))",
    ],
)
def test_page_view_times_out_endless_script(
    hasty: Open, browsing: BrowserContext, pages: Pages, script: str
) -> None:
    view = hasty("<title>a</title>")
    with pytest.raises(BrowserError, match=r"script .* did not end within 0\.5 s") as told:
        view.evaluate(script)
    assert script[:20] in str(told.value)
    assert open_view(browsing, pages.url).html()


def test_page_view_names_script_that_left_an_endless_loop(
    hasty: Open,
) -> None:
    view = hasty("<title>a</title>")
    assert view.evaluate("setTimeout(() => { while (true); }, 20) && 1") == 1
    with pytest.raises(BrowserError, match=r"setTimeout.* did not end"):
        view.html()


def test_page_view_returns_value_of_slow_script(hasty: Open) -> None:
    view = hasty("")
    slow = "new Promise(done => setTimeout(() => done(7), 200))"
    assert [view.evaluate(slow), view.evaluate(slow), view.evaluate(slow)] == [7, 7, 7]


def test_open_view_times_out_on_endlessly_busy_page(browsing: BrowserContext, pages: Pages) -> None:
    busy = "setTimeout(() => { while (true); })"
    pages["/"] = f"<script>addEventListener('load', () => {busy})</script>"
    with pytest.raises(BrowserError, match=r"page .* did not end within 0\.5 s"):
        open_view(browsing, pages.url, longest=0.5)
