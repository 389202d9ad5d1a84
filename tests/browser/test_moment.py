"""Text and picture are of the same moment, however the page changes."""

from collections.abc import Callable, Iterator
from io import BytesIO

import pytest
from one_tab import new_context
from pages import Pages, serve
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page

from pytest_vwa.browser import marks, script
from pytest_vwa.browser.border import Border
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


@pytest.fixture(scope="module")
def site() -> Iterator[Pages]:
    with serve() as site:
        yield site


@pytest.fixture(scope="module")
def tabs(chromium: Browser, border: Border, site: Pages) -> Iterator[Tabs]:
    """One tab that the tests share, each with a page of its own in it."""
    context = new_context(chromium, border, site.url)
    yield Tabs(context, Origins.of([site.url]))
    context.close()


@pytest.fixture
def tabs_at(tabs: Tabs, site: Pages) -> Callable[[str], Tabs]:
    def open_page(body: str) -> Tabs:
        site["/"] = body
        tabs.active.goto(site.url)
        return tabs

    return open_page


def near(seen: Observation, x: int, y: int, colour: tuple[int, int, int]) -> bool:
    assert seen.image is not None
    pixel = Image.open(BytesIO(seen.image.data)).convert("RGB").getpixel((x, y))
    return all(abs(found - wanted) < 40 for found, wanted in zip(pixel, colour, strict=True))


ROOM = f"<div id=room style='height:300px; background:rgb{RED}'><p id=told>Red</p></div>"
PAINT = f"""() => {{
  document.querySelector('#told').textContent = 'Blue';
  document.querySelector('#room').style.background = 'rgb{BLUE}';
}}"""


def test_observe_rereads_page_changed_before_screenshot(
    tabs_at: Callable[[str], Tabs],
) -> None:
    tabs = tabs_at(ROOM)
    camera = Restless(PAINT)
    seen = observe(tabs, camera)
    assert seen.text == "[] [StaticText] [Blue]"
    assert near(seen, 400, 200, BLUE)
    assert camera.shots == 2


@pytest.mark.parametrize("kind", ["axtree", "html"])
def test_observe_rereads_changed_page_as_axtree_or_html(
    tabs_at: Callable[[str], Tabs], kind: str
) -> None:
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
def test_observe_notices_scroll_frame_and_shadow_changes(
    tabs_at: Callable[[str], Tabs], html: str, happens: str
) -> None:
    tabs = tabs_at(html)
    assert observe(tabs, Camera()).text == ""
    assert observe(tabs, Restless(happens)).text == "[] [StaticText] [Below]"


def test_observe_image_shows_changes_since_last_observation(
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
def test_observe_form_values_match_image(
    tabs_at: Callable[[str], Tabs], kind: str, html: str, happens: str
) -> None:
    tabs, camera = tabs_at(html), Restless(happens)
    assert observe(tabs, camera, sight=Sight(kind)).text == (
        observe(tabs, Camera(), sight=Sight(kind)).text
    )
    assert camera.shots == 2


@pytest.mark.parametrize("kind", ["som", "axtree", "html"])
def test_observe_title_matches_image(tabs_at: Callable[[str], Tabs], kind: str) -> None:
    seen = observe(tabs_at(ROOM), Restless("document.title = 'Blue'"), sight=Sight(kind))
    assert [tab.title for tab in seen.tabs] == ["Blue"]


def test_observe_html_notices_changed_tag(tabs_at: Callable[[str], Tabs]) -> None:
    change = "document.querySelector('h1').outerHTML = '<h2>Boats</h2>'"
    seen = observe(tabs_at("<h1>Boats</h1>"), Restless(change), sight=Sight("html"))
    assert "<h2" in seen.text


def test_observe_rereads_after_viewport_resize(
    tabs_at: Callable[[str], Tabs],
) -> None:
    class Resizing(Restless):
        def shoot(self, page: Page) -> bytes:
            if not self.shots:
                page.set_viewport_size({"width": 400, "height": 300})
            return super().shoot(page)

    tabs = tabs_at("<button style='width:100%'>Go</button>")
    seen = observe(tabs, Resizing("0", 1))
    tabs.active.set_viewport_size({"width": 800, "height": 600})
    assert seen.image is not None
    assert seen.image.scale == 1
    assert seen.elements[0].box[2] < 400


def test_frame_sync_reports_css_animation_as_not_still(tabs_at: Callable[[str], Tabs]) -> None:
    page = tabs_at(
        "<style>@keyframes slide { to { left: 700px } }</style>"
        "<button style='position:absolute; left:0; animation: slide 5s infinite linear'>Go</button>"
    ).active
    marks.take(page)
    assert script.call(page, "moment.end")["still"] is False


def test_observe_takes_one_screenshot_if_text_unchanged(
    tabs_at: Callable[[str], Tabs],
) -> None:
    tabs = tabs_at("<p>Still</p>")
    camera = Restless("document.body.dataset.seen = 'once'")
    assert observe(tabs, camera).text == "[] [StaticText] [Still]"
    assert camera.shots == 1


def test_observe_reads_endlessly_changing_page(world_at: Open) -> None:
    seen = world_at(
        "<p id=count>0</p><button>Stop</button><script>let n = 0; const tick = () => {"
        "document.querySelector('#count').textContent = `${++n} times`;"
        "requestAnimationFrame(tick) }; tick()</script>"
    ).observe()
    assert " times]" in seen.text
    assert [each.text for each in seen.elements] == ["Stop"]


def test_observe_follows_navigation_before_screenshot(
    tabs_at: Callable[[str], Tabs], site: Pages
) -> None:
    site["/next"] = f"<p>Next</p><div style='height:400px; background:rgb{BLUE}'></div>"
    tabs = tabs_at(ROOM)
    seen = observe(tabs, Restless("location.href = '/next'"))
    assert seen.text == "[] [StaticText] [Next]"
    assert near(seen, 400, 200, BLUE)
    assert seen.url == f"{site.url}/next"


def test_observe_empty_tab_is_blank_image_without_text(browsing: BrowserContext) -> None:
    tabs = Tabs(browsing, Origins.of(["http://127.0.0.1:1"]))
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


def test_observe_without_viewport_uses_window_size(unbounded: BrowserContext, pages: Pages) -> None:
    pages["/"] = "<button style='position:absolute; left:100px; top:80px'>Go</button>"
    world = BrowserWorld(unbounded, [pages.url], [pages.url])
    world.open()
    seen = world.observe()
    assert seen.image is not None
    size = Image.open(BytesIO(seen.image.data)).size
    assert list(size) == unbounded.pages[0].evaluate("[innerWidth, innerHeight]")


def test_observe_leaves_page_content_unchanged(tabs_at: Callable[[str], Tabs]) -> None:
    tabs = tabs_at(ROOM)
    page = tabs.active
    before = page.content()
    observe(tabs, Camera())
    assert page.content() == before
    page.evaluate(PAINT)
    assert script.call(page, "moment.end")["still"], "nothing is watched any more"
    assert marks.take(page).text == "[] [StaticText] [Blue]"
