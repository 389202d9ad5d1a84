"""Frames and shadow roots: what they hold is seen and used as if it were the page's own."""

from collections.abc import Callable, Iterator

import pytest
from looking import lines, look
from pages import Pages
from playwright.sync_api import Browser, Page

from pytest_vwa.browser import marks, script
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action

FRAME = "<iframe src={} style='position:absolute; left:100px; top:50px; border:2px solid'></iframe>"
BUTTON = (
    "<body style='margin:0'><button onclick='document.title = `hit`'>Inside</button><p>Text</p>"
)


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """A page that the tests share, each for addresses of its own."""
    context = chromium.new_context(viewport={"width": 800, "height": 600})
    script.install(context)
    yield context.new_page()
    context.close()


@pytest.fixture(params=["of another port", "of another host"])
def elsewhere(request: pytest.FixtureRequest, foreign: Pages) -> Pages:
    """A site of another origin: in the same process, or in one of its own."""
    if request.param == "of another host":
        foreign.url = foreign.url.replace("127.0.0.1", "localhost")
    return foreign


def click(page: Page, mark: str) -> None:
    target = marks.aim(page, mark)
    assert target is not None
    assert target.point is not None, target.covered_by
    page.mouse.click(*target.point)


# --- shadow roots -------------------------------------------------------------------------------


def shadow(name: str, content: str, inner: str = "") -> str:
    """A custom element with an open shadow root."""
    return f"<{name}><template shadowrootmode=open>{content}</template>{inner}</{name}>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (shadow("my-b", "<button>Go</button>"), ["[BUTTON] [Go]"]),
        (shadow("my-b", "<button><slot></slot></button>", "Slotted"), ["[BUTTON] [Slotted]"]),
        (shadow("my-b", "<button><slot></slot></button>", "<b>Bold</b>"), ["[BUTTON] [Bold]"]),
        (shadow("my-b", "<button><slot>Fallback</slot></button>"), ["[BUTTON] [Fallback]"]),
        (
            shadow("my-b", "<p>First</p><slot></slot>", "<a href=/>Light</a>"),
            ["[StaticText] [First]", "[A] [Light]"],
        ),
        (shadow("my-b", "<p>Seen</p>", "<button>Not in a slot</button>"), ["[StaticText] [Seen]"]),
        (shadow("my-a", shadow("my-b", "<input name=deep>")), ["[INPUT] [deep]"]),
        (
            shadow("my-b", "<label for=n>Name</label><input id=n>"),
            ["[StaticText] [Name]", "[INPUT] [Name]"],
        ),
    ],
    ids=["plain", "text", "element", "fallback", "around", "unslotted", "nested", "label"],
)
def test_open_shadow_root_is_read_as_rendered(
    page: Page, pages: Pages, html: str, expected: list[str]
) -> None:
    assert lines(look(page, pages, html)) == expected


# --- frames of the same site --------------------------------------------------------------------


def test_same_origin_frame_is_read_in_page_order(page: Page, pages: Pages) -> None:
    pages["/inner"] = BUTTON
    seen = look(page, pages, f"<button>First</button>{FRAME.format('/inner')}<button>Last</button>")
    assert lines(seen) == [
        "[BUTTON] [First]",
        "[BUTTON] [Inside]",
        "[StaticText] [Text]",
        "[BUTTON] [Last]",
    ]
    assert seen.elements[1].box[:2] == (102, 52)


def test_object_element_is_read_as_frame(page: Page, pages: Pages) -> None:
    pages["/inner"] = BUTTON
    seen = look(page, pages, "<object data=/inner width=300 height=100></object>")
    assert lines(seen) == ["[BUTTON] [Inside]", "[StaticText] [Text]"]


@pytest.mark.parametrize(
    "style",
    ["visibility:hidden", "opacity:0", "display:none", "position:absolute; top:2000px"],
)
def test_invisible_frame_is_not_read(page: Page, pages: Pages, style: str) -> None:
    pages["/inner"] = BUTTON
    assert lines(look(page, pages, f"<iframe src=/inner style='{style}'></iframe>")) == []


# --- frames of another origin -------------------------------------------------------------------


def test_cross_origin_frame_is_read_in_page_order(
    page: Page, pages: Pages, elsewhere: Pages
) -> None:
    elsewhere["/"] = BUTTON
    seen = look(
        page, pages, f"<button>First</button>{FRAME.format(elsewhere.url)}<button>Last</button>"
    )
    assert lines(seen) == [
        "[BUTTON] [First]",
        "[BUTTON] [Inside]",
        "[StaticText] [Text]",
        "[BUTTON] [Last]",
    ]
    assert seen.elements[1].box[:2] == (102, 52)
    assert len({each.id for each in seen.elements}) == 3
    assert marks.take(page) == seen, "numbers stay"


