"""Text and picture are of the same moment, however the page changes."""

from collections.abc import Callable, Iterator
from io import BytesIO

import pytest
from pages import Pages
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page

from pytest_vwa.browser import marks, script
from pytest_vwa.browser.camera import Camera
from pytest_vwa.browser.observe import observe
from pytest_vwa.browser.origins import Origins
from pytest_vwa.browser.readings import Sight
from pytest_vwa.browser.tabs import Tabs
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.observation import Observation

Open = Callable[..., BrowserWorld]
RED, BLUE = (220, 0, 0), (0, 0, 220)


class Restless(Camera):
    """Something happens in the page after it was read, right before a picture is taken, as often
    as given."""

    def __init__(self, happens: str, times: int = 1) -> None:
        super().__init__()
        self._happens = happens
        self._times = times
        self.shots = 0

    def shoot(self, page: Page) -> bytes:
        self.shots += 1
        if self.shots <= self._times:
            page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")
            page.evaluate(self._happens)
        return super().shoot(page)


@pytest.fixture
def tabs_at(browsing: BrowserContext, pages: Pages) -> Callable[[str], Tabs]:
    def open_tabs(body: str) -> Tabs:
        pages["/"] = body
        tabs = Tabs(browsing, Origins.of([pages.url]))
        tabs.active.goto(pages.url)
        return tabs

    return open_tabs


def near(seen: Observation, x: int, y: int, colour: tuple[int, int, int]) -> bool:
    assert seen.image is not None
    pixel = Image.open(BytesIO(seen.image.data)).convert("RGB").getpixel((x, y))
    return all(abs(found - wanted) < 40 for found, wanted in zip(pixel, colour, strict=True))


ROOM = f"<div id=room style='height:300px; background:rgb{RED}'><p id=told>Red</p></div>"
PAINT = f"""() => {{
  document.querySelector('#told').textContent = 'Blue';
  document.querySelector('#room').style.background = 'rgb{BLUE}';
}}"""


def test_a_page_that_changes_before_its_picture_is_read_again(
    tabs_at: Callable[[str], Tabs],
) -> None:
    tabs = tabs_at(ROOM)
    camera = Restless(PAINT)
    seen = observe(tabs, camera)
    assert seen.text == "[] [StaticText] [Blue]"
    assert near(seen, 400, 200, BLUE)
    assert camera.shots == 2


@pytest.mark.parametrize("kind", ["axtree", "html"])
def test_so_it_is_for_a_page_told_in_other_words(tabs_at: Callable[[str], Tabs], kind: str) -> None:
    seen = observe(tabs_at(ROOM), Restless(PAINT), sight=Sight(kind))
    assert "Blue" in seen.text
    assert "Red" not in seen.text


@pytest.mark.parametrize(
    ("html", "happens"),
    [
        ("<div style='height:2000px'></div><p>Below</p>", "scrollTo(0, 2000)"),
        (
            "<div id=box style='height:90px; overflow:auto'><div style='height:500px'></div>"
            "<p>Below</p></div>",
            "document.querySelector('#box').scrollTo(0, 900)",
        ),
        ("<iframe srcdoc=''></iframe>", "frames[0].document.body.append('Below')"),
        (
            "<div id=host></div><script>document.querySelector('#host')"
            ".attachShadow({mode: 'open'})</script>",
            "document.querySelector('#host').shadowRoot.append('Below')",
        ),
    ],
    ids=["scrolled", "scrolled within", "in a frame", "in a shadow root"],
)
def test_all_that_changes_is_noticed(
    tabs_at: Callable[[str], Tabs], html: str, happens: str
) -> None:
    tabs = tabs_at(html)
    assert observe(tabs, Camera()).text == ""
    assert observe(tabs, Restless(happens)).text == "[] [StaticText] [Below]"


def test_what_has_changed_since_the_last_observation_is_in_the_picture(
    tabs_at: Callable[[str], Tabs],
) -> None:
    tabs, camera = tabs_at(ROOM + "<button>Paint</button>"), Camera()
    before = observe(tabs, camera)
    assert observe(tabs, camera).image == before.image, "of a page that stayed as it was"
    for change, colour in ((PAINT, BLUE), ("scrollTo(0, 9)", BLUE), (f"({PAINT})", BLUE)):
        tabs.active.evaluate(change)
        seen = observe(tabs, camera)
        assert near(seen, 400, 200, colour)
        assert seen.image == observe(tabs, Camera()).image, "as if it were the first look"


@pytest.mark.parametrize(
    ("html", "happens"),
    [
        ("<input name=x value=Red>", "document.querySelector('input').value = 'Blue'"),
        (
            "<label><input type=checkbox>Red</label>",
            "document.querySelector('input').checked = true",
        ),
        (
            "<select><option>Red<option>Blue</select>",
            "document.querySelector('select').selectedIndex = 1",
        ),
    ],
    ids=["typed", "ticked", "chosen"],
)
@pytest.mark.parametrize("kind", ["som", "axtree", "html"])
def test_what_a_form_holds_is_that_of_its_picture(
    tabs_at: Callable[[str], Tabs], kind: str, html: str, happens: str
) -> None:
    tabs, camera = tabs_at(html), Restless(happens)
    assert observe(tabs, camera, sight=Sight(kind)).text == (
        observe(tabs, Camera(), sight=Sight(kind)).text
    )
    assert camera.shots == 2


