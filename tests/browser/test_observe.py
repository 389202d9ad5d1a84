"""What the agent sees."""

from collections.abc import Callable
from io import BytesIO

import pytest
from pages import Pages
from PIL import Image
from playwright.sync_api import Browser, BrowserContext

from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.observation import Observation

Open = Callable[..., BrowserWorld]


def lines(observation: Observation) -> list[str]:
    """The text without the numbers of its marks."""
    return [line.partition("] ")[2] for line in observation.text.splitlines()]


def test_each_element_and_each_text_is_a_line_in_reading_order(world_at: Open) -> None:
    seen = world_at(
        "<h1>A small shop</h1><a href=/cart>Cart</a><p>Boats of <b>all</b> kinds</p>"
        "<button>Go</button><p>Boats of all kinds</p>"
    ).observe()
    assert seen.text == (
        "[] [StaticText] [A small shop]\n"
        "[1] [A] [Cart]\n"
        "[] [StaticText] [Boats of all kinds]\n"
        "[2] [BUTTON] [Go]"
    )


@pytest.mark.parametrize(
    ("html", "line"),
    [
        ("<input placeholder=Words>", "[INPUT] [Words]"),
        ("<input aria-label=Title value=Boat>", "[INPUT] [Title: Boat]"),
        ("<label for=n>Name</label><input id=n>", "[INPUT] [Name]"),
        ("<input type=password name=pw value=hunter2>", "[INPUT] [pw: •••••••]"),
        ("<input type=checkbox checked aria-label=Gift>", "[INPUT] [Gift (checked)]"),
        ("<input type=submit value=Send>", "[INPUT] [Send]"),
        ("<textarea name=body>Hi</textarea>", "[TEXTAREA] [body: Hi]"),
        (
            "<select name=sort><option>New<option selected>Old</select>",
            "[SELECT] [sort: Old (choices: New | Old)]",
        ),
        ("<div role=button aria-label='Vote up' tabindex=0>▲</div>", "[DIV] [Vote up ▲]"),
        ("<a href=/b><img alt='A boat' width=40 height=40></a>", "[IMG] [A boat]"),
        ("<button title=Close><svg width=20 height=20></svg></button>", "[BUTTON] [Close]"),
        ("<button disabled>Pay</button>", "[BUTTON] [Pay (disabled)]"),
        ("<button>None</button>", "[BUTTON] [None]"),
        ("<img alt='A red car' width=40 height=40>", "[IMG] [A red car]"),
    ],
)
def test_an_element_is_told_by_its_name_and_value(world_at: Open, html: str, line: str) -> None:
    assert line in lines(world_at(html).observe())


@pytest.mark.parametrize(
    "html",
    [
        "<button style='display:none'>X</button>",
        "<button style='visibility:hidden'>X</button>",
        "<button style='opacity:0'>X</button>",
        "<button style='position:absolute; top:3000px'>X</button>",
        "<button style='width:6px; height:6px; padding:0; border:0'>X</button>",
        "<button tabindex=0 style='position:fixed; inset:0; width:100%'>X</button>",
        "<button>X</button><div style='position:fixed; inset:0; background:#fff'></div>",
        "<input type=hidden value=X>",
        "<div style='width:50px; overflow:hidden; position:relative; height:30px'>"
        "<button style='position:absolute; left:90px'>X</button></div>",
    ],
    ids=[
        *("not displayed", "hidden", "transparent", "outside", "tiny", "huge", "covered"),
        *("hidden input", "clipped"),
    ],
)
def test_what_cannot_be_seen_or_reached_gets_no_mark(world_at: Open, html: str) -> None:
    assert world_at(html).observe().elements == ()


def test_a_label_is_marked_where_its_control_is_hidden(world_at: Open) -> None:
    seen = world_at(
        "<input type=radio id=s5 style='position:absolute; width:1px; height:1px'>"
        "<label for=s5 title='5 stars' style='display:inline-block; width:20px; height:20px'>"
        "</label>"
    ).observe()
    assert [(each.tag, each.text) for each in seen.elements] == [("LABEL", "5 stars")]


