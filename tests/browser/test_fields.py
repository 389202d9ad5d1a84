"""Filling in fields of every sort, and choosing from lists."""

from collections.abc import Callable
from typing import Any

import pytest
from pages import Pages
from playwright.sync_api import BrowserContext

from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action

pytestmark = pytest.mark.usefixtures("one_tab")

Open = Callable[..., BrowserWorld]
Do = Callable[..., str]
Shown = Callable[[str], Any]
VALUE = "document.querySelector('input').value"


# --- typing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [5, 300], ids=["short", "long"])
def test_type_replaces_field_value(do: Do, shown: Shown, length: int) -> None:
    assert do("<input name=q value=old>", "type", "q: old", "x" * length) == ""
    assert shown(VALUE) == "x" * length


def test_type_with_final_newline_submits_form(
    do: Do, pages: Pages, browsing: BrowserContext
) -> None:
    pages["/find"] = "<p>Found</p>"
    assert do("<form action=/find><input name=q></form>", "type", "q", "blue boat\n") == ""
    assert browsing.pages[0].url == f"{pages.url}/find?q=blue+boat"


def test_type_without_newline_does_not_submit_form(
    do: Do, pages: Pages, browsing: BrowserContext
) -> None:
    pages["/find"] = "<p>Found</p>"
    assert do("<form action=/find><input name=q></form>", "type", "q", "blue boat") == ""
    assert browsing.pages[0].url == f"{pages.url}/"


@pytest.mark.parametrize(
    ("sort", "text", "value"),
    [
        ("text", "a b", "a b"),
        ("search", "boat", "boat"),
        ("email", "a@b.example", "a@b.example"),
        ("password", "s3cret!", "s3cret!"),
        ("tel", "+1 555", "+1 555"),
        ("url", "http://a.example/", "http://a.example/"),
        ("number", "42", "42"),
        ("number", "-3.5", "-3.5"),
        ("number", "1,200", "1200"),
        ("date", "2024-03-05", "2024-03-05"),
        ("date", "March 5, 2024", "2024-03-05"),
        ("date", "3 Feb 2024", "2024-02-03"),
        ("date", "2024/02/03", "2024-02-03"),
        ("time", "2:30 pm", "14:30"),
        ("datetime-local", "2024-03-05 14:30", "2024-03-05T14:30"),
        ("month", "2024-03", "2024-03"),
        ("week", "2024-W10", "2024-W10"),
        ("color", "#36C", "#3366cc"),
        ("range", "70", "70"),
    ],
)
def test_type_fills_each_input_type(do: Do, shown: Shown, sort: str, text: str, value: str) -> None:
    field = f"<input type={sort} name=q style='width:200px; height:30px'>"
    assert do(field, "type", "1", text) == ""
    assert shown(VALUE) == value


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        (
            "type=date",
            "03/02/2024",
            "it takes a date such as 2024-03-05 (year, month, day), not '03/02/2024', "
            "which may be 2024-02-03 or 2024-03-02",
        ),
        ("type=time", "noon", "a time such as 14:30, not 'noon'"),
        ("type=number", "many", "it takes a number such as 42 or 3.5, not 'many'"),
        ("type=range max=10", "70", "it takes a number from 0 to 10 in steps of 1, not '70'"),
        ("readonly", "x", "it is read-only: click it to see whether it offers a choice"),
    ],
)
def test_type_reports_accepted_format(do: Do, field: str, text: str, said: str) -> None:
    assert said in do(f"<input name=q {field} style='width:200px; height:30px'>", "type", "1", text)


@pytest.mark.parametrize("length", [12, 300], ids=["short", "long"])
@pytest.mark.parametrize("tag", ["input", "textarea"])
def test_type_reports_text_cut_by_maxlength(
    world_at: Open, shown: Shown, tag: str, length: int
) -> None:
    world = world_at(f"<{tag} name=q maxlength=8></{tag}>")
    world.observe()
    text = "red boats " + "x" * (length - 10)
    said = world.perform(Action("type", "1", text))
    assert shown(f"document.querySelector('{tag}').value") == "red boat"
    assert said.startswith("the field 1 takes 8 characters at most: the end of the text, 's xx")
    assert said.endswith("was cut off")
    assert world.observe().note == said
    assert len(said) < 200


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("maxlength=8", "red boat"),
        ("maxlength=2 type=number", "1234"),
        ("maxlength=2", "\U0001f6f6"),
    ],
)
def test_type_reports_nothing_when_text_fits(do: Do, field: str, text: str) -> None:
    assert do(f"<input name=q {field}>", "type", "1", text) == ""


def test_type_preserves_newlines_in_textarea(do: Do, shown: Shown) -> None:
    assert do("<textarea name=q>old</textarea>", "type", "q: old", "one\ntwo") == ""
    assert shown("document.querySelector('textarea').value") == "one\ntwo"


def test_type_fills_contenteditable(do: Do, shown: Shown) -> None:
    assert do("<div contenteditable>old</div>", "type", "old", "new") == ""
    assert shown("document.querySelector('div').innerText") == "new"


def test_type_fires_input_event_per_key(do: Do, browsing: BrowserContext) -> None:
    html = "<title></title><input name=q oninput='document.title += value.length'>"
    assert do(html, "type", "q", "boat") == ""
    assert browsing.pages[0].title().endswith("1234")


