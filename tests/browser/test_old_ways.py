"""Pages as they were once written: framesets, and documents that scripts write anew."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pages import Pages
from playwright.sync_api import Browser, BrowserContext, Frame

from pytest_vwa.browser.readings import MARKED, Sight
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action

Open = Callable[..., BrowserWorld]
Shown = Callable[[str], Any]


# --- documents written anew ---------------------------------------------------------------------

ANEW = (
    "<title>new</title><input name=q><p><button onclick='later()'>Next</button></p>"
    "<script>later = () => setTimeout(() => { document.title = `late` }, 300)</script>"
)


def rewriting(how: str, anew: str = ANEW) -> str:
    """A page whose button has the document written anew."""
    words = json.dumps(anew).replace("</", "<\\/")
    return f'<script>const words = {words}</script><button onclick="{how}">Go</button>'


@pytest.mark.usefixtures("one_tab")
@pytest.mark.parametrize(
    "how",
    [
        "document.open(); document.write(words); document.close()",
        "document.write(words); document.close()",
        "document.writeln(words)",
    ],
)
def test_document_write_page_is_read_and_usable(
    world_at: Open, browsing: BrowserContext, shown: Shown, how: str
) -> None:
    world = world_at(rewriting(how))
    (go,) = world.observe().elements
    assert world.perform(Action("click", go.id)) == ""
    field, button = world.observe().elements
    assert world.perform(Action("type", field.id, "boat")) == ""
    assert shown("document.querySelector('input').value") == "boat"
    assert world.perform(Action("click", button.id)) == ""
    assert browsing.pages[0].title() == "late", "what an action sets off is waited for"


@pytest.mark.usefixtures("one_tab")
def test_document_write_page_link_navigates(
    world_at: Open, pages: Pages, browsing: BrowserContext
) -> None:
    pages["/next"] = "<p>There</p>"
    pages.seconds["/next"] = 0.3
    world = world_at(rewriting("document.write(words); document.close()", "<a href=/next>On</a>"))
    assert world.perform(Action("click", world.observe().elements[0].id)) == ""
    assert world.perform(Action("click", world.observe().elements[0].id)) == ""
    assert browsing.pages[0].url == f"{pages.url}/next"


# --- framesets ----------------------------------------------------------------------------------


@pytest.fixture
def framed(chromium: Browser, pages: Pages, foreign: Pages) -> Iterator[Callable[..., Any]]:
    """A world on a page of two frames side by side, the right one of this site; and that frame."""
    contexts = []
    pages["/left"] = "<a href=/next target=right>Boats</a>"
    pages["/next"] = "<p>All boats</p>"

    def framed(right: Pages, sight: Sight = MARKED) -> tuple[BrowserWorld, Frame]:
        right["/right"] = (
            "<input name=q><button onclick='document.title = 1'>Go</button>"
            "<p style='height:3000px'></p><p>End</p>"
        )
        pages.html["/"] = (
            f"<html><frameset cols='30%,*'><frame src=/left name=left>"
            f"<frame src={right.url}/right name=right></frameset></html>"
        )
        contexts.append(chromium.new_context(viewport={"width": 800, "height": 600}))
        world = BrowserWorld(contexts[-1], [right.url], [pages.url], sight=sight)
        world.open()
        return world, contexts[-1].pages[0].frames[2]

    yield framed
    for context in contexts:
        context.close()


@pytest.mark.parametrize("whose", ["pages", "foreign"])
def test_frameset_frames_are_read_and_usable(
    framed: Callable[..., tuple[BrowserWorld, Frame]], request: pytest.FixtureRequest, whose: str
) -> None:
    world, frame = framed(request.getfixturevalue(whose))
    link, field, button = world.observe().elements
    assert (link.text, field.text, button.text) == ("Boats", "q", "Go")
    assert field.box[0] > 240
    assert world.perform(Action("type", field.id, "kayak")) == ""
    assert frame.evaluate("document.querySelector('input').value") == "kayak"
    assert world.perform(Action("click", button.id)) == ""
    assert frame.title() == "1"
    assert world.perform(Action("scroll", value="down")) == ""
    assert frame.evaluate("scrollY") > 0
    assert world.perform(Action("click", link.id)) == ""
    assert "All boats" in world.observe().text


@pytest.mark.parametrize("whose", ["pages", "foreign"])
@pytest.mark.parametrize("kind", ["axtree", "html"])
def test_frameset_is_in_axtree_and_html(
    framed: Callable[..., tuple[BrowserWorld, Frame]],
    request: pytest.FixtureRequest,
    whose: str,
    kind: Any,
) -> None:
    world, frame = framed(request.getfixturevalue(whose), Sight(kind))
    seen = world.observe()
    go = next(each.id for each in seen.elements if each.text == "Go")
    line = {"axtree": f"[{go}] button 'Go'", "html": f'<button mark="{go}">Go</button>'}[kind]
    assert line in seen.text
    assert world.perform(Action("click", go)) == ""
    assert frame.title() == "1"