def test_cross_origin_element_is_clickable_by_mark(
    page: Page, pages: Pages, elsewhere: Pages
) -> None:
    elsewhere["/"] = BUTTON
    seen = look(page, pages, f"<p style='height:900px'>{FRAME.format(elsewhere.url)}</p>")
    page.evaluate("scrollTo(0, 300)")
    click(page, seen.elements[0].id)
    assert page.frames[1].title() == "hit"
    element = marks.element(page, seen.elements[0].id)
    assert element is not None
    assert element.inner_text() == "Inside"


def test_click_scrolls_to_element_in_tall_cross_origin_frame(
    page: Page, pages: Pages, elsewhere: Pages
) -> None:
    elsewhere["/"] = f"<div style='height:2500px'></div>{BUTTON}"
    look(page, pages, f"<iframe src={elsewhere.url} height=3000></iframe>")
    page.evaluate("scrollTo(0, 9999)")
    seen = marks.take(page)
    page.evaluate("scrollTo(0, 0)")
    click(page, seen.elements[0].id)
    assert page.frames[1].title() == "hit"


def test_nested_cross_origin_frame_is_read_and_clickable(
    page: Page, pages: Pages, elsewhere: Pages
) -> None:
    pages["/deep"] = BUTTON
    elsewhere["/"] = FRAME.format(f"{pages.url}/deep")
    frame = FRAME.format(elsewhere.url).replace("2px solid", "2px solid; width:600px; height:300px")
    seen = look(page, pages, frame)
    assert [(each.text, each.box[:2]) for each in seen.elements] == [("Inside", (204, 104))]
    click(page, seen.elements[0].id)
    assert page.frames[2].title() == "hit"


def test_cross_origin_frame_elements_are_clipped_to_view(
    page: Page, pages: Pages, elsewhere: Pages
) -> None:
    elsewhere["/"] = (
        f"<body style='margin:0'>{'<button style=display:block;height:40px>B</button>' * 9}"
    )
    frame = FRAME.format(elsewhere.url)
    clipped = f"<div style='height:100px; overflow:hidden; position:relative'>{frame}</div>"
    seen = look(page, pages, clipped)
    assert [each.box[3] for each in seen.elements] == [40, 8], "48 pixels of the frame are left"


def test_overlay_covers_elements_of_cross_origin_frame(
    page: Page, pages: Pages, elsewhere: Pages
) -> None:
    elsewhere["/"] = BUTTON
    seen = look(page, pages, FRAME.format(elsewhere.url))
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend',"
        " '<div style=\"position:fixed; inset:0\">Cookies?</div>')"
    )
    assert marks.take(page).elements == ()
    target = marks.aim(page, seen.elements[0].id)
    assert target is not None
    assert (target.point, target.covered_by) == (None, "[DIV] [Cookies?]")


def test_mark_is_stale_after_frame_navigation(page: Page, pages: Pages, elsewhere: Pages) -> None:
    elsewhere["/"] = BUTTON
    seen = look(page, pages, FRAME.format(elsewhere.url))
    page.frames[1].goto(f"{elsewhere.url}/")
    assert marks.aim(page, seen.elements[0].id) is None
    again = marks.take(page)
    assert [each.text for each in again.elements] == ["Inside"]
    assert again.elements[0].id != seen.elements[0].id


def test_hover_works_in_cross_origin_frame(page: Page, pages: Pages, elsewhere: Pages) -> None:
    elsewhere["/"] = (
        "<style>ul {display: none; position: fixed; top: 0} div:hover ul {display: block}</style>"
        "<div style='height:1200px'></div><div><button>Menu</button><ul><li><a href=/>Orders</a>"
        "</ul></div>"
    )
    look(page, pages, f"<div style='height:700px'></div>{FRAME.format(elsewhere.url)}")
    page.frames[1].evaluate("scrollTo(0, 9999)")
    menu = marks.take(page).elements[0]
    page.frames[1].evaluate("scrollTo(0, 0)")
    target = marks.aim(page, menu.id)
    assert target is not None
    assert target.point is not None
    page.mouse.move(*target.point)
    assert [each.text for each in marks.take(page).elements] == ["Menu", "Orders"]


def test_scroll_moves_page_before_frames(page: Page, pages: Pages, elsewhere: Pages) -> None:
    elsewhere["/"] = "<p style='height:400px'>Long</p>"
    frame = f"<iframe src={elsewhere.url} height=150 style='display:block; margin:auto'></iframe>"
    look(page, pages, f"<style>body {{margin: 0}}</style>{frame}<p style='height:700px'>")
    inner = page.frames[1]
    assert marks.scroll(page, 1)
    assert page.evaluate("scrollY") > 0
    assert inner.evaluate("scrollY") == 0
    page.evaluate("document.querySelector('p').remove(); scrollTo(0, 0)")
    assert marks.scroll(page, 1)
    assert inner.evaluate("scrollY") == 150
    while marks.scroll(page, 1):
        assert inner.evaluate("scrollY") <= 400
    assert marks.scroll(page, -1)


