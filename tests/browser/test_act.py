"""What pointing, pressing and scrolling do, and what the agent hears when they cannot be done."""

from collections.abc import Callable
from typing import Any

import pytest
from pages import Pages
from playwright.sync_api import BrowserContext

from pytest_vwa.browser.readings import Sight
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action

pytestmark = pytest.mark.usefixtures("one_tab")

Open = Callable[..., BrowserWorld]
Do = Callable[..., str]
Shown = Callable[[str], Any]
GO = "<button onclick='document.title = event.isTrusted'>Go</button>"


# --- clicking -----------------------------------------------------------------------------------


def test_click_is_a_trusted_mouse_event(do: Do, browsing: BrowserContext) -> None:
    assert do(GO, "click", "Go") == ""
    assert browsing.pages[0].title() == "true"


def test_click_scrolls_element_into_viewport(world_at: Open, browsing: BrowserContext) -> None:
    world = world_at(f"{GO}<p style='height:3000px'>")
    world.observe()
    assert world.perform(Action("scroll", value="down")) == ""
    assert world.perform(Action("click", "1")) == ""
    assert browsing.pages[0].title() == "true"


@pytest.mark.parametrize("edge", ["top", "bottom"])
def test_click_scrolls_element_from_under_sticky_bar(
    world_at: Open, browsing: BrowserContext, edge: str
) -> None:
    world = world_at(f"<div style='height:900px'></div>{GO}<div style='height:900px'></div>")
    page = browsing.pages[0]
    page.evaluate("scrollTo(0, 600)")
    world.observe()
    page.evaluate(
        """edge => {
          document.body.insertAdjacentHTML("beforeend",
            `<nav style="position:fixed; left:0; right:0; height:120px; ${edge}:0">Menu</nav>`);
          document.querySelector("button").scrollIntoView(edge === "top");
        }""",
        edge,
    )
    assert world.perform(Action("click", "1")) == ""
    assert page.title() == "true"


def test_click_scrolls_inside_scrollable_container(
    world_at: Open, browsing: BrowserContext
) -> None:
    world = world_at(
        f"<div style='height:200px; overflow:auto'>{GO}<p style='height:2000px'></div>"
    )
    world.observe()
    browsing.pages[0].evaluate("document.querySelector('div').scrollTop = 900")
    assert world.perform(Action("click", "1")) == ""
    assert browsing.pages[0].title() == "true"


def test_click_on_link_waits_for_navigation(do: Do, pages: Pages, browsing: BrowserContext) -> None:
    pages["/cart"] = "<p>Cart</p>"
    assert do("<a href=/cart>Cart</a>", "click", "Cart") == ""
    assert browsing.pages[0].url == f"{pages.url}/cart"


def test_click_works_inside_iframe(do: Do, pages: Pages, browsing: BrowserContext) -> None:
    pages["/inner"] = "<button onclick='top.document.title = 1'>In</button>"
    assert do("<br><iframe src=/inner></iframe>", "click", "In") == ""
    assert browsing.pages[0].title() == "1"


def test_click_works_inside_shadow_root(do: Do, browsing: BrowserContext) -> None:
    html = f"<my-part><template shadowrootmode=open>{GO}</template></my-part>"
    assert do(html, "click", "Go") == ""
    assert browsing.pages[0].title() == "true"


def test_click_waits_for_animation_to_end(world_at: Open, browsing: BrowserContext) -> None:
    world = world_at(GO)
    world.observe()
    browsing.pages[0].evaluate(
        "void document.querySelector('button').animate("
        "[{translate: '0'}, {translate: '400px'}], {duration: 400, fill: 'forwards'})"
    )
    assert world.perform(Action("click", "1")) == ""
    assert browsing.pages[0].title() == "true"


def test_click_hits_endlessly_animated_element(world_at: Open, browsing: BrowserContext) -> None:
    world = world_at(
        "<style>@keyframes sway {to {translate: 60px}}"
        f"button {{animation: sway 4s infinite alternate linear}}</style>{GO}"
    )
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert browsing.pages[0].title() == "true"


def test_click_reports_covering_element(world_at: Open, browsing: BrowserContext) -> None:
    world = world_at(GO)
    world.observe()
    browsing.pages[0].evaluate(
        "document.body.insertAdjacentHTML('beforeend',"
        " '<div style=\"position:fixed; inset:0\">Cookies?</div>')"
    )
    assert world.perform(Action("click", "1")) == (
        "not done: the mark 1 is [BUTTON] [Go]; it is covered by [DIV] [Cookies?]"
    )


@pytest.mark.parametrize("how", ["disabled", "aria-disabled=true"])
def test_click_reports_disabled_element(do: Do, how: str) -> None:
    said = do(f"<button {how}>Go</button>", "click", "Go (disabled)")
    assert said == "not done: the mark 1 is [BUTTON] [Go (disabled)]; it is disabled"


