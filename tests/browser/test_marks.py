"""What gets a mark, and in what words it is told."""

from collections.abc import Callable

import pytest
from pages import Pages
from playwright.sync_api import BrowserContext, Page

from pytest_vwa.browser import marks, script
from pytest_vwa.browser.marks import Marks

Look = Callable[[str], Marks]


@pytest.fixture
def page(browsing: BrowserContext) -> Page:
    script.install(browsing)
    return browsing.new_page()


@pytest.fixture
def look(page: Page, pages: Pages) -> Look:
    """What is collected of a page with this body."""

    def open_and_look(body: str) -> Marks:
        pages["/"] = body
        page.goto(pages.url)
        return marks.take(page)

    return open_and_look


def lines(seen: Marks) -> list[str]:
    """The text without the numbers of its marks."""
    return [line.partition("] ")[2] for line in seen.text.splitlines()]


def tags(seen: Marks) -> list[str]:
    return [each.tag for each in seen.elements]


def test_each_element_and_each_text_is_a_line_in_reading_order(look: Look) -> None:
    seen = look(
        "<h1>A small shop</h1><a href=/cart>Cart</a><p>Boats of <b>all</b> kinds</p>"
        "<button>Go</button><p>Boats of all kinds</p>"
    )
    assert seen.text == (
        "[] [StaticText] [A small shop]\n"
        "[1] [A] [Cart]\n"
        "[] [StaticText] [Boats of all kinds]\n"
        "[2] [BUTTON] [Go]"
    )


# --- in what words ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "line"),
    [
        ("<input placeholder=Words>", "[INPUT] [Words]"),
        ("<input aria-label=Title value=Boat>", "[INPUT] [Title: Boat]"),
        ("<label for=n>Name</label><input id=n>", "[INPUT] [Name]"),
        ("<label>Sort <select><option>New</select></label>", "[SELECT] [Sort: New (choices: New)]"),
        ("<b id=x>Your</b> <b id=y>age</b><input aria-labelledby='x y'>", "[INPUT] [Your age]"),
        ("<p hidden id=x>Age</p><input aria-labelledby=x>", "[INPUT] [Age]"),
        ("<input type=password name=pw value=hunter2>", "[INPUT] [pw: •••••••]"),
        ("<input type=checkbox checked aria-label=Gift>", "[INPUT] [Gift (checked)]"),
        ("<input type=submit value=Send>", "[INPUT] [Send]"),
        ("<input type=submit>", "[INPUT] [Submit]"),
        ("<textarea name=body>Hi</textarea>", "[TEXTAREA] [body: Hi]"),
        (
            "<select name=sort><option>New<option selected>Old</select>",
            "[SELECT] [sort: Old (choices: New | Old)]",
        ),
        (
            "<select multiple name=s><optgroup label=All><option selected>A<option selected>B"
            "</optgroup></select>",
            "[SELECT] [s: A, B (choices: A | B)]",
        ),
        ("<div role=button aria-label='Vote up' tabindex=0>▲</div>", "[DIV] [Vote up ▲]"),
        ("<a href=/b><img alt='A boat' width=40 height=40></a>", "[IMG] [A boat]"),
        ("<a href=/b>See<img alt='A boat' width=40 height=40></a>", "[A] [A boat See]"),
        ("<button title=Close><svg width=20 height=20></svg></button>", "[BUTTON] [Close]"),
        (
            "<button><svg width=20 height=20><title>Menu</title></svg></button>",
            "[BUTTON] [Menu]",
        ),
        ("<button disabled>Pay</button>", "[BUTTON] [Pay (disabled)]"),
        ("<div role=tab aria-selected=true>Mail</div>", "[DIV] [Mail (selected)]"),
        (
            "<div role=checkbox aria-checked=mixed tabindex=0>All</div>",
            "[DIV] [All (partly checked)]",
        ),
        (
            "<button aria-expanded=true aria-disabled=true>M</button>",
            "[BUTTON] [M (expanded, disabled)]",
        ),
        ("<div contenteditable>Draft</div>", "[DIV] [Draft]"),
        ("<img alt='A red car' width=40 height=40>", "[IMG] [A red car]"),
        ("<button>Add<br>to <b>cart</b></button>", "[BUTTON] [Add to cart]"),
        ("<button>Add<div>now</div><i hidden>never</i></button>", "[BUTTON] [Add now]"),
        ("<p>Price: <b>5</b> $</p>", "[StaticText] [Price: 5 $]"),
        ("<object data='data:image/png,x'>No picture</object>", "[StaticText] [No picture]"),
    ],
)
def test_an_element_is_told_by_its_name_and_value(look: Look, html: str, line: str) -> None:
    assert line in lines(look(html))


