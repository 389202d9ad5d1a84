"""What the agent sees."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from pages import Pages
from PIL import Image
from playwright.sync_api import Browser

from pytest_vwa.browser.launch import choose
from pytest_vwa.browser.readings import READINGS, Sight
from pytest_vwa.browser.world import BrowserWorld

Open = Callable[..., BrowserWorld]


def test_observe_image_shows_viewport_with_mark_boxes(world_at: Open) -> None:
    seen = world_at("<button style='position:absolute; left:100px; top:80px'>Go</button>").observe()
    assert seen.image is not None
    picture = Image.open(BytesIO(seen.image.data))
    assert (picture.format, picture.size) == ("JPEG", (800, 600))
    x, y, width, height = seen.elements[0].box
    assert (x, y) == (100, 80)
    red, green, blue = picture.convert("RGB").getpixel((int(x + width / 2), int(y + height + 1)))
    assert max(red, green, blue) - min(red, green, blue) > 60, "the lower edge is coloured"


def test_observe_mark_boxes_follow_device_scale_factor(chromium: Browser, pages: Pages) -> None:
    pages["/"] = "<button style='position:absolute; left:100px; top:80px'>Go</button>"
    context = chromium.new_context(viewport={"width": 400, "height": 300}, device_scale_factor=2)
    world = BrowserWorld(context, [pages.url], [pages.url])
    world.open()
    seen = world.observe()
    context.close()
    assert seen.image is not None
    picture = Image.open(BytesIO(seen.image.data)).convert("RGB")
    x, y, width, height = seen.elements[0].box
    scale = picture.width / 400
    assert seen.image.scale == scale
    pixel = picture.getpixel((int(scale * (x + width / 2)), int(scale * (y + height) + 1)))
    assert max(pixel) - min(pixel) > 60, "the lower edge is coloured"


@pytest.mark.parametrize("viewport", [{"width": 400, "height": 300}, None])
def test_observe_image_has_device_scale_factor(
    chromium: Browser, pages: Pages, viewport: Any
) -> None:
    pages["/"] = "<button>Go</button>"
    choice = choose(headless=True)
    fine = [*choice.args, "--force-device-scale-factor=2"]
    with chromium.browser_type.launch(executable_path=choice.executable, args=fine) as browser:
        context = browser.new_context(viewport=viewport, no_viewport=viewport is None)
        world = BrowserWorld(context, [pages.url], [pages.url], sight=Sight("screenshot"))
        world.open()
        seen = world.observe()
    assert seen.image is not None
    assert seen.image.scale == 2


@pytest.mark.usefixtures("one_tab")
@pytest.mark.parametrize("kind", READINGS)
@pytest.mark.parametrize(
    "hides",
    [
        "",
        "<form name=title></form>",
        "<script>Object.defineProperty(document, 'title', { get() { throw 1 } })</script>",
    ],
    ids=["nothing", "an element of that name", "the page's script"],
)
def test_observe_tab_title_resists_page_tampering(world_at: Open, kind: str, hides: str) -> None:
    seen = world_at(f"{hides}<p>Text</p>", sight=Sight(kind)).observe()
    assert [tab.title for tab in seen.tabs] == ["/"]


def test_observe_lists_tabs_with_title_and_url(world_at: Open, pages: Pages) -> None:
    pages["/other"] = "<p>Other</p>"
    seen = world_at("<p>First</p>", paths=("/", "/other")).observe()
    assert [(tab.title, tab.url, tab.active) for tab in seen.tabs] == [
        ("/", f"{pages.url}/", True),
        ("/other", f"{pages.url}/other", False),
    ]
    assert seen.url == f"{pages.url}/"