def test_scroll_reaches_container_in_nested_frame(
    page: Page, pages: Pages, elsewhere: Pages
) -> None:
    part = "<div style='height:90px; width:90px; overflow:auto'><p style='height:900px'>"
    pages["/deep"] = part
    elsewhere["/"] = f"<iframe src={pages.url}/deep></iframe>"
    look(page, pages, f"<iframe src={elsewhere.url} width=600 height=400></iframe>")
    assert marks.scroll(page, 1)
    assert page.frames[2].evaluate("document.querySelector('div').scrollTop") == 90


def test_scroll_skips_unscrollable_cross_origin_frame(
    page: Page, pages: Pages, elsewhere: Pages
) -> None:
    elsewhere["/"] = "<p>Short</p>"
    part = "<aside style='height:90px; overflow:auto'><p style='height:900px'></p></aside>"
    frame = f"<iframe src={elsewhere.url} style='position:fixed; inset:120px'></iframe>"
    look(page, pages, f"{part}{frame}")
    assert marks.scroll(page, 1)
    assert page.evaluate("document.querySelector('aside').scrollTop") == 90


# --- in other words -----------------------------------------------------------------------------

SHOP = "<title>Shop</title><h2>Boats [3]</h2><a href=/x>Red boat</a><button>Buy</button>"


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (
            "axtree",
            "[6] RootWebArea '/' focused: True\n\t[1] button 'First'\n\t[2] Iframe ''\n"
            "\t\t[7] heading 'Boats [3]' level: 2\n\t\t[4] link 'Red boat'\n"
            "\t\t[5] button 'Buy'\n\t[3] button 'Last'",
        ),
        (
            "html",
            '<button mark="1">First</button>\n<iframe mark="2">\n  <h2>Boats [3]</h2>\n'
            '  <a mark="4" href="/x">Red boat</a>\n  <button mark="5">Buy</button>\n</iframe>\n'
            '<button mark="3">Last</button>',
        ),
    ],
)
def test_cross_origin_frame_is_in_axtree_and_html(
    page: Page, pages: Pages, elsewhere: Pages, kind: str, expected: str
) -> None:
    elsewhere["/"] = SHOP
    frame = f"<iframe src={elsewhere.url}></iframe>"
    look(page, pages, f"<button>First</button>{frame}<button>Last</button>")
    seen = marks.take(page, kind)
    assert seen.words == expected
    assert marks.take(page, kind) == seen, "numbers stay"
    for number in map(str, range(1, 6)):
        assert marks.aim(page, number) is not None
    buy = marks.aim(page, next(each.id for each in seen.elements if each.text == "Buy"))
    assert buy is not None
    assert (buy.tag, buy.text, buy.covered_by) == ("BUTTON", "Buy", "")


@pytest.mark.parametrize("kind", ["axtree", "html"])
def test_nested_frames_are_described_as_far_as_visible(
    page: Page, pages: Pages, elsewhere: Pages, kind: str
) -> None:
    pages["/deep"] = f"{SHOP}<p style='height:300px'></p><button>Below</button>"
    elsewhere["/"] = f"<p>Between</p><iframe src={pages.url}/deep></iframe>"
    outside = f"<iframe src={elsewhere.url} style='position:absolute; top:900px'></iframe>"
    look(page, pages, f"<iframe src={elsewhere.url} width=600 height=400></iframe>{outside}")
    words = marks.take(page, kind).words
    assert words.count("Between") == words.count("Red boat") == 1
    assert words.count("rame") == {"axtree": 2, "html": 4}[kind]
    assert "Below" not in words
    assert "\x01" not in words


# --- in a sandbox, or broken --------------------------------------------------------------------


@pytest.mark.parametrize("sandbox", ["", "allow-scripts"])
def test_sandboxed_frame_is_read(page: Page, pages: Pages, sandbox: str) -> None:
    pages["/inner"] = BUTTON
    seen = look(page, pages, f"<iframe src=/inner sandbox='{sandbox}'></iframe>")
    assert lines(seen) == ["[BUTTON] [Inside]", "[StaticText] [Text]"]


def test_unreachable_frame_does_not_break_reading(
    page: Page, pages: Pages, elsewhere: Pages
) -> None:
    elsewhere.stop()
    seen = look(page, pages, f"<button>Go</button>{FRAME.format(elsewhere.url)}")
    assert lines(seen)[0] == "[BUTTON] [Go]"


@pytest.mark.parametrize(
    "body",
    [
        "<a href=/next>Go</a><iframe src=/inside></iframe>",
        '<button onclick="gone.remove()">Go</button><iframe id=gone src=/inside></iframe>',
    ],
    ids=["the page is left", "a script takes it away"],
)
def test_removed_frame_does_not_break_click(
    world_at: Callable[..., BrowserWorld], pages: Pages, body: str
) -> None:
    pages["/inside"], pages["/next"] = "<button>Inside</button>", "<p>Next</p>"
    world = world_at(body)
    marks = {each.text: each.id for each in world.observe().elements}
    assert world.perform(Action("click", marks["Go"])) == ""
    assert "Inside" not in world.observe().text