@pytest.mark.parametrize("sort", ["text", "date"])
def test_clear_empties_field(do: Do, shown: Shown, sort: str) -> None:
    assert do(f"<input type={sort} value=2024-03-05>", "clear", "1") == ""
    assert shown(VALUE) == ""


@pytest.mark.parametrize(
    ("html", "kind", "said"),
    [
        ("<a href=/>Home</a>", "type", "the mark 1 is [A] [Home], not a text field"),
        ("<input type=submit value=Home>", "clear", "[INPUT] [Home], not a text field"),
        ("<button>Home</button>", "select", "not a list to select from; click it instead"),
        ("<select><option>Home</select>", "type", "not a text field; use select [1] [choice]"),
        ("<input disabled value=Home>", "type", "it is disabled"),
        ("<input type=color>", "clear", "always holds a value: type another"),
    ],
)
def test_field_action_reports_wrong_element_kind(do: Do, html: str, kind: Any, said: str) -> None:
    assert said in do(html, kind, "1", "x")


# --- choosing -----------------------------------------------------------------------------------

LIST = "<select name=s onchange='document.title = value'><option>New<option value=2>Old</select>"


@pytest.mark.parametrize("choice", ["Old", "old ", "2", '"Old"', "'old'", "\u201cOld\u201d"])
def test_select_matches_label_or_value(do: Do, browsing: BrowserContext, choice: str) -> None:
    assert do(LIST, "select", "1", choice) == ""
    assert browsing.pages[0].title() == "2"


@pytest.mark.parametrize(
    ("wanted", "taken"), [("Lowest", "Lowest price"), ("Highest prices", "Highest price")]
)
def test_select_falls_back_to_nearest_option(do: Do, shown: Shown, wanted: str, taken: str) -> None:
    prices = "<select><option>Any<option>Lowest price<option>Highest price</select>"
    assert do(prices, "select", "1", wanted) == (
        f"the list 1 has no choice {wanted!r}: the nearest, {taken!r}, was chosen"
    )
    assert shown("document.querySelector('select').value") == taken


def test_select_prefers_option_with_literal_quotes(do: Do, shown: Shown) -> None:
    sizes = "<select><option>7<option value=inch>&quot;7&quot;</select>"
    assert do(sizes, "select", "1", '"7"') == ""
    assert shown("document.querySelector('select').value") == "inch"


def test_select_reports_available_options(do: Do) -> None:
    said = do(LIST, "select", "1", "Oldest")
    assert (
        said == "not done: the list 1 has no choice 'Oldest'; did you mean 'Old'? known: New, Old"
    )


def test_select_reports_disabled_option(do: Do) -> None:
    said = do("<select><option>New<option disabled>Old</select>", "select", "1", "Old")
    assert said == "not done: the choice 'Old' of the list 1 is disabled"


def test_select_distinguishes_optgroups(do: Do, shown: Shown) -> None:
    groups = "".join(
        f"<optgroup label={g}><option value={g}>Red</optgroup>" for g in ("Cars", "Boats")
    )
    assert do(f"<select>{groups}</select>", "select", "1", "Boats: Red") == ""
    assert shown("document.querySelector('select').value") == "Boats"


@pytest.mark.parametrize("choices", ["Red | Blue", "red, blue"])
def test_select_picks_several_options_of_multiple_list(do: Do, shown: Shown, choices: str) -> None:
    colours = "<select multiple><option>Red<option>Green<option>Blue</select>"
    assert do(colours, "select", "1", choices) == ""
    chosen = "[...document.querySelector('select').selectedOptions].map(o => o.label)"
    assert shown(chosen) == ["Red", "Blue"]


def test_select_list_works_with_click_and_arrow_keys(
    world_at: Open, browsing: BrowserContext
) -> None:
    world = world_at(LIST)
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert world.perform(Action("press", value="ArrowDown")) == ""
    assert browsing.pages[0].title() == "2"


def test_custom_combobox_works_with_clicks(world_at: Open, browsing: BrowserContext) -> None:
    world = world_at(
        "<div role=combobox tabindex=0 onclick='document.querySelector(`ul`).hidden = false'>Sort"
        "</div><ul role=listbox hidden><li role=option onclick='document.title = innerText'>Price"
        "</ul>"
    )
    marks = {each.text: each.id for each in world.observe().elements}
    assert world.perform(Action("click", marks["Sort"])) == ""
    marks = {each.text: each.id for each in world.observe().elements}
    assert world.perform(Action("click", marks["Price"])) == ""
    assert browsing.pages[0].title() == "Price"


def test_enter_follows_what_typing_set_off(do: Do, pages: Pages, shown: Shown) -> None:
    """As a search field does that asks for suggestions, and takes the first one by Enter."""
    pages.html["/suggest"] = "Found"
    pages.seconds["/suggest"] = 0.3
    field = """<input aria-label=Search><p id=found></p><script>
      const input = document.querySelector("input");
      input.oninput = () => setTimeout(async () => {
        input.suggestion = await (await fetch("/suggest")).text();
      }, 50);
      input.onkeydown = ({ key }) => {
        if (key === "Enter") found.textContent = input.suggestion ?? "Nothing";
      };
    </script>"""
    assert do(field, "type", "Search", "x\n") == ""
    assert shown("found.textContent") == "Found"
