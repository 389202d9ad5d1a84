"""What gets a mark, and where."""

from collections.abc import Callable
from functools import partial

import looking
import pytest
from looking import lines
from pages import Pages
from playwright.sync_api import BrowserContext, Page

from pytest_vwa.browser import marks
from pytest_vwa.browser.marks import Marks

pytestmark = pytest.mark.usefixtures("one_tab")

Look = Callable[[str], Marks]
HAND = "<style>.p {cursor: pointer}</style>"
BUY = "[BUTTON] [Buy]"


@pytest.fixture
def page(browsing: BrowserContext) -> Page:
    return browsing.pages[0]


@pytest.fixture
def look(page: Page, pages: Pages) -> Look:
    return partial(looking.look, page, pages)


@pytest.fixture
def draw(page: Page, pages: Pages) -> Look:
    return partial(looking.draw, page, pages)


def tags(seen: Marks) -> list[str]:
    return [each.tag for each in seen.elements]


# --- what gets one ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "tag"),
    [
        ("<a onclick='go()'>X</a>", "A"),
        ("<a>X</a><script>document.querySelector('a').onclick = () => 1</script>", "A"),
        ("<div draggable=true>X</div>", "DIV"),
        ("<span class=btn>X</span>", "SPAN"),
        ("<details><summary>X</summary><button>Y</button></details>", "SUMMARY"),
        ("<my-button role=button>X</my-button>", "MY-BUTTON"),
        ("<svg width=60 height=30><a href=/x><text y=20>Sea</text></a></svg>", "A"),
        ("<svg width=60 height=30><a xlink:href=/x><rect width=40 height=20></a></svg>", "A"),
        ("<button aria-hidden=true>X</button>", "BUTTON"),
        ("<button style='display:contents'>Press</button>", "BUTTON"),
        ("<a href=/><div style='float:left'>Floats</div></a>", "A"),
        ("<div style='display:contents'><button>X</button></div>", "BUTTON"),
        (
            "<textarea style='position:fixed; inset:0; width:100%; height:100%'></textarea>",
            "TEXTAREA",
        ),
        ("<a href=/ style='position:fixed; inset:0'>Enter</a>", "A"),
        ("<video controls width=200 height=100></video>", "VIDEO"),
        ("<label>X <input type=checkbox></label>", "INPUT"),
        ("<input type=checkbox style='opacity:0'>", "INPUT"),
        ("<button style='transform:rotate(30deg)'>Turned</button>", "BUTTON"),
    ],
)
def test_mark_is_given_to_interactive_element(draw: Look, html: str, tag: str) -> None:
    assert tags(draw(html)) == [tag]


@pytest.mark.parametrize(
    "html",
    [
        "<button style='display:none'>X</button>",
        "<button style='visibility:hidden'>X</button>",
        "<button style='opacity:0'>X</button>",
        "<div style='opacity:0'><button>X</button></div>",
        "<button style='position:absolute; top:3000px'>X</button>",
        "<button style='position:absolute; left:-3000px'>X</button>",
        "<button style='width:6px; height:6px; padding:0; border:0'>X</button>",
        "<button style='width:0; height:0; padding:0; border:0; overflow:hidden'>X</button>",
        "<div tabindex=0 style='position:fixed; inset:0'>X</div>",
        "<button>X</button><div style='position:fixed; inset:0; background:#fff'></div>",
        "<style>body::after {content: ''; position: fixed; inset: 0}</style><button>X</button>",
        "<input type=hidden value=X>",
        "<button hidden>X</button>",
        "<div inert><button>X</button></div>",
        "<button style='pointer-events:none'>X</button>",
        "<details><summary style='display:none'></summary><button>X</button></details>",
        "<div style='width:50px; overflow:hidden; position:relative; height:30px'>"
        "<button style='position:absolute; left:90px'>X</button></div>",
        "<div style='height:0; overflow:hidden'><button>X</button></div>",
        "<a href=/ style='position:absolute; width:1px; height:1px; overflow:hidden;"
        " clip:rect(0 0 0 0)'>Skip</a>",
        "<button>X</button><dialog></dialog><script>document.querySelector('dialog').showModal()"
        "</script>",
    ],
    ids=[
        *("not displayed", "hidden", "transparent", "in transparent", "outside", "left of it"),
        *("tiny", "no size", "huge", "covered", "covered by a pseudo-element", "hidden input"),
        *("hidden attribute", "inert", "no pointer", "closed details", "clipped", "collapsed"),
        *("for screen readers", "behind a modal dialog"),
    ],
)
def test_mark_is_not_given_to_hidden_or_unreachable_element(draw: Look, html: str) -> None:
    assert draw(html).elements == ()


@pytest.mark.parametrize("state", ["inert", "style='pointer-events:none'"])
def test_unusable_visible_element_is_read_as_text(draw: Look, state: str) -> None:
    assert lines(draw(f"<button {state}>Pay</button>")) == ["[StaticText] [Pay]"]