@pytest.mark.parametrize("label", ["None", "NA", "null", "undefined", "0", "['a']", "a]b [c"])
def test_no_label_is_taken_for_a_missing_one(look: Look, label: str) -> None:
    seen = look(f'<button>{label}</button><a href=/ class="it\'s" title=\'"x"\'>{label}!</a>')
    assert lines(seen) == [f"[BUTTON] [{label}]", f"[A] [{label}!]"]


def test_a_page_whose_labels_are_all_numbers_is_no_trouble(look: Look) -> None:
    keys = "".join(f"<button>{number}</button>" for number in range(10))
    assert [each.text for each in look(keys).elements] == list("0123456789")


def test_long_texts_are_cut_and_keep_their_state(look: Look) -> None:
    seen = look(f"<p>{'word ' * 100}</p><button disabled>{'x' * 500}</button>")
    words, button = lines(seen)
    assert len(words) == len("[StaticText] []") + 200
    assert button.endswith("x… (disabled)]")
    assert len(button) == len("[BUTTON] []") + 200


def test_a_cut_never_leaves_half_a_character(look: Look) -> None:
    seen = look(f"<p>x{'😀' * 300}</p>")
    seen.text.encode()


def test_line_ends_of_other_alphabets_do_not_break_lines(look: Look) -> None:
    seen = look("<button>a\u2028b\u0085c\u001cd</button>")
    assert lines(seen) == ["[BUTTON] [a b c d]"]


@pytest.mark.parametrize("html", ["", "<p> </p>", "<canvas></canvas>"])
def test_a_page_with_nothing_to_tell_is_empty(look: Look, html: str) -> None:
    assert look(html) == Marks("", ())


def test_a_page_of_mere_text_has_no_marks(look: Look) -> None:
    assert look("<p>One</p><p>Two</p>") == Marks("[] [StaticText] [One]\n[] [StaticText] [Two]", ())


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
        ("<video controls width=200 height=100></video>", "VIDEO"),
        ("<label>X <input type=checkbox></label>", "INPUT"),
        ("<input type=checkbox style='opacity:0'>", "INPUT"),
        ("<button style='transform:rotate(30deg)'>Turned</button>", "BUTTON"),
    ],
)
def test_what_can_be_used_gets_a_mark(look: Look, html: str, tag: str) -> None:
    assert tags(look(html)) == [tag]


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
        "<button tabindex=0 style='position:fixed; inset:0; width:100%'>X</button>",
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
def test_what_cannot_be_seen_or_reached_gets_no_mark(look: Look, html: str) -> None:
    assert look(html).elements == ()


@pytest.mark.parametrize("state", ["inert", "style='pointer-events:none'"])
def test_what_is_seen_but_not_to_be_used_is_read(look: Look, state: str) -> None:
    assert lines(look(f"<button {state}>Pay</button>")) == ["[StaticText] [Pay]"]


def test_what_a_dialog_leaves_free_of_an_element_is_enough(look: Look) -> None:
    seen = look(
        "<button style='position:absolute; left:0; top:0; width:200px; height:40px'>Half</button>"
        "<div style='position:absolute; left:30px; top:0; width:170px; height:40px'></div>"
    )
    assert [each.text for each in seen.elements] == ["Half"]


def test_the_regions_of_a_picture_are_marked_where_they_lie(look: Look, page: Page) -> None:
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


def test_a_label_is_marked_where_its_control_is_hidden(look: Look) -> None:
    seen = look(
        "<input type=radio id=s5 style='position:absolute; width:1px; height:1px'>"
        "<label for=s5 title='5 stars' style='display:inline-block; width:20px; height:20px'>"
        "</label>"
    )
    assert [(each.tag, each.text) for each in seen.elements] == [("LABEL", "5 stars")]


def test_a_container_is_marked_and_still_read(look: Look) -> None:
    seen = look("<main tabindex=0 style='height:90px'><p>Price: 5</p><button>Buy</button></main>")
    assert "[] [StaticText] [Price: 5]" in seen.text
    assert tags(seen) == ["MAIN", "BUTTON"]


