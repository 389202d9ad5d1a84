"""Addresses, history, tabs and dialogs."""

from collections.abc import Callable
from typing import Any

import pytest
from pages import Pages
from playwright.sync_api import BrowserContext

from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action

Open = Callable[..., BrowserWorld]
Do = Callable[..., str]


# --- addresses ----------------------------------------------------------------------------------


@pytest.mark.parametrize("start", ["", "http://"], ids=["no scheme", "scheme"])
def test_goto_opens_an_address_of_the_site(world_at: Open, pages: Pages, start: str) -> None:
    pages["/cart"] = "<p>Cart</p>"
    world = world_at("<p>Home")
    place = pages.url.removeprefix("http://")
    assert world.perform(Action("goto", value=f"{start}{place}/cart")) == ""
    assert world.last_url == f"{pages.url}/cart"


@pytest.mark.parametrize(
    ("written", "path"), [("/cart", "/cart"), ("?q=boat", "/a/b?q=boat"), ("#end", "/a/b#end")]
)
def test_goto_takes_a_part_of_an_address_for_the_site_in_front(
    world_at: Open, pages: Pages, written: str, path: str
) -> None:
    pages["/cart"] = pages["/a/b"] = "<p id=end>Here"
    world = world_at(paths=("/a/b",))
    assert world.perform(Action("goto", value=written)) == ""
    assert world.last_url == f"{pages.url}{path}"


def test_goto_in_an_empty_tab_means_the_site_of_the_others(world_at: Open, pages: Pages) -> None:
    pages["/cart"] = "<p>Cart</p>"
    world = world_at("<p>Home")
    world.perform(Action("new_tab"))
    assert world.perform(Action("goto", value="/cart")) == ""
    assert [tab.url for tab in world.observe().tabs] == [f"{pages.url}/", f"{pages.url}/cart"]


@pytest.mark.parametrize("written", ["", "  "])
def test_goto_without_an_address_is_told(world_at: Open, pages: Pages, written: str) -> None:
    world = world_at("<p>Home")
    assert world.perform(Action("goto", value=written)) == (
        f"not done: goto names no address; write one, e.g. goto [{pages.url}/]"
    )


def test_goto_an_address_without_a_page_is_told(world_at: Open, pages: Pages) -> None:
    pages.status["/none"] = 204
    world = world_at("<p>Home")
    assert world.perform(Action("goto", value="/none")) == (
        f"not done: {pages.url}/none is not a page: the site answered without a document"
    )


# --- history ------------------------------------------------------------------------------------


def test_go_back_and_forward_walk_the_history(world_at: Open, pages: Pages) -> None:
    pages["/cart"] = "<p>Cart</p>"
    world = world_at("<a href=/cart>Cart</a>")
    world.observe()
    assert world.perform(Action("go_back")) == "not done: there is no page to go back to"
    world.perform(Action("click", "1"))
    assert world.perform(Action("go_back")) == ""
    assert world.last_url == f"{pages.url}/"
    assert world.perform(Action("go_forward")) == ""
    assert world.last_url == f"{pages.url}/cart"
    assert world.perform(Action("go_forward")) == "not done: there is no page to go forward to"


@pytest.mark.parametrize(
    "html",
    ["<a href=#two>On</a>", "<button onclick=\"history.pushState(1, '', '#two')\">On</button>"],
    ids=["hash", "pushState"],
)
def test_places_within_a_page_are_history_too(world_at: Open, pages: Pages, html: str) -> None:
    world = world_at(html)
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert world.last_url == f"{pages.url}/#two"
    assert world.perform(Action("go_back")) == ""
    assert world.last_url == f"{pages.url}/"
    assert world.perform(Action("go_forward")) == ""
    assert world.last_url == f"{pages.url}/#two"


def test_an_empty_tab_has_no_history(world_at: Open) -> None:
    world = world_at("<p>Home")
    world.perform(Action("new_tab"))
    assert world.perform(Action("go_back")) == "not done: there is no page to go back to"


# --- tabs ---------------------------------------------------------------------------------------