def test_mark_is_given_to_partly_covered_element(look: Look) -> None:
    seen = look(
        "<button style='position:absolute; left:0; top:0; width:200px; height:40px'>Half</button>"
        "<div style='position:absolute; left:30px; top:0; width:170px; height:40px'></div>"
    )
    assert [each.text for each in seen.elements] == ["Half"]


def test_image_map_areas_are_marked_at_their_position(look: Look, page: Page) -> None:
    seen = look(
        "<style>body {margin: 0}</style><img usemap=#m width=100 height=60 src=data:,>"
        "<map name=m><area href=/a alt=Sea coords=10,10,50,40>"
        "<area shape=circle href=/b alt=Isle coords=80,30,15></map>"
    )
    assert [(each.tag, each.text, each.box) for each in seen.elements] == [
        ("AREA", "Sea", (10, 10, 40, 30)),
        ("AREA", "Isle", (65, 15, 30, 30)),
    ]
    target = marks.aim(page, seen.elements[0].id)
    assert target is not None
    assert target.point == (30, 25)


def test_label_of_hidden_control_is_marked(look: Look) -> None:
    seen = look(
        "<input type=radio id=s5 style='position:absolute; width:1px; height:1px'>"
        "<label for=s5 title='5 stars' style='display:inline-block; width:20px; height:20px'>"
        "</label>"
    )
    assert [(each.tag, each.text) for each in seen.elements] == [("LABEL", "5 stars")]


def test_focusable_container_is_marked_and_read(look: Look) -> None:
    seen = look("<main tabindex=0 style='height:90px'><p>Price: 5</p><button>Buy</button></main>")
    assert "[] [StaticText] [Price: 5]" in seen.text
    assert tags(seen) == ["MAIN", "BUTTON"]


def test_button_inside_link_has_separate_mark(look: Look) -> None:
    assert lines(look("<a href=/b>Boat <button>Buy</button></a>")) == [
        "[A] [Boat Buy]",
        "[BUTTON] [Buy]",
    ]


# --- what a hand points out -----------------------------------------------------------------------

HEARD = "<script>document.querySelector('#x').addEventListener('click', () => {})</script>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<div id=x class=p>Open</div>", ["[DIV] [Open]"]),
        ("<p>Sort by <span id=x class=p>price</span> only", ["Sort by", "[SPAN] [price]", "only"]),
        ("<ul><li id=x class=p>One <b>boat</b></li><li>Two</li></ul>", ["[LI] [One boat]", "Two"]),
        ("<table><tr><td id=x class=p>5</td><td>6</td></tr></table>", ["[TD] [5]", "6"]),
        ("<table><tr id=x class=p><td>5</td><td>6</td></tr></table>", ["[TR] [5 6]"]),
        ("<p>Close <i id=x class=p style='padding:9px'></i></p>", ["Close", "[I] []"]),
        ("<img id=x class=p alt='A boat' width=40 height=40>", ["[IMG] [A boat]"]),
        ("<div id=x class=p>Boat <button>Buy</button></div>", ["[DIV] [Boat Buy]", "Boat", BUY]),
        ("<svg id=x class=p width=40 height=40><path d='M0 0h9v9z'/></svg>", ["[SVG] []"]),
        ("<div id=x style='cursor:url(data:,), pointer'>Open</div>", ["[DIV] [Open]"]),
        ("<div id=x class=p style='height:20px'><button hidden></button></div>", ["[DIV] []"]),
    ],
    ids=[
        *("div", "span", "li", "td", "tr", "icon", "picture", "card", "drawing", "own cursor"),
        "around what is hidden",
    ],
)
def test_pointer_cursor_element_gets_a_mark(draw: Look, html: str, expected: list[str]) -> None:
    found = lines(draw(f"{HAND}{html}{HEARD}"))
    assert found == [line if "] [" in line else f"[StaticText] [{line}]" for line in expected]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<a href=/>To <b>boats</b></a>", ["[A] [To boats]"]),
        ("<button class=p><span>Go</span></button>", ["[BUTTON] [Go]"]),
        ("<button><span class=p>Go</span></button>", ["[BUTTON] [Go]"]),
        ("<a href=/>Boat <i class=p>new</i> <button>Buy</button></a>", ["[A] [Boat new Buy]", BUY]),
        ("<li class=p><a href=/>Boats</a></li>", ["[A] [Boats]"]),
        ("<div class=p><input aria-label=Gift type=checkbox></div>", ["[INPUT] [Gift]"]),
        ("<label class=p>Gift <input type=checkbox></label>", ["Gift", "[INPUT] [Gift]"]),
        (
            "<label for=n><span class=p>Name</span></label><input id=n>",
            ["Name", "[INPUT] [Name]"],
        ),
        ("<div class=p style='position:fixed; inset:0'>Page</div>", ["Page"]),
        ("<p style='cursor:grab'>Text</p>", ["Text"]),
        ("<p class=p hidden>Text</p>", []),
    ],
)
def test_redundant_pointer_cursor_adds_no_mark(draw: Look, html: str, expected: list[str]) -> None:
    found = lines(draw(HAND + html))
    assert found == [line if "] [" in line else f"[StaticText] [{line}]" for line in expected]


