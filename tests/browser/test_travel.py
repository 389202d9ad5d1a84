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

one_tab = pytest.mark.usefixtures("one_tab")


# --- addresses ----------------------------------------------------------------------------------


@one_tab
@pytest.mark.parametrize("start", ["", "http://"], ids=["no scheme", "scheme"])
def test_goto_opens_site_url(world_at: Open, pages: Pages, start: str) -> None:
    pages["/cart"] = "<p>Cart</p>"
    world = world_at("<p>Home")
    place = pages.url.removeprefix("http://")
    assert world.perform(Action("goto", value=f"{start}{place}/cart")) == ""
    assert world.last_url == f"{pages.url}/cart"


@pytest.mark.parametrize(
    ("written", "path"), [("/cart", "/cart"), ("?q=boat", "/a/b?q=boat"), ("#end", "/a/b#end")]
)
def test_goto_resolves_relative_url(world_at: Open, pages: Pages, written: str, path: str) -> None:
    pages["/cart"] = pages["/a/b"] = "<p id=end>Here"
    world = world_at(paths=("/a/b",))
    assert world.perform(Action("goto", value=written)) == ""
    assert world.last_url == f"{pages.url}{path}"


def test_goto_in_empty_tab_uses_site_of_other_tabs(world_at: Open, pages: Pages) -> None:
    pages["/cart"] = "<p>Cart</p>"
    world = world_at("<p>Home")
    world.perform(Action("new_tab"))
    assert world.perform(Action("goto", value="/cart")) == ""
    assert [tab.url for tab in world.observe().tabs] == [f"{pages.url}/", f"{pages.url}/cart"]


@one_tab
@pytest.mark.parametrize("written", ["", "  "])
def test_goto_reports_missing_url(world_at: Open, pages: Pages, written: str) -> None:
    world = world_at("<p>Home")
    assert world.perform(Action("goto", value=written)) == (
        f"not done: goto names no address; write one, e.g. goto [{pages.url}/]"
    )


@one_tab
def test_goto_reports_url_without_document(world_at: Open, pages: Pages) -> None:
    pages.status["/none"] = 204
    world = world_at("<p>Home")
    assert world.perform(Action("goto", value="/none")) == (
        f"not done: {pages.url}/none is not a page: the site answered without a document"
    )


# --- history ------------------------------------------------------------------------------------


def test_go_back_and_go_forward_walk_history(world_at: Open, pages: Pages) -> None:
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
def test_history_includes_hash_and_push_state(world_at: Open, pages: Pages, html: str) -> None:
    world = world_at(html)
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert world.last_url == f"{pages.url}/#two"
    assert world.perform(Action("go_back")) == ""
    assert world.last_url == f"{pages.url}/"
    assert world.perform(Action("go_forward")) == ""
    assert world.last_url == f"{pages.url}/#two"


def test_go_back_reports_empty_tab_without_history(world_at: Open) -> None:
    world = world_at("<p>Home")
    world.perform(Action("new_tab"))
    assert world.perform(Action("go_back")) == "not done: there is no page to go back to"


# --- tabs ---------------------------------------------------------------------------------------


def test_tab_actions_open_focus_and_close(world_at: Open, pages: Pages) -> None:
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
def test_tab_close_closes_any_tab(world_at: Open, pages: Pages, index: int) -> None:
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
def test_tab_opened_by_page_becomes_active(world_at: Open, pages: Pages, html: str) -> None:
    pages["/cart"] = "<p>Two boats</p>"
    world = world_at(html)
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert world.last_url.rstrip("?") == f"{pages.url}/cart"
    assert "Two boats" in world.observe().text


def test_tab_that_closes_itself_activates_another(world_at: Open, pages: Pages) -> None:
    pages["/pop"] = "<button onclick='window.close()'>Done</button>"
    world = world_at("<a href=/pop target=_blank rel=opener>Pop</a>")
    world.observe()
    world.perform(Action("click", "1"))
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert world.last_url == f"{pages.url}/"


def test_each_start_url_is_a_tab_and_first_is_active(world_at: Open, pages: Pages) -> None:
    pages["/b"] = "<p>B</p>"
    world = world_at("<p>A</p>", paths=("/", "/b"))
    assert world.last_url == f"{pages.url}/"
    assert [each.url for each in world.snapshots()] == [f"{pages.url}/", f"{pages.url}/b"]
    assert "<p>B</p>" in world.snapshots()[1].html


# --- dialogs ------------------------------------------------------------------------------------


@one_tab
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
def test_dialog_is_answered_and_reported(
    world_at: Open, browsing: BrowserContext, call: str, said: str, answer: str
) -> None:
    world = world_at(f'<button onclick="document.title = {call}">Go</button>')
    world.observe()
    assert world.perform(Action("click", "1")) == said
    assert world.observe().note == said
    assert browsing.pages[0].title() == answer


@one_tab
def test_beforeunload_dialog_is_accepted(world_at: Open, pages: Pages) -> None:
    pages["/cart"] = "<p>Cart</p>"
    world = world_at(
        "<script>onbeforeunload = event => event.preventDefault()</script><a href=/cart>Cart</a>"
    )
    world.observe()
    said = world.perform(Action("click", "1"))
    assert said == "the page asked whether to leave it, and was left"
    assert world.last_url == f"{pages.url}/cart"


@one_tab
@pytest.mark.parametrize(
    "call", ["print()", "document.documentElement.requestFullscreen()", "window.open()"]
)
def test_print_fullscreen_and_empty_popup_do_no_harm(do: Do, call: Any) -> None:
    assert do(f'<button onclick="{call}">Go</button>', "click", "Go") == ""
