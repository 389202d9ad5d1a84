"""What each action does, and what the agent hears when it cannot be done."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pages import Pages
from playwright.sync_api import BrowserContext

from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action

Open = Callable[..., BrowserWorld]


@pytest.fixture
def do(world_at: Open, browsing: BrowserContext) -> Callable[..., str]:
    """Perform one action on a page of this HTML, aimed at the element with this text."""

    def perform(html: str, kind: str, aim: str = "", value: str = "", **more: object) -> str:
        world = world_at(html, **more)
        marks = {each.text: each.id for each in world.observe().elements}
        return world.perform(Action(kind, marks.get(aim, aim), value))

    return perform


def shown(browsing: BrowserContext, expression: str) -> object:
    return browsing.pages[-1].evaluate(expression)


def test_click_is_a_real_mouse_click(do: Callable[..., str], browsing: BrowserContext) -> None:
    html = "<button onclick='document.title = event.isTrusted'>Go</button>"
    assert do(html, "click", "Go") == ""
    assert browsing.pages[0].title() == "true"


def test_click_reaches_what_has_left_the_viewport(world_at: Open, browsing: BrowserContext) -> None:
    world = world_at("<button onclick='document.title = 1'>Go</button><p style='height:3000px'>")
    world.observe()
    assert world.perform(Action("scroll", value="down")) == ""
    assert world.perform(Action("click", "1")) == ""
    assert browsing.pages[0].title() == "1"


def test_click_on_a_link_waits_for_the_next_page(
    do: Callable[..., str], pages: Pages, browsing: BrowserContext
) -> None:
    pages["/cart"] = "<p>Cart</p>"
    assert do("<a href=/cart>Cart</a>", "click", "Cart") == ""
    assert browsing.pages[0].url == f"{pages.url}/cart"


def test_click_on_an_element_in_a_frame_lands_in_the_frame(
    do: Callable[..., str], pages: Pages, browsing: BrowserContext
) -> None:
    pages["/inner"] = "<button onclick='top.document.title = 1'>In</button>"
    assert do("<br><iframe src=/inner></iframe>", "click", "In") == ""
    assert browsing.pages[0].title() == "1"


def test_hover_shows_what_lies_beneath(do: Callable[..., str], browsing: BrowserContext) -> None:
    assert do("<button onmouseover='document.title = 1'>Menu</button>", "hover", "Menu") == ""
    assert browsing.pages[0].title() == "1"


@pytest.mark.parametrize("length", [5, 300], ids=["short", "long"])
def test_type_replaces_what_the_field_holds(
    do: Callable[..., str], browsing: BrowserContext, length: int
) -> None:
    assert do("<input name=q value=old>", "type", "q: old", "x" * length) == ""
    assert shown(browsing, "document.querySelector('input').value") == "x" * length


def test_a_final_newline_sends_the_form(
    do: Callable[..., str], pages: Pages, browsing: BrowserContext
) -> None:
    pages["/find"] = "<p>Found</p>"
    assert do("<form action=/find><input name=q></form>", "type", "q", "blue boat\n") == ""
    assert browsing.pages[0].url == f"{pages.url}/find?q=blue+boat"


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("<textarea name=q>old</textarea>", "one\ntwo"),
        ("<input name=q type=number value=3>", "42"),
        ("<input name=q type=date>", "2024-03-01"),
    ],
)
def test_type_knows_every_sort_of_field(
    do: Callable[..., str], browsing: BrowserContext, field: str, text: str
) -> None:
    name = {"t": "q: old", "n": "q: 3", "d": "q"}[field.partition("type=")[2][:1] or "t"]
    assert do(field, "type", name, text) == ""
    assert shown(browsing, "document.querySelector('[name=q]').value") == text


def test_type_works_in_editable_text(do: Callable[..., str], browsing: BrowserContext) -> None:
    assert do("<div contenteditable>old</div>", "type", "old", "new") == ""
    assert shown(browsing, "document.querySelector('div').innerText") == "new"


def test_clear_empties_the_field(do: Callable[..., str], browsing: BrowserContext) -> None:
    assert do("<input name=q value=old>", "clear", "q: old") == ""
    assert shown(browsing, "document.querySelector('input').value") == ""


def test_press_sends_a_combination_of_keys(
    do: Callable[..., str], browsing: BrowserContext
) -> None:
    html = "<script>onkeydown = event => document.title = event.ctrlKey + event.key</script>"
    assert do(html, "press", value="ctrl+b") == ""
    assert browsing.pages[0].title() == "trueb"


def test_press_says_what_is_no_key(do: Callable[..., str]) -> None:
    assert "entre is no key; keys are Enter" in do("", "press", value="entre")


def test_scroll_moves_by_a_page(do: Callable[..., str], browsing: BrowserContext) -> None:
    assert do("<p style='height:3000px'>", "scroll", value="down") == ""
    assert shown(browsing, "scrollY") == 600


def test_scroll_moves_the_part_of_the_page_that_can(
    do: Callable[..., str], browsing: BrowserContext
) -> None:
    html = "<style>body {margin: 0}</style><main style='height:600px; overflow:auto'>"
    assert do(f"{html}<p style='height:3000px'>", "scroll", value="down") == ""
    assert shown(browsing, "document.querySelector('main').scrollTop") == 600


def test_scroll_says_where_the_page_ends(do: Callable[..., str]) -> None:
    assert do("<p>short</p>", "scroll", value="up") == "the page cannot be scrolled up any further"


LIST = "<select name=s onchange='document.title = value'><option>New<option>Old</select>"
LIST_TEXT = "s: New (choices: New | Old)"


@pytest.mark.parametrize("choice", ["Old", "old "])
def test_select_picks_by_label(
    do: Callable[..., str], browsing: BrowserContext, choice: str
) -> None:
    assert do(LIST, "select", LIST_TEXT, choice) == ""
    assert browsing.pages[0].title() == "Old"


def test_select_says_what_can_be_chosen(do: Callable[..., str]) -> None:
    said = do(LIST, "select", LIST_TEXT, "Oldest")
    assert said == "the list 1 has no choice 'Oldest'; did you mean 'Old'? known: New, Old"


def test_a_list_can_be_clicked_and_steered_by_keys(
    world_at: Open, browsing: BrowserContext
) -> None:
    world = world_at(LIST)
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert world.perform(Action("press", value="ArrowDown")) == ""
    assert browsing.pages[0].title() == "Old"


FILES = "<input type=file name=f onchange='document.title = files[0].name'>"


def test_upload_gives_a_file_of_the_folder(
    do: Callable[..., str], browsing: BrowserContext, tmp_path: Path
) -> None:
    (tmp_path / "boat.png").write_bytes(b"boat")
    assert do(FILES, "upload", "f", "boat.png", uploads=tmp_path) == ""
    assert browsing.pages[0].title() == "boat.png"


def test_upload_works_through_a_button_that_asks_for_a_file(
    do: Callable[..., str], browsing: BrowserContext, tmp_path: Path
) -> None:
    (tmp_path / "boat.png").write_bytes(b"boat")
    html = f"<div hidden>{FILES}</div><button onclick='document.querySelector(`input`).click()'>Add"
    assert do(html, "upload", "Add", "boat.png", uploads=tmp_path) == ""
    assert browsing.pages[0].title() == "boat.png"


def test_upload_reads_no_other_local_file(do: Callable[..., str], tmp_path: Path) -> None:
    assert "only files of" in do(FILES, "upload", "f", "/etc/hostname", uploads=tmp_path)
    assert "only files of" in do(FILES, "upload", "f", "../secret", uploads=tmp_path)
    assert "no file can be uploaded" in do(FILES, "upload", "f", "/etc/hostname")


def test_go_back_and_forward_walk_the_history(
    world_at: Open, pages: Pages, browsing: BrowserContext
) -> None:
    pages["/cart"] = "<p>Cart</p>"
    world = world_at("<a href=/cart>Cart</a>")
    world.observe()
    assert world.perform(Action("go_back")) == "there is no page to go back to"
    world.perform(Action("click", "1"))
    assert world.perform(Action("go_back")) == ""
    assert world.last_url == f"{pages.url}/"
    assert world.perform(Action("go_forward")) == ""
    assert world.last_url == f"{pages.url}/cart"
    assert world.perform(Action("go_forward")) == "there is no page to go forward to"


def test_tabs_are_opened_focused_and_closed(world_at: Open, pages: Pages) -> None:
    pages["/cart"] = "<p>Cart</p>"
    world = world_at("<p>First</p>")
    assert world.perform(Action("new_tab")) == ""
    assert world.perform(Action("goto", value=f"{pages.url}/cart")) == ""
    assert world.perform(Action("tab_focus", value="0")) == ""
    assert world.last_url == f"{pages.url}/"
    assert "numbered from 0 to 1" in world.perform(Action("tab_focus", value="2"))
    world.perform(Action("tab_focus", value="1"))
    assert world.perform(Action("tab_close")) == ""
    assert world.last_url == f"{pages.url}/"
    assert world.perform(Action("tab_close")) == "this is the only tab; it stays open"


def test_an_unknown_mark_is_told(do: Callable[..., str]) -> None:
    assert do("<a href=/>Home</a>", "click", "99") == "no element has the mark 99 on this page"
    assert do("<a href=/>Home</a>", "hover", "abc") == "no element has the mark abc on this page"


@pytest.mark.parametrize(
    ("html", "kind", "said"),
    [
        ("<a href=/>Home</a>", "type", "the mark 1 is [A] [Home], not a text field"),
        (
            "<input type=submit value=Home>",
            "clear",
            "the mark 1 is [INPUT] [Home], not a text field",
        ),
        ("<button disabled>Home</button>", "click", "it is disabled"),
        ("<button>Home</button>", "select", "not a list to select from; click it instead"),
    ],
)
def test_the_wrong_kind_of_element_is_told(
    do: Callable[..., str], html: str, kind: str, said: str
) -> None:
    text = "Home (disabled)" if "disabled" in html else "Home"
    assert said in do(html, kind, text, "x")


def test_a_covered_element_is_told_with_what_covers_it(
    world_at: Open, browsing: BrowserContext
) -> None:
    world = world_at("<button>Go</button>")
    world.observe()
    browsing.pages[0].evaluate(
        "document.body.insertAdjacentHTML('beforeend',"
        " '<div style=\"position:fixed; inset:0\">Cookies?</div>')"
    )
    assert world.perform(Action("click", "1")) == (
        "the mark 1 is [BUTTON] [Go]; it is covered by [DIV] [Cookies?]"
    )