def test_pointer_cursor_on_body_adds_no_marks(look: Look) -> None:
    assert lines(look("<style>body {cursor: pointer}</style><p>One</p><div>Two</div>")) == [
        "[StaticText] [One]",
        "[StaticText] [Two]",
    ]


def test_long_text_in_pointer_element_is_read_in_full(look: Look) -> None:
    answers = "".join(f"<p>Answer {n}: {'word ' * 20}</p>" for n in range(5))
    seen = look(f"{HAND}<div class=p>{answers}</div>")
    assert tags(seen) == ["DIV"]
    assert sum("StaticText" in line for line in lines(seen)) == 5


def test_iframe_with_pointer_cursor_is_read(look: Look, pages: Pages) -> None:
    pages["/inner"] = f"{HAND}<p>Text</p><p class=p>Open</p>"
    seen = look(f"{HAND}<iframe class=p src=/inner></iframe>")
    assert lines(seen) == ["[StaticText] [Text]", "[P] [Open]"]


# --- where --------------------------------------------------------------------------------------

LIST = (
    "<div id=list style='position:absolute; left:0; top:0; width:200px; height:90px;"
    " overflow:auto'>{}</div>"
)
ROWS = "".join(f"<button style='display:block; height:40px'>{n}</button>" for n in range(9))


def test_scrolled_list_marks_only_visible_items(look: Look, page: Page) -> None:
    seen = look(LIST.format(ROWS))
    assert [each.text for each in seen.elements] == ["0", "1", "2"]
    assert seen.elements[2].box[3] == 10, "the last one is cut by the list's edge"
    page.evaluate("document.querySelector('#list').scrollTop = 160")
    assert [each.text for each in marks.take(page).elements] == ["4", "5", "6"]


def test_text_clipped_by_scroll_container_is_omitted(look: Look) -> None:
    texts = "".join(f"<p style='height:40px; margin:0'>{n}.</p>" for n in range(9))
    assert lines(look(LIST.format(texts))) == [f"[StaticText] [{n}.]" for n in range(3)]


def test_positioned_element_is_clipped_only_by_containing_block(look: Look) -> None:
    placed = "<button style='position:{}; left:300px; top:300px'>Menu</button>"
    unplaced = LIST.replace("position:absolute; left:0; top:0; ", "")
    assert tags(look(unplaced.format(placed.format("absolute")))) == ["BUTTON"]
    assert tags(look(LIST.format(placed.format("fixed")))) == ["BUTTON"]
    assert tags(look(LIST.format(placed.format("absolute")))) == []


def test_fixed_element_of_offscreen_parent_is_marked(look: Look) -> None:
    seen = look(
        "<p style='height:3000px'></p><footer><p>a</p><p>b</p><p>c</p>"
        "<div><div style='position:fixed; top:9px'><button>Help</button></div></div></footer>"
        "<section><p>d</p><p>e</p><my-chat></my-chat></section><script>"
        "document.querySelector('my-chat').attachShadow({mode: 'open'}).innerHTML ="
        " `<button style='position:fixed; top:90px'>Chat</button>`</script>"
    )
    assert lines(seen) == ["[BUTTON] [Help]", "[BUTTON] [Chat]"]


def test_overflowing_content_is_read_after_scroll(look: Look, page: Page) -> None:
    look(
        "<main style='height:50px'><p>1</p><p>2</p><p style='height:3000px'>3</p><b>End</b></main>"
    )
    page.evaluate("scrollTo(0, 9999)")
    assert lines(marks.take(page)) == ["[StaticText] [End]"]


def test_covered_elements_among_hundreds_get_no_mark(look: Look) -> None:
    cells = "".join("<button>x</button>" for _ in range(900))
    seen = look(
        "<style>body {margin: 0} main {display: grid; grid-template: repeat(30, 20px) /"
        " repeat(30, 26px)} button {padding: 0; border: 0}</style>"
        f"<main>{cells}</main><div style='position:absolute; left:270px; top:200px;"
        " width:90px; height:20px; background:#fff'>Note</div>"
    )
    assert len(seen.elements) == 900 - 2
    row = [each.box[0] for each in seen.elements if each.box[1] == 200]
    assert [26 * n for n in range(30) if 26 * n not in row] == [286, 312]


# --- numbers ------------------------------------------------------------------------------------


def test_mark_ids_stay_with_their_elements(look: Look, page: Page) -> None:
    look("<button>One</button><button>Two</button>")
    page.evaluate("document.querySelector('button').remove()")
    page.evaluate(
        "document.body.prepend(Object.assign(document.createElement('button'),"
        " {textContent: 'New'}))"
    )
    assert [(each.id, each.text) for each in marks.take(page).elements] == [
        ("3", "New"),
        ("2", "Two"),
    ]


def test_mark_id_is_never_reused(look: Look, page: Page) -> None:
    look("<main><button>Go</button></main>")
    seen = set()
    for _ in range(5):
        page.evaluate("document.querySelector('main').innerHTML = '<button>Go</button>'")
        seen |= {each.id for each in marks.take(page).elements}
    assert len(seen) == 5