def test_a_container_is_marked_and_still_read(world_at: Open) -> None:
    seen = world_at(
        "<main tabindex=0 style='height:90px'><p>Price: 5</p><button>Buy</button></main>"
    ).observe()
    assert "[] [StaticText] [Price: 5]" in seen.text
    assert [each.tag for each in seen.elements] == ["MAIN", "BUTTON"]


def test_frames_of_the_same_site_and_shadow_roots_are_read(world_at: Open, pages: Pages) -> None:
    pages["/inner"] = "<p>Inside</p><button>In frame</button>"
    world = world_at(
        "<iframe src=/inner></iframe><div id=host></div><script>"
        "const root = document.querySelector('#host').attachShadow({mode: 'open'});"
        "root.append(Object.assign(document.createElement('button'), {textContent: 'In shadow'}))"
        "</script>"
    )
    assert lines(world.observe()) == [
        "[StaticText] [Inside]",
        "[BUTTON] [In frame]",
        "[BUTTON] [In shadow]",
    ]


def test_marks_stay_with_their_elements_and_new_ones_get_new_numbers(
    world_at: Open, browsing: BrowserContext
) -> None:
    world = world_at("<button>One</button><button>Two</button>")
    world.observe()
    page = browsing.pages[0]
    page.evaluate("document.querySelector('button').remove()")
    page.evaluate(
        "document.body.prepend(Object.assign(document.createElement('button'),"
        " {textContent: 'New'}))"
    )
    assert [(each.id, each.text) for each in world.observe().elements] == [
        ("3", "New"),
        ("2", "Two"),
    ]


def test_long_texts_are_cut_at_200_characters(world_at: Open) -> None:
    seen = world_at(f"<p>{'word ' * 100}</p><button>{'x' * 500}</button>").observe()
    assert max(len(line) for line in seen.text.splitlines()) < 225


def test_a_page_whose_labels_are_all_numbers_is_no_trouble(world_at: Open) -> None:
    keys = "".join(f"<button>{number}</button>" for number in range(10))
    assert len(world_at(keys).observe().elements) == 10


def test_a_page_that_bends_the_language_is_still_read(world_at: Open) -> None:
    world = world_at("<script>throw new Error('broken')</script><button>Go</button>")
    assert lines(world.observe()) == ["[BUTTON] [Go]"]


def test_the_picture_shows_the_viewport_with_the_boxes_drawn(world_at: Open) -> None:
    seen = world_at("<button style='position:absolute; left:100px; top:80px'>Go</button>").observe()
    assert seen.image is not None
    picture = Image.open(BytesIO(seen.image.data))
    assert (picture.format, picture.size) == ("JPEG", (800, 600))
    x, y, width, height = seen.elements[0].box
    assert (x, y) == (100, 80)
    red, green, blue = picture.convert("RGB").getpixel((int(x + width / 2), int(y + height + 1)))
    assert max(red, green, blue) - min(red, green, blue) > 60, "the lower edge is coloured"


def test_the_boxes_fit_the_picture_whatever_its_resolution(chromium: Browser, pages: Pages) -> None:
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
    pixel = picture.getpixel((int(scale * (x + width / 2)), int(scale * (y + height) + 1)))
    assert max(pixel) - min(pixel) > 60, "the lower edge is coloured"


def test_all_tabs_are_told_with_title_and_address(world_at: Open, pages: Pages) -> None:
    pages["/other"] = "<p>Other</p>"
    seen = world_at("<p>First</p>", paths=("/", "/other")).observe()
    assert [(tab.title, tab.url, tab.active) for tab in seen.tabs] == [
        ("/", f"{pages.url}/", True),
        ("/other", f"{pages.url}/other", False),
    ]
    assert seen.url == f"{pages.url}/"