def test_a_button_within_a_link_has_a_mark_of_its_own(look: Look) -> None:
    assert lines(look("<a href=/b>Boat <button>Buy</button></a>")) == [
        "[A] [Boat Buy]",
        "[BUTTON] [Buy]",
    ]


# --- where --------------------------------------------------------------------------------------

LIST = (
    "<div id=list style='position:absolute; left:0; top:0; width:200px; height:90px;"
    " overflow:auto'>{}</div>"
)
ROWS = "".join(f"<button style='display:block; height:40px'>{n}</button>" for n in range(9))


def test_only_the_visible_part_of_a_scrolled_list_is_told(look: Look, page: Page) -> None:
    seen = look(LIST.format(ROWS))
    assert [each.text for each in seen.elements] == ["0", "1", "2"]
    assert seen.elements[2].box[3] == 10, "the last one is cut by the list's edge"
    page.evaluate("document.querySelector('#list').scrollTop = 160")
    assert [each.text for each in marks.take(page).elements] == ["4", "5", "6"]


def test_text_that_has_been_scrolled_away_is_not_told(look: Look) -> None:
    texts = "".join(f"<p style='height:40px; margin:0'>{n}.</p>" for n in range(9))
    assert lines(look(LIST.format(texts))) == [f"[StaticText] [{n}.]" for n in range(3)]


def test_what_is_placed_outside_of_its_list_is_not_cut_by_it(look: Look) -> None:
    placed = "<button style='position:{}; left:300px; top:300px'>Menu</button>"
    unplaced = LIST.replace("position:absolute; left:0; top:0; ", "")
    assert tags(look(unplaced.format(placed.format("absolute")))) == ["BUTTON"]
    assert tags(look(LIST.format(placed.format("fixed")))) == ["BUTTON"]
    assert tags(look(LIST.format(placed.format("absolute")))) == []


def test_what_belongs_far_below_may_be_placed_in_view(look: Look) -> None:
    seen = look(
        "<p style='height:3000px'></p><footer><p>a</p><p>b</p><p>c</p>"
        "<div><div style='position:fixed; top:9px'><button>Help</button></div></div></footer>"
        "<section><p>d</p><p>e</p><my-chat></my-chat></section><script>"
        "document.querySelector('my-chat').attachShadow({mode: 'open'}).innerHTML ="
        " `<button style='position:fixed; top:90px'>Chat</button>`</script>"
    )
    assert lines(seen) == ["[BUTTON] [Help]", "[BUTTON] [Chat]"]


def test_what_flows_over_a_short_page_is_told_when_scrolled_to(look: Look, page: Page) -> None:
    look(
        "<main style='height:50px'><p>1</p><p>2</p><p style='height:3000px'>3</p><b>End</b></main>"
    )
    page.evaluate("scrollTo(0, 9999)")
    assert lines(marks.take(page)) == ["[StaticText] [End]"]


def test_among_very_many_elements_covered_ones_get_no_mark(look: Look) -> None:
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


def test_marks_stay_with_their_elements_and_new_ones_get_new_numbers(
    look: Look, page: Page
) -> None:
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


def test_a_number_is_never_given_to_another_element(look: Look, page: Page) -> None:
    look("<main><button>Go</button></main>")
    seen = set()
    for _ in range(5):
        page.evaluate("document.querySelector('main').innerHTML = '<button>Go</button>'")
        seen |= {each.id for each in marks.take(page).elements}
    assert len(seen) == 5


# --- pages that bend the language ---------------------------------------------------------------


@pytest.mark.parametrize(
    "bent",
    [
        "throw new Error('broken')",
        "Array.prototype.map = Array.prototype.filter = Array.prototype.find = () => { throw 1 }",
        "Array.prototype.join = Array.prototype.some = Array.prototype.includes = () => 'x'",
        "Array.prototype.toJSON = Object.prototype.toJSON = () => 'bent'",
        "window.JSON = null",
        "Array.prototype.extra = String.prototype.extra = () => 'enumerable'",
        "window.MessageChannel = window.Symbol = null",
        "window.Node = window.innerWidth = null",
        "document.createRange = document.createElement = null",
    ],
)
def test_a_page_that_bends_the_language_is_still_read(look: Look, page: Page, bent: str) -> None:
    look(f"<script>{bent}</script><button aria-label=Go>Go now</button><p>Text</p>")
    marks.begin(page)
    assert lines(marks.take(page)) == ["[BUTTON] [Go now]", "[StaticText] [Text]"]