# --- what is not there --------------------------------------------------------------------------


def test_action_reports_unknown_mark(do: Do) -> None:
    assert (
        do("<a href=/>Home</a>", "click", "99")
        == "not done: no element has the mark 99 on this page"
    )
    assert (
        do("<a href=/>Home</a>", "hover", "abc")
        == "not done: no element has the mark abc on this page"
    )


def test_click_reports_replaced_element(world_at: Open, browsing: BrowserContext) -> None:
    world = world_at(GO)
    world.observe()
    browsing.pages[0].evaluate("document.body.innerHTML = document.body.innerHTML")
    assert world.perform(Action("click", "1")) == (
        "not done: the element 1, [BUTTON] [Go], is gone: the page has changed since you saw it; "
        "choose from the page as it is now"
    )


def test_mark_of_previous_page_is_stale_after_navigation(
    world_at: Open, pages: Pages, browsing: BrowserContext
) -> None:
    pages["/next"] = "<a href=/>Delete everything</a>"
    world = world_at(GO)
    world.observe()
    browsing.pages[0].goto(f"{pages.url}/next")
    assert "[BUTTON] [Go], is gone" in world.perform(Action("click", "1"))
    assert world.last_url == f"{pages.url}/next"


# --- at a point ---------------------------------------------------------------------------------

PLACED = "style='position:absolute; left:300px; top:200px; width:100px; height:40px'"


def test_click_accepts_coordinates(do: Do, browsing: BrowserContext) -> None:
    assert do(GO.replace("<button", f"<button {PLACED}"), "click", "350,220") == ""
    assert browsing.pages[0].title() == "true"


def test_hover_accepts_coordinates(do: Do, browsing: BrowserContext) -> None:
    html = f"<p {PLACED} onmouseover='document.title = 1'>Menu"
    assert do(html, "hover", "350.5, 220") == ""
    assert browsing.pages[0].title() == "1"


def test_type_clear_and_select_accept_coordinates(world_at: Open, shown: Shown) -> None:
    world = world_at(f"<input value=old {PLACED}>")
    assert world.perform(Action("type", "350,220", "new")) == ""
    assert shown("document.querySelector('input').value") == "new"
    assert world.perform(Action("clear", "350,220")) == ""
    assert shown("document.querySelector('input').value") == ""
    shown(f"document.body.innerHTML = `<select {PLACED}><option>New<option>Old`")
    assert world.perform(Action("select", "350,220", "Old")) == ""
    assert shown("document.querySelector('select').value") == "Old"


def test_coordinates_reach_iframe_and_shadow_root(do: Do, pages: Pages, shown: Shown) -> None:
    field = f"<my-part><template shadowrootmode=open><input {PLACED}></template></my-part>"
    pages["/inner"] = f"<style>body {{margin: 0}}</style>{field}"
    frame = "<iframe src=/inner style='position:absolute; left:50px; top:50px; border:0' "
    assert do(f"{frame} width=600 height=400>", "type", "400,270", "deep") == ""
    inner = "document.querySelector('iframe').contentDocument.querySelector('my-part')"
    assert shown(f"{inner}.shadowRoot.querySelector('input').value") == "deep"


def test_type_at_point_reports_non_text_field(do: Do) -> None:
    said = do("<p>Nothing here</p>", "type", "400,500", "x")
    assert said.endswith("is [HTML] [Nothing here], not a text field")


def test_click_reports_point_outside_viewport(do: Do) -> None:
    assert do(GO, "click", "640,3000") == (
        "not done: the point 640,3000 is outside of the viewport, which is 800 pixels wide and "
        "600 high"
    )


@pytest.mark.parametrize("point", ["-5,10", "10, -0.5", "-1,-1"])
def test_click_reports_negative_point_as_outside_viewport(do: Do, point: str) -> None:
    said = do(GO, "click", point)
    assert said == (
        f"not done: the point {point.replace(' ', '')} is outside of the viewport, which is "
        "800 pixels wide and 600 high"
    )


def test_screenshot_mode_refuses_marks_and_suggests_points(
    world_at: Open, browsing: BrowserContext
) -> None:
    placed = GO.replace("<button", f"<button {PLACED}")
    world = world_at(f"{placed}<input name=q>", sight=Sight("screenshot"))
    assert world.observe().elements == ()
    assert world.perform(Action("click", "350,220")) == ""
    browsing.pages[0].evaluate("document.title = ''")
    assert world.perform(Action("click", "1")) == (
        "not done: '1' is no point: elements have no numbers here; tell the x and y of one in "
        "pixels from the picture's top left corner, e.g. click [640,300]"
    )
    assert browsing.pages[0].title() == ""
    said = world.perform(Action("type", "2", "boat\n"))
    assert said.endswith("e.g. type [640,300] [boat] [1]")


