"""The page as its accessibility tree."""

import re
from collections.abc import Callable

import pytest
from looking import draw
from pages import Pages
from playwright.sync_api import BrowserContext

from pytest_vwa.browser.readings import READINGS, Sight
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action

pytestmark = pytest.mark.usefixtures("one_tab")

Open = Callable[..., BrowserWorld]
Tree = Callable[[str], list[str]]
TREE = Sight("axtree")


def tree(world: BrowserWorld) -> list[str]:
    return below_root(world.observe().text)


def below_root(text: str) -> list[str]:
    """The lines below the root without their numbers."""
    return [re.sub(r"\[\d+\] ", "", line[1:]) for line in text.splitlines()[1:]]


@pytest.fixture
def tree_of(browsing: BrowserContext, pages: Pages) -> Callable[[str], list[str]]:
    """Read the tree of a page with this body, without a world and its picture."""

    def read(body: str) -> list[str]:
        (page,) = browsing.pages
        draw(page, pages, body)
        return below_root(READINGS["axtree"].take(page).text)

    return read


def test_axtree_indents_each_node_under_its_parent(world_at: Open) -> None:
    seen = world_at(
        "<h1>Boats</h1><main aria-label=Shop><p>From $<b>20</b></p><a href=/kayak>Kayak</a></main>"
        "<label>Words <input value=red></label>",
        sight=TREE,
    ).observe()
    lines = seen.text.splitlines()
    number = {element.text: element.id for element in seen.elements}
    assert [re.sub(r"\[\d+\]", "[n]", line) for line in lines] == [
        "[n] RootWebArea '/' focused: True",
        "\t[n] heading 'Boats' level: 1",
        "\t[n] main 'Shop'",
        "\t\t[n] StaticText 'From $'",
        "\t\t[n] StaticText '20'",
        "\t\t[n] link 'Kayak'",
        "\t[n] StaticText 'Words'",
        "\t[n] textbox 'Words' value: 'red'",
    ]
    assert lines[5] == f"\t\t[{number['Kayak']}] link 'Kayak'", "the numbers are those of the marks"


@pytest.mark.parametrize(
    ("html", "line"),
    [
        ("<input type=checkbox aria-label=Gift checked>", "checkbox 'Gift' checked: true"),
        ("<input type=radio aria-label=Red>", "radio 'Red' checked: false"),
        ("<div role=switch aria-checked=mixed>Sound</div>", "switch 'Sound' checked: mixed"),
        ("<button aria-pressed=true>Bold</button>", "button 'Bold' pressed: true"),
        (
            "<button aria-expanded=false aria-haspopup=menu>More</button>",
            "button 'More' expanded: False hasPopup: menu",
        ),
        ("<button disabled>Pay</button>", "button 'Pay' disabled: True"),
        ("<input aria-label=Name required>", "textbox 'Name' required: True"),
        ("<input aria-label=Name autofocus>", "textbox 'Name' focused: True"),
        ("<div role=tab aria-selected=true>Reviews</div>", "tab 'Reviews' selected: True"),
        ("<input type=password aria-label=Key value=abc>", "textbox 'Key' value: '•••'"),
        ("<h3>Boats</h3>", "heading 'Boats' level: 3"),
        ('<a href=/>It\'s "here"</a>', "link 'It\\'s \"here\"'"),
        ("<a href=/>It's here</a>", 'link "It\'s here"'),
    ],
)
def test_axtree_line_includes_state(tree_of: Tree, html: str, line: str) -> None:
    assert line in tree_of(html)