def test_tabs_are_opened_focused_and_closed(world_at: Open, pages: Pages) -> None:
    pages["/cart"] = "<p>Cart</p>"
    world = world_at("<p>First</p>")
    assert world.perform(Action("new_tab")) == ""
    assert world.perform(Action("goto", value=f"{pages.url}/cart")) == ""
    assert world.perform(Action("tab_focus", value="0")) == ""
    assert world.last_url == f"{pages.url}/"
    assert "numbered from 0 to 1" in world.perform(Action("tab_focus", value="2"))
    world.perform(Action("tab_focus", value="1"))
    assert world.perform(Action("tab_close")) == ""
    assert world.last_url == f"{pages.url}/"
    assert world.perform(Action("tab_close")) == "not done: this is the only tab; it stays open"


@pytest.mark.parametrize("index", [0, 1, 2])
def test_each_of_several_tabs_can_be_closed(world_at: Open, pages: Pages, index: int) -> None:
    paths = ["/a", "/b", "/c"]
    for path in paths:
        pages[path] = f"<p>{path}"
    world = world_at(paths=tuple(paths))
    world.perform(Action("tab_focus", value=str(index)))
    assert world.perform(Action("tab_close")) == ""
    left = [path for path in paths if path != paths[index]]
    assert [tab.url for tab in world.observe().tabs] == [pages.url + path for path in left]


@pytest.mark.parametrize(
    "html",
    [
        "<a href=/cart target=_blank>Cart</a>",
        "<a href=/cart target=_blank rel='noopener noreferrer'>Cart</a>",
        "<button onclick=\"window.open('/cart')\">Cart</button>",
        "<button onclick=\"window.open('/cart', '', 'width=300,height=200')\">Cart</button>",
        "<form action=/cart target=_blank><button>Cart</button></form>",
    ],
    ids=["link", "noopener", "popup", "small window", "form"],
)
def test_a_tab_that_a_page_opens_becomes_the_active_one(
    world_at: Open, pages: Pages, html: str
) -> None:
    pages["/cart"] = "<p>Two boats</p>"
    world = world_at(html)
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert world.last_url.rstrip("?") == f"{pages.url}/cart"
    assert "Two boats" in world.observe().text


def test_a_tab_that_closes_itself_gives_way_to_another(world_at: Open, pages: Pages) -> None:
    pages["/pop"] = "<button onclick='window.close()'>Done</button>"
    world = world_at("<a href=/pop target=_blank rel=opener>Pop</a>")
    world.observe()
    world.perform(Action("click", "1"))
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert world.last_url == f"{pages.url}/"


def test_each_start_address_is_a_tab_and_the_first_is_active(world_at: Open, pages: Pages) -> None:
    pages["/b"] = "<p>B</p>"
    world = world_at("<p>A</p>", paths=("/", "/b"))
    assert world.last_url == f"{pages.url}/"
    assert [each.url for each in world.snapshots()] == [f"{pages.url}/", f"{pages.url}/b"]
    assert "<p>B</p>" in world.snapshots()[1].html


# --- dialogs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "said", "answer"),
    [
        ("alert('Saved')", "the page said in a dialog, which was accepted: 'Saved'", "undefined"),
        ("confirm('Sure?')", "the page said in a dialog, which was accepted: 'Sure?'", "true"),
        (
            "prompt('Name?', 'Bob')",
            "the page asked in a dialog, which was answered 'Bob': 'Name?'",
            "Bob",
        ),
    ],
)
def test_dialogs_are_answered_and_told(
    world_at: Open, browsing: BrowserContext, call: str, said: str, answer: str
) -> None:
    world = world_at(f'<button onclick="document.title = {call}">Go</button>')
    world.observe()
    assert world.perform(Action("click", "1")) == said
    assert world.observe().note == said
    assert browsing.pages[0].title() == answer


def test_a_page_that_asks_before_it_is_left_is_left(world_at: Open, pages: Pages) -> None:
    pages["/cart"] = "<p>Cart</p>"
    world = world_at(
        "<script>onbeforeunload = event => event.preventDefault()</script><a href=/cart>Cart</a>"
    )
    world.observe()
    said = world.perform(Action("click", "1"))
    assert said == "the page asked whether to leave it, and was left"
    assert world.last_url == f"{pages.url}/cart"


@pytest.mark.parametrize(
    "call", ["print()", "document.documentElement.requestFullscreen()", "window.open()"]
)
def test_what_the_page_can_ask_of_a_browser_does_no_harm(do: Do, call: Any) -> None:
    assert do(f'<button onclick="{call}">Go</button>', "click", "Go") == ""
