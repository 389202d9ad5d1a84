"""The agent's browser is honest about what broke."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from pages import Pages
from playwright.sync_api import Browser, BrowserContext, Error

from pytest_vwa.browser.trouble import headline
from pytest_vwa.browser.view import open_view
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import BrowserError, SiteError

Open = Callable[..., BrowserWorld]
ENDED = "the browser was lost: it crashed, was killed or was closed from outside"


# --- broken -------------------------------------------------------------------------------------


def test_unreachable_site_is_a_site_error(world_at: Open, pages: Pages) -> None:
    pages.stop()
    with pytest.raises(SiteError, match=r"could not be opened: .*REFUSED; is the site running"):
        world_at("<p>Home</p>")


def test_server_error_on_start_page_is_a_site_error(world_at: Open, pages: Pages) -> None:
    pages.status["/"] = 503
    with pytest.raises(SiteError, match="answered 503"):
        world_at("<p>Down</p>")


def test_site_stopped_during_run_is_a_site_error(world_at: Open, pages: Pages) -> None:
    world = world_at("<a href=/cart>Cart</a>")
    world.observe()
    pages.stop()
    with pytest.raises(SiteError, match="/cart could not be opened"):
        world.perform(Action("click", "1"))


def test_closed_context_is_a_browser_error(chromium: Browser, pages: Pages) -> None:
    pages["/"] = "<p>Home</p>"
    context = chromium.new_context()
    world = BrowserWorld(context, [pages.url], [pages.url])
    world.open()
    context.close()
    for use in (world.observe, world.snapshots, lambda: world.perform(Action("go_back"))):
        with pytest.raises(BrowserError, match=f"^{ENDED}$"):
            use()


def test_crashed_page_is_a_browser_error(own_chromium: Browser, pages: Pages) -> None:
    pages["/"] = "<p>Home</p>"
    context = own_chromium.new_context()
    world = BrowserWorld(context, [pages.url], [pages.url])
    world.open()
    with suppress(Error):
        context.pages[0].goto("chrome://crash")
    # The crash may reach the world as news of the page or as a connection that has ended.
    with pytest.raises(BrowserError, match=rf"^({ENDED}|the browser was lost: a page crashed)$"):
        world.observe()


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ("Page.goto: net::ERR_FAILED at x\nCall log:", "net::ERR_FAILED at x"),
        ("BrowserContext.new_page: no", "no"),
        ("a page: no", "a page: no"),
    ],
)
def test_error_headline_omits_playwright_call(told: str, line: str) -> None:
    assert headline(Error(told)) == line


# --- the evaluators' view -----------------------------------------------------------------------


def test_page_view_reads_its_page(browsing: BrowserContext, pages: Pages) -> None:
    pages["/"] = "<p>Home</p>"
    view = open_view(browsing, pages.url)
    assert view.url == f"{pages.url}/"
    assert "<p>Home</p>" in view.html()
    assert view.evaluate("document.querySelector('p').outerText") == "Home"


def test_page_view_waits_for_fetches(browsing: BrowserContext, pages: Pages) -> None:
    pages["/late"] = "late"
    pages["/"] = """<p></p><script>onload = async () => {
      await fetch('/late');
      await fetch('/late?again');
      document.querySelector('p').textContent = 'Members';
    }</script>"""
    assert open_view(browsing, pages.url).evaluate("document.body.innerText") == "Members"


def test_page_view_waits_for_navigation_by_script(browsing: BrowserContext, pages: Pages) -> None:
    pages["/"] = "<a href='/next'>Next</a>"
    pages["/next"] = "<p>There</p>"
    view = open_view(browsing, pages.url)
    view.evaluate("document.querySelector('a').click()")
    assert view.evaluate("document.body.innerText") == "There"
    assert view.url == f"{pages.url}/next"


def test_page_view_expression_that_throws_is_a_value_error(
    browsing: BrowserContext, pages: Pages
) -> None:
    pages["/"] = "<p>Home</p>"
    with pytest.raises(ValueError, match="querySelector"):
        open_view(browsing, pages.url).evaluate("document.querySelector('b').outerText")


def test_page_view_of_unreachable_page_is_a_site_error(
    browsing: BrowserContext, pages: Pages
) -> None:
    pages.stop()
    with pytest.raises(SiteError, match=f"{pages.url}/cart could not be opened"):
        open_view(browsing, f"{pages.url}/cart")


def test_lone_surrogates_of_a_page_are_replaced(world_at: Callable[..., BrowserWorld]) -> None:
    script = "document.title = '\\ud800'; document.body.append('\\ud800')"
    world = world_at(f"<button>Go</button><script>{script}</script>")
    seen = world.observe()
    assert (seen.text.count("\ufffd"), seen.tabs[0].title) == (1, "\ufffd")
    repr(seen).encode()
    world.snapshots()[0].html.encode()


@pytest.mark.parametrize("way", ["http", "script", "refresh"])
def test_start_page_on_another_address_is_a_site_error(
    world_at: Open, pages: Pages, foreign: Pages, way: str
) -> None:
    place = f"{foreign.url}/shop"
    foreign["/shop"] = "<p>Shop</p>"
    bodies = {
        "script": f"<script>onload = () => {{ location = '{place}' }}</script>",
        "refresh": f"<meta http-equiv=refresh content='0;url={place}'>",
    }
    if way == "http":
        pages.redirect["/"] = place
    with pytest.raises(SiteError, match=rf"^{pages.url}/? redirects to {place}, another address"):
        world_at(bodies.get(way, ""))
