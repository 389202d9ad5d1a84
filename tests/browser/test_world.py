"""The agent's browser: settled after each action, honest about what broke."""

from collections.abc import Callable
from time import perf_counter

import pytest
from pages import Pages
from playwright.sync_api import Browser, BrowserContext

from pytest_vwa.browser.view import open_view
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import BrowserError, SiteError

Open = Callable[..., BrowserWorld]


# --- settled ------------------------------------------------------------------------------------


def test_what_a_request_brings_is_waited_for(world_at: Open, pages: Pages) -> None:
    pages["/more"] = "<p>More boats</p>"
    world = world_at(
        "<button onclick='fetch(`/more`).then(r => r.text())"
        ".then(t => setTimeout(() => document.body.insertAdjacentHTML(`beforeend`, t), 20))'>Go"
    )
    world.observe()
    world.perform(Action("click", "1"))
    assert "More boats" in world.observe().text


def test_a_quiet_page_is_not_waited_for(world_at: Open) -> None:
    world = world_at("<button>Go</button>")
    world.observe()
    spent = []
    for _ in range(5):
        start = perf_counter()
        world.perform(Action("hover", "1"))
        spent.append(perf_counter() - start)
    assert min(spent) < 0.15


def test_a_page_that_never_rests_is_not_waited_for_long(world_at: Open) -> None:
    world = world_at(
        "<p></p><script>setInterval(() => document.querySelector('p').textContent = Date.now(), 9)"
        "</script>"
    )
    start = perf_counter()
    assert world.perform(Action("press", value="Tab")) == ""
    assert perf_counter() - start < 4


def test_an_error_in_the_page_breaks_nothing(world_at: Open) -> None:
    world = world_at("<button onclick='throw new Error(`no`)'>Go</button>")
    world.observe()
    assert world.perform(Action("click", "1")) == ""


# --- broken -------------------------------------------------------------------------------------


def test_a_site_that_cannot_be_reached_is_a_site_error(world_at: Open, pages: Pages) -> None:
    pages.stop()
    with pytest.raises(SiteError, match=r"could not be opened: .*REFUSED; is the site running"):
        world_at("<p>Home</p>")


def test_a_site_that_starts_with_a_server_error_is_a_site_error(
    world_at: Open, pages: Pages
) -> None:
    pages.status["/"] = 503
    with pytest.raises(SiteError, match="answered 503"):
        world_at("<p>Down</p>")


def test_a_site_that_dies_meanwhile_is_a_site_error(world_at: Open, pages: Pages) -> None:
    world = world_at("<a href=/cart>Cart</a>")
    world.observe()
    pages.stop()
    with pytest.raises(SiteError, match="/cart could not be opened"):
        world.perform(Action("click", "1"))


def test_a_lost_browser_is_a_browser_error(chromium: Browser, pages: Pages) -> None:
    pages["/"] = "<p>Home</p>"
    context = chromium.new_context()
    world = BrowserWorld(context, [pages.url], [pages.url])
    world.open()
    context.close()
    for use in (world.observe, world.snapshots, lambda: world.perform(Action("go_back"))):
        with pytest.raises(BrowserError, match="was lost"):
            use()


# --- the evaluators' view -----------------------------------------------------------------------


def test_a_view_reads_a_page_of_its_own(browsing: BrowserContext, pages: Pages) -> None:
    pages["/"] = "<p>Home</p>"
    view = open_view(browsing, pages.url)
    assert view.url == f"{pages.url}/"
    assert "<p>Home</p>" in view.html()
    assert view.evaluate("document.querySelector('p').outerText") == "Home"


def test_an_expression_that_throws_is_a_value_error(browsing: BrowserContext, pages: Pages) -> None:
    pages["/"] = "<p>Home</p>"
    with pytest.raises(ValueError, match="querySelector"):
        open_view(browsing, pages.url).evaluate("document.querySelector('b').outerText")


def test_a_view_of_an_unreachable_page_is_a_site_error(
    browsing: BrowserContext, pages: Pages
) -> None:
    pages.stop()
    with pytest.raises(SiteError, match=f"{pages.url}/cart could not be opened"):
        open_view(browsing, f"{pages.url}/cart")
