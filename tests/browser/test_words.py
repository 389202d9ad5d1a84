"""In what words the elements and texts of a page are told."""

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


@pytest.fixture
def page(browsing: BrowserContext) -> Page:
    return browsing.pages[0]


@pytest.fixture
def look(page: Page, pages: Pages) -> Look:
    return partial(looking.look, page, pages)


@pytest.fixture
def draw(page: Page, pages: Pages) -> Look:
    return partial(looking.draw, page, pages)


def test_som_text_has_a_line_per_element_in_reading_order(look: Look) -> None:
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
        ("<p>one<br>two</p>", "[StaticText] [one two]"),
        ("<p>one<b>,</b>two<wbr>three</p>", "[StaticText] [one,twothree]"),
        ("<p>one<span><br></span>two<i hidden></i>!</p>", "[StaticText] [one two!]"),
        ("<div>one<div></div>two<hr>three</div>", "[StaticText] [one two three]"),
        ("<button>one<br>two<div></div>three</button>", "[BUTTON] [one two three]"),
        ("<label for=n>one<br>two</label><input id=n>", "[INPUT] [one two]"),
        ("<object data='data:image/png,x'>No picture</object>", "[StaticText] [No picture]"),
    ],
)
def test_som_line_shows_name_and_value(draw: Look, html: str, line: str) -> None:
    assert line in lines(draw(html))


@pytest.mark.parametrize("label", ["None", "NA", "null", "undefined", "0", "['a']", "a]b [c"])
def test_som_line_shows_null_like_labels_literally(draw: Look, label: str) -> None:
    seen = draw(f'<button>{label}</button><a href=/ class="it\'s" title=\'"x"\'>{label}!</a>')
    assert lines(seen) == [f"[BUTTON] [{label}]", f"[A] [{label}!]"]


def test_som_line_accepts_numeric_labels(look: Look) -> None:
    keys = "".join(f"<button>{number}</button>" for number in range(10))
    assert [each.text for each in look(keys).elements] == list("0123456789")


def test_som_line_cuts_long_text_before_state(look: Look) -> None:
    seen = look(f"<p>{'word ' * 100}</p><button disabled>{'x' * 500}</button>")
    words, button = lines(seen)
    assert len(words) == len("[StaticText] []") + 200
    assert button.endswith("x… (disabled)]")
    assert len(button) == len("[BUTTON] []") + 200


def test_som_line_cut_does_not_split_surrogate_pair(look: Look) -> None:
    seen = look(f"<p>x{'😀' * 300}</p>")
    seen.text.encode()


def test_som_line_replaces_unicode_line_breaks(look: Look) -> None:
    seen = look("<button>a\u2028b\u0085c\u001cd</button>")
    assert lines(seen) == ["[BUTTON] [a b c d]"]


@pytest.mark.parametrize("html", ["", "<p> </p>", "<canvas></canvas>"])
def test_som_text_of_blank_page_is_empty(look: Look, html: str) -> None:
    assert look(html) == Marks("", (), title="/")


def test_som_text_without_elements_has_no_marks(look: Look) -> None:
    text = "[] [StaticText] [One]\n[] [StaticText] [Two]"
    assert look("<p>One</p><p>Two</p>") == Marks(text, (), title="/")


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
def test_page_reading_survives_patched_builtins(look: Look, page: Page, bent: str) -> None:
    look(f"<script>{bent}</script><button aria-label=Go>Go now</button><p>Text</p>")
    assert lines(marks.take(page)) == ["[BUTTON] [Go now]", "[StaticText] [Text]"]