@pytest.mark.parametrize(
    ("html", "line"),
    [
        (
            "<b id=x>Red</b><i id=y>boat</i><a href=/ aria-labelledby='x y'>No</a>",
            "link 'Red boat'",
        ),
        ("<button aria-label=Close>x</button>", "button 'Close'"),
        ("<label for=n>Name</label><input id=n>", "textbox 'Name'"),
        ("<label>Name <input value=Ann></label>", "textbox 'Name' value: 'Ann'"),
        ("<a href=/><img alt='A boat' width=40 height=40></a>", "link 'A boat'"),
        ("<button title=Close><svg width=20 height=20></svg></button>", "button 'Close'"),
        ("<input placeholder=Words>", "textbox 'Words'"),
        ("<input type=submit>", "button 'Submit'"),
        ("<input type=button value=Go>", "button 'Go'"),
        ("<fieldset><legend>Colour</legend>Red</fieldset>", "group 'Colour'"),
        ("<table><caption>Prices</caption><tr><th>Boat</table>", "table 'Prices'"),
        ("<svg width=20 height=20><title>Chart</title></svg>", "image 'Chart'"),
        ("<a href=/><div>One</div><div>two</div></a>", "link 'One two'"),
        ("<a href=/>One<span>two</span></a>", "link 'Onetwo'"),
        ("<style>a::before { content: 'To: ' }</style><a href=/>Ann</a>", "link 'To: Ann'"),
        ("<a href=/>Two <span style='display:none'>hidden</span></a>", "link 'Two'"),
    ],
)
def test_axtree_node_has_accessible_name(tree_of: Tree, html: str, line: str) -> None:
    assert line in tree_of(html)


def test_axtree_lists_select_options_without_marks(world_at: Open) -> None:
    seen = world_at(
        "<select aria-label=Sort><option>New<option selected>Old</select>", sight=TREE
    ).observe()
    assert seen.text.splitlines()[1:] == [
        f"\t[{seen.elements[0].id}] combobox 'Sort' value: 'Old' expanded: False hasPopup: menu",
        "\t\toption 'New'",
        "\t\toption 'Old' selected: True",
    ]


@pytest.mark.parametrize(
    "html",
    [
        "<p style='display:none'>X</p>",
        "<p style='visibility:hidden'>X</p>",
        "<p aria-hidden=true>X</p>",
        "<div inert>X</div>",
        "<details><summary>More</summary>X</details>",
        "<p style='position:absolute; top:3000px'>X</p>",
        "<div style='height:3000px'></div>X",
        "<a href=/></a>",
        "<img width=20 height=20>",
        "<ul><li></li></ul>",
        "<script>X</script><style>X</style><template>X</template>",
    ],
)
def test_axtree_omits_hidden_offscreen_and_empty_nodes(tree_of: Tree, html: str) -> None:
    assert [line for line in tree_of(html) if "More" not in line] == []


def test_axtree_does_not_repeat_text_of_name(tree_of: Tree) -> None:
    html = "<a href=/>Red <b>kayak</b></a><nav aria-label='Main menu'>menu</nav>"
    assert tree_of(html) == [
        "link 'Red kayak'",
        "navigation 'Main menu'",
        "\tStaticText 'menu'",
    ]


def test_axtree_follows_scroll_position(world_at: Open) -> None:
    world = world_at("<p>Top<p style='margin-top:900px'>Bottom", sight=TREE)
    assert tree(world) == ["StaticText 'Top'"]
    world.perform(Action("scroll", value="down"))
    assert tree(world) == ["StaticText 'Bottom'"]


def test_axtree_static_text_is_clickable_by_mark(world_at: Open) -> None:
    world = world_at("<div onclick='document.title = \"opened\"'>Open</div>", sight=TREE)
    found = re.search(r"\[(\d+)\] StaticText 'Open'", world.observe().text)
    assert found
    assert world.perform(Action("click", found[1])) == ""
    assert world.observe().tabs[0].title == "opened"


def test_axtree_elements_equal_those_of_marked_page(world_at: Open) -> None:
    html = "<a href=/x>Kayak</a><button>Buy</button><p>Text</p>"
    marked = world_at(html).observe()
    assert world_at(html, sight=TREE).observe().elements == marked.elements