@pytest.mark.parametrize("kind", ["som", "axtree", "html"])
def test_a_title_is_that_of_its_picture(tabs_at: Callable[[str], Tabs], kind: str) -> None:
    seen = observe(tabs_at(ROOM), Restless("document.title = 'Blue'"), sight=Sight(kind))
    assert [tab.title for tab in seen.tabs] == ["Blue"]


def test_a_page_told_as_source_is_compared_as_source(tabs_at: Callable[[str], Tabs]) -> None:
    change = "document.querySelector('h1').outerHTML = '<h2>Boats</h2>'"
    seen = observe(tabs_at("<h1>Boats</h1>"), Restless(change), sight=Sight("html"))
    assert "<h2" in seen.text


def test_a_viewport_that_changes_meanwhile_is_looked_at_again(
    tabs_at: Callable[[str], Tabs],
) -> None:
    class Resizing(Restless):
        def shoot(self, page: Page) -> bytes:
            if not self.shots:
                page.set_viewport_size({"width": 400, "height": 300})
            return super().shoot(page)

    seen = observe(tabs_at("<button style='width:100%'>Go</button>"), Resizing("0", 1))
    assert seen.image is not None
    assert seen.image.scale == 1
    assert seen.elements[0].box[2] < 400


def test_what_moves_by_itself_is_suspected(tabs_at: Callable[[str], Tabs]) -> None:
    page = tabs_at(
        "<style>@keyframes slide { to { left: 700px } }</style>"
        "<button style='position:absolute; left:0; animation: slide 5s infinite linear'>Go</button>"
    ).active
    marks.take(page)
    assert script.call(page, "moment.end")["still"] is False


def test_what_changes_nothing_that_is_told_costs_no_second_picture(
    tabs_at: Callable[[str], Tabs],
) -> None:
    tabs = tabs_at("<p>Still</p>")
    camera = Restless("document.body.dataset.seen = 'once'")
    assert observe(tabs, camera).text == "[] [StaticText] [Still]"
    assert camera.shots == 1


def test_a_page_that_never_rests_is_told_all_the_same(world_at: Open) -> None:
    seen = world_at(
        "<p id=count>0</p><button>Stop</button><script>let n = 0; const tick = () => {"
        "document.querySelector('#count').textContent = `${++n} times`;"
        "requestAnimationFrame(tick) }; tick()</script>"
    ).observe()
    assert " times]" in seen.text
    assert [each.text for each in seen.elements] == ["Stop"]


def test_a_page_that_is_left_meanwhile_is_told_by_the_one_that_follows(
    tabs_at: Callable[[str], Tabs], pages: Pages
) -> None:
    pages["/next"] = f"<p>Next</p><div style='height:400px; background:rgb{BLUE}'></div>"
    tabs = tabs_at(ROOM)
    seen = observe(tabs, Restless("location.href = '/next'"))
    assert seen.text == "[] [StaticText] [Next]"
    assert near(seen, 400, 200, BLUE)
    assert seen.url == f"{pages.url}/next"


def test_an_empty_tab_is_a_white_picture_without_text(tabs_at: Callable[[str], Tabs]) -> None:
    tabs = tabs_at(ROOM)
    tabs.open()
    seen = observe(tabs, Camera())
    assert (seen.text, seen.elements, seen.url) == ("", (), "about:blank")
    assert near(seen, 400, 200, (255, 255, 255))


@pytest.fixture
def unbounded(chromium: Browser) -> Iterator[BrowserContext]:
    """Its viewport is whatever the window has."""
    context = chromium.new_context(no_viewport=True)
    yield context
    context.close()


def test_a_window_without_a_fixed_viewport_is_seen_as_large_as_it_is(
    unbounded: BrowserContext, pages: Pages
) -> None:
    pages["/"] = "<button style='position:absolute; left:100px; top:80px'>Go</button>"
    world = BrowserWorld(unbounded, [pages.url], [pages.url])
    world.open()
    seen = world.observe()
    assert seen.image is not None
    size = Image.open(BytesIO(seen.image.data)).size
    assert list(size) == unbounded.pages[0].evaluate("[innerWidth, innerHeight]")


def test_looking_leaves_nothing_behind_in_the_page(tabs_at: Callable[[str], Tabs]) -> None:
    tabs = tabs_at(ROOM)
    page = tabs.active
    before = page.content()
    observe(tabs, Camera())
    assert page.content() == before
    page.evaluate(PAINT)
    assert script.call(page, "moment.end")["still"], "nothing is watched any more"
    assert marks.take(page).text == "[] [StaticText] [Blue]"
