"""The agent's browser: confined to the task's sites, settled after each action, honest about
what broke."""

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


# --- confined -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "http://example.com/",
        "example.com",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "view-source:http://127.0.0.1/",
        "chrome://version",
        "http://127.0.0.1:1@example.com/",
    ],
)
def test_goto_refuses_every_other_address(world_at: Open, pages: Pages, address: str) -> None:
    world = world_at("<p>Home</p>")
    said = world.perform(Action("goto", value=address))
    assert said == f"{address} was not opened: the browser may only visit {pages.url}"
    assert world.last_url == f"{pages.url}/"


def test_a_link_to_another_site_stays_closed(world_at: Open, pages: Pages, foreign: Pages) -> None:
    foreign["/"] = "<p>Secret</p>"
    world = world_at(f"<a href={foreign.url}/>Away</a>")
    world.observe()
    assert "may only visit" in world.perform(Action("click", "1"))
    assert world.last_url == f"{pages.url}/"


def test_a_foreign_link_to_a_new_tab_leaves_no_tab(
    world_at: Open, pages: Pages, foreign: Pages
) -> None:
    foreign["/"] = "<p>Secret</p>"
    world = world_at(f"<a href={foreign.url}/ target=_blank>Away</a>")
    world.observe()
    assert "may only visit" in world.perform(Action("click", "1"))
    assert [tab.url for tab in world.observe().tabs] == [f"{pages.url}/"]


def test_a_redirect_to_another_site_is_taken_back(
    world_at: Open, pages: Pages, foreign: Pages
) -> None:
    foreign["/"] = "<p>Secret</p>"
    pages.redirect["/out"] = f"{foreign.url}/"
    world = world_at("<a href=/out>Away</a>")
    world.observe()
    assert "may only visit" in world.perform(Action("click", "1"))
    assert world.last_url == f"{pages.url}/"


def test_a_frame_of_another_site_stays_empty(world_at: Open, foreign: Pages) -> None:
    foreign["/"] = "<p>Secret</p>"
    world = world_at(f"<p>Home</p><iframe src={foreign.url}/></iframe>")
    assert all("Secret" not in each.html for each in world.snapshots())
    assert "Home" in world.observe().text


def test_pictures_of_other_sites_may_load(
    world_at: Open, foreign: Pages, browsing: BrowserContext
) -> None:
    foreign.html["/a.svg"] = "x"
    world_at(
        f"<script>onload = async () => document.title = (await fetch('{foreign.url}/a.svg',"
        "{mode: 'no-cors'})).type</script>"
    )
    assert browsing.pages[0].title() == "opaque"


# --- tabs and dialogs ---------------------------------------------------------------------------


def test_a_tab_that_a_link_opens_becomes_the_active_one(world_at: Open, pages: Pages) -> None:
    pages["/cart"] = "<p>Cart</p>"
    world = world_at("<a href=/cart target=_blank>Cart</a>")
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert world.last_url == f"{pages.url}/cart"
    assert "Cart" in world.observe().text


def test_a_tab_that_closes_itself_gives_way_to_another(world_at: Open, pages: Pages) -> None:
    pages["/pop"] = "<button onclick='window.close()'>Done</button>"
    world = world_at("<a href=/pop target=_blank rel=opener>Pop</a>")
    world.observe()
    world.perform(Action("click", "1"))
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert world.last_url == f"{pages.url}/"


@pytest.mark.parametrize("dialog", ["alert", "confirm", "prompt"])
def test_dialogs_are_accepted_and_told(world_at: Open, dialog: str) -> None:
    world = world_at(f"<button onclick='document.title = {dialog}(`Sure?`)'>Go</button>")
    world.observe()
    said = world.perform(Action("click", "1"))
    assert said == "the page said in a dialog, which was accepted: 'Sure?'"
    assert world.observe().note == said


def test_a_page_that_asks_before_it_is_left_is_left(world_at: Open, pages: Pages) -> None:
    pages["/cart"] = "<p>Cart</p>"
    world = world_at(
        "<script>onbeforeunload = event => event.preventDefault()</script><a href=/cart>Cart</a>"
    )
    world.observe()
    world.perform(Action("click", "1"))
    assert world.last_url == f"{pages.url}/cart"


def test_each_start_address_is_a_tab_and_the_first_is_active(world_at: Open, pages: Pages) -> None:
    pages["/b"] = "<p>B</p>"
    world = world_at("<p>A</p>", paths=("/", "/b"))
    assert world.last_url == f"{pages.url}/"
    assert [each.url for each in world.snapshots()] == [f"{pages.url}/", f"{pages.url}/b"]
    assert "<p>B</p>" in world.snapshots()[1].html


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


def test_a_view_waits_for_what_the_page_fetches(browsing: BrowserContext, pages: Pages) -> None:
    pages["/late"] = "late"
    pages["/"] = """<p></p><script>onload = async () => {
      await fetch('/late');
      await fetch('/late?again');
      document.querySelector('p').textContent = 'Members';
    }</script>"""
    assert open_view(browsing, pages.url).evaluate("document.body.innerText") == "Members"


def test_a_view_waits_for_what_a_script_sets_going(browsing: BrowserContext, pages: Pages) -> None:
    pages["/"] = "<a href='/next'>Next</a>"
    pages["/next"] = "<p>There</p>"
    view = open_view(browsing, pages.url)
    view.evaluate("document.querySelector('a').click()")
    assert view.evaluate("document.body.innerText") == "There"
    assert view.url == f"{pages.url}/next"


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