# --- hovering and pressing ----------------------------------------------------------------------


def test_hover_reveals_clickable_elements(world_at: Open, browsing: BrowserContext) -> None:
    world = world_at(
        "<style>ul {display: none} div:hover ul {display: block}</style>"
        "<div style='width:200px'><button>Menu</button>"
        "<ul><li><button onclick='document.title = 1'>Orders</button></ul></div>"
    )
    assert "Orders" not in world.observe().text
    assert world.perform(Action("hover", "1")) == ""
    marks = {each.text: each.id for each in world.observe().elements}
    assert world.perform(Action("click", marks["Orders"])) == ""
    assert browsing.pages[0].title() == "1"


@pytest.mark.parametrize("written", ["ctrl+b", "ctrl-b", "Control+B", "CMD+b", "Meta+b", "⌘B"])
def test_press_sends_key_combination(do: Do, browsing: BrowserContext, written: str) -> None:
    html = "<script>onkeydown = event => document.title = event.ctrlKey + event.key</script>"
    assert do(html, "press", value=written) == ""
    assert browsing.pages[0].title() == "trueb"


def test_press_sends_keys_in_sequence(do: Do, browsing: BrowserContext) -> None:
    html = "<title></title><script>onkeydown = event => document.title += event.key[0]</script>"
    assert do(html, "press", value="Tab Tab Enter") == ""
    assert browsing.pages[0].title().endswith("TTE")


@pytest.mark.parametrize("character", ["é", "ß", "日", "€", "😀"])
def test_press_inserts_character_without_key(do: Do, shown: Shown, character: str) -> None:
    assert do("<input autofocus>", "press", value=f"x {character}") == ""
    assert shown("document.querySelector('input').value") == f"x{character}"


@pytest.mark.parametrize("key", ["ControlOrMeta+Shift", "Ctrl", "shift", "F12", "Insert", "`", "+"])
def test_press_accepts_documented_keys(do: Do, key: str) -> None:
    assert do("", "press", value=key) == ""


def test_press_reports_unknown_key(do: Do) -> None:
    said = do("", "press", value="entre")
    assert said.startswith(
        "not done: press [entre]: entre is no key; did you mean 'Enter'? known: Alt,"
    )


@pytest.mark.parametrize("keys", ["ctrl+é", "a+ß"])
def test_press_reports_uncombinable_key(do: Do, keys: str) -> None:
    said = do("", "press", value=keys)
    assert said == (
        f"not done: press [{keys}]: {keys[-1]} has no key that could be pressed together with "
        "others"
    )


# --- scrolling ----------------------------------------------------------------------------------


def test_scroll_moves_by_one_viewport(do: Do, shown: Shown) -> None:
    assert do("<p style='height:3000px'>", "scroll", value="down") == ""
    assert shown("scrollY") == 600


def test_scroll_moves_scrollable_container(do: Do, shown: Shown) -> None:
    html = "<style>body {margin: 0}</style><main style='height:600px; overflow:auto'>"
    assert do(f"{html}<p style='height:3000px'>", "scroll", value="down") == ""
    assert shown("document.querySelector('main').scrollTop") == 600


def test_scroll_finds_off_center_container(do: Do, shown: Shown) -> None:
    html = "<aside style='width:100px; height:300px; overflow:auto'><p style='height:3000px'>"
    assert do(html, "scroll", value="down") == ""
    assert shown("document.querySelector('aside').scrollTop") == 300


def test_scroll_moves_full_page_iframe(do: Do, pages: Pages, shown: Shown) -> None:
    pages["/inner"] = "<p style='height:3000px'>"
    frame = "<iframe src=/inner style='position:fixed; inset:0; border:0' width=100% height=100%>"
    assert do(frame, "scroll", value="down") == ""
    assert shown("document.querySelector('iframe').contentWindow.scrollY") == 600


def test_scroll_moves_overlay_and_not_locked_page(do: Do, shown: Shown) -> None:
    html = (
        "<style>body {overflow: hidden; margin: 0}</style><p style='height:3000px'></p>"
        "<div style='position:fixed; inset:0; overflow:auto'><p style='height:2000px'>"
    )
    assert do(html, "scroll", value="down") == ""
    assert shown("scrollY") == 0
    assert shown("document.querySelector('div').scrollTop") == 600


@pytest.mark.parametrize("direction", ["up", "down"])
def test_scroll_reports_end_of_page(do: Do, direction: str) -> None:
    said = do("<p>short</p>", "scroll", value=direction)
    assert said == f"not done: the page cannot be scrolled {direction} any further"


def test_scroll_reports_valid_directions(do: Do) -> None:
    assert do("", "scroll", value="left") == "not done: scroll takes down or up, not 'left'"
