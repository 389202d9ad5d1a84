"""Performing an action in the active tab."""

from collections.abc import Callable

from playwright.sync_api import Error

from pytest_vwa.core.action import Action, ActionKind
from pytest_vwa.core.trajectory import NOT_DONE

from . import fields, marks, travel
from .keys import combinations, is_text
from .scene import MishapError, Scene, aim, grasp, reach, usable
from .trouble import BrokenPageError, headline, is_lost
from .upload import upload


def act(scene: Scene, action: Action) -> str:
    """Do it; "" or what there is to say about it: what went wrong, or what was taken for what.

    Does not wait for what the action sets off. Raises SiteError when a site of the task cannot
    be reached, Playwright's Error when the browser is lost.
    """
    page = scene.page
    try:
        return _DOINGS[action.kind](scene, action) or ""
    except MishapError as mishap:
        return f"{NOT_DONE}{mishap}"
    except BrokenPageError:
        raise
    except Error as error:
        if is_lost(error) and not page.is_closed():
            raise
        return "" if page.is_closed() else f"{NOT_DONE}{action}: {headline(error)}"


def _click(scene: Scene, action: Action) -> None:
    target = usable(scene, action)
    if target.kind == "list":
        # An open list is drawn outside the page: no screenshot shows it, and it eats clicks.
        grasp(scene, target).focus()
    elif target.kind == "file":
        raise MishapError(f"{target}; a file is given with upload [name] [{target.id}]")
    else:
        scene.page.mouse.click(*reach(target))


def _hover(scene: Scene, action: Action) -> None:
    scene.page.mouse.move(*reach(aim(scene, action)))


def _press(scene: Scene, action: Action) -> None:
    try:
        keys = combinations(action.value)
    except ValueError as error:
        raise MishapError(f"press [{action.value}]: {error}") from error
    keyboard = scene.page.keyboard
    for key in keys:
        (keyboard.insert_text if is_text(key) else keyboard.press)(key)


def _scroll(scene: Scene, action: Action) -> None:
    directions = {"down": 1, "up": -1}
    if action.value not in directions:
        raise MishapError(f"scroll takes down or up, not {action.value!r}")
    if not marks.scroll(scene.page, 1 if action.value == "down" else -1):
        raise MishapError(f"the page cannot be scrolled {action.value} any further")


_DOINGS: dict[ActionKind, Callable[[Scene, Action], str | None]] = {
    "click": _click,
    "hover": _hover,
    "type": fields.write,
    "clear": fields.clear,
    "select": fields.select,
    "upload": upload,
    "press": _press,
    "scroll": _scroll,
    "goto": travel.goto,
    "go_back": travel.travel,
    "go_forward": travel.travel,
    "new_tab": travel.new_tab,
    "tab_focus": travel.tab_focus,
    "tab_close": travel.tab_close,
}
