"""Performing an action in the active tab."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import ElementHandle, Error, Page
from playwright.sync_api import TimeoutError as TimedOut

from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import SiteError
from pytest_vwa.registry import hint

from . import marks
from .keys import combination
from .marks import Target
from .tabs import Tabs
from .trouble import headline, is_lost, is_refusal

_LONG = 100
"""Nobody listens key by key to a text longer than this; it is pasted."""
_PATIENCE_MS = 3000


class MishapError(Exception):
    """Why an action was not done, as the sentence that the agent reads."""


def act(tabs: Tabs, action: Action, uploads: Path | None = None) -> str:
    """Do it; "" or what went wrong. ``uploads`` is the folder whose files may be uploaded.

    Does not wait for what the action sets off. Raises SiteError when a site of the task cannot
    be reached, Playwright's Error when the browser is lost.
    """
    page = tabs.active
    try:
        if action.kind == "upload":
            _upload(page, action, uploads)
        elif action.kind in _ON_TABS:
            _ON_TABS[action.kind](tabs, action)
        else:
            _ON_PAGE[action.kind](page, action)
    except MishapError as mishap:
        return str(mishap)
    except Error as error:
        if is_lost(error) and not page.is_closed():
            raise
        return "" if page.is_closed() else f"{action} was not done: {headline(error)}"
    return ""


# --- aiming -------------------------------------------------------------------------------------


def _aim(page: Page, action: Action) -> Target:
    target = marks.aim(page, action.element)
    if target is None:
        raise MishapError(f"no element has the mark {action.element} on this page")
    return target


def _reach(target: Target) -> tuple[float, float]:
    if target.point:
        return target.point
    if target.covered_by:
        raise MishapError(f"{target}; it is covered by {target.covered_by}")
    raise MishapError(f"{target}; it cannot be seen now")


def _enabled(target: Target) -> Target:
    if target.disabled:
        raise MishapError(f"{target}; it is disabled")
    return target


# --- in the page --------------------------------------------------------------------------------


def _click(page: Page, action: Action) -> None:
    target = _enabled(_aim(page, action))
    if target.kind == "list":
        # An open list is drawn outside the page: no screenshot shows it, and it eats clicks.
        _handle(page, action).focus()
    elif target.kind == "file":
        raise MishapError(f"{target}; a file is given with upload [path] [{target.id}]")
    else:
        page.mouse.click(*_reach(target))


def _hover(page: Page, action: Action) -> None:
    page.mouse.move(*_reach(_aim(page, action)))


def _type(page: Page, action: Action) -> None:
    target = _enabled(_aim(page, action))
    text = action.value.removesuffix("\n")
    if target.kind == "value":
        _handle(page, action).fill(text.strip(), timeout=_PATIENCE_MS)
    else:
        _empty(page, action, target)
        _write(page, text if target.tag != "INPUT" else text.replace("\n", " "))
    if action.value.endswith("\n"):
        page.keyboard.press("Enter")


def _clear(page: Page, action: Action) -> None:
    _empty(page, action, _enabled(_aim(page, action)))


def _empty(page: Page, action: Action, target: Target) -> None:
    if target.kind not in {"text", "value"}:
        other = f"; use select [{target.id}] [choice]" if target.kind == "list" else ""
        raise MishapError(f"{target}, not a text field{other}")
    page.mouse.click(*_reach(target))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Backspace")


def _write(page: Page, text: str) -> None:
    if len(text) > _LONG:
        page.keyboard.insert_text(text)
    else:
        page.keyboard.type(text)


def _press(page: Page, action: Action) -> None:
    try:
        page.keyboard.press(combination(action.value))
    except ValueError as error:
        raise MishapError(
            f"press [{action.value}]: {error} is no key; keys are Enter, Tab, Escape, ArrowDown, "
            "ctrl+a and the like"
        ) from error


def _scroll(page: Page, action: Action) -> None:
    directions = {"down": 1, "up": -1}
    if action.value not in directions:
        raise MishapError(f"scroll takes down or up, not {action.value!r}")
    if not marks.scroll(page, 1 if action.value == "down" else -1):
        raise MishapError(f"the page cannot be scrolled {action.value} any further")


def _select(page: Page, action: Action) -> None:
    target = _enabled(_aim(page, action))
    if target.kind != "list":
        raise MishapError(f"{target}, not a list to select from; click it instead")
    handle = _handle(page, action)
    labels = tuple(handle.evaluate("list => [...list.options].map(o => o.label.trim())"))
    wanted = action.value.strip()
    exact = [label for label in labels if label == wanted]
    loose = [label for label in labels if label.casefold() == wanted.casefold()]
    if not (exact or loose):
        raise MishapError(f"the list {target.id} has no choice {wanted!r}{hint(wanted, labels)}")
    index = labels.index((exact or loose)[0])
    handle.select_option(index=index, timeout=_PATIENCE_MS)


def _upload(page: Page, action: Action, uploads: Path | None) -> None:
    target = _enabled(_aim(page, action))
    file = _permitted(Path(action.value.strip()), uploads)
    if target.kind == "file":
        _handle(page, action).set_input_files(file)
        return
    try:
        with page.expect_file_chooser(timeout=_PATIENCE_MS) as chooser:
            page.mouse.click(*_reach(target))
    except TimedOut as error:
        raise MishapError(f"{target}, which asks for no file") from error
    chooser.value.set_files(file)


def _permitted(file: Path, uploads: Path | None) -> Path:
    if uploads is None:
        raise MishapError("no file can be uploaded in this task")
    full = (uploads / file).resolve()
    if not full.is_relative_to(uploads.resolve()):
        raise MishapError(f"only files of {uploads} can be uploaded, not {file}")
    if not full.is_file():
        names = tuple(sorted(each.name for each in uploads.iterdir() if each.is_file()))
        raise MishapError(f"there is no file {file}{hint(file.name, names)}")
    return full


def _handle(page: Page, action: Action) -> ElementHandle:
    handle = marks.element(page, action.element)
    if handle is None:
        raise MishapError(f"no element has the mark {action.element} on this page")
    return handle


def _travel(page: Page, action: Action) -> None:
    step, where = (-1, "back") if action.kind == "go_back" else (1, "forward")
    session = page.context.new_cdp_session(page)
    history = session.send("Page.getNavigationHistory")
    session.detach()
    place = history["currentIndex"] + step
    # Every tab begins with an empty page, which is nothing to go back to.
    known = [entry["url"] for entry in history["entries"]]
    if not 0 <= place < len(known) or known[place] == "about:blank":
        raise MishapError(f"there is no page to go {where} to")
    travel = page.go_back if step < 0 else page.go_forward
    travel(wait_until="commit")


# --- tabs ---------------------------------------------------------------------------------------


def _goto(tabs: Tabs, action: Action) -> None:
    url = action.value.strip()
    url = url if "://" in url else f"http://{url}"
    if not tabs.origins.allows(url):
        raise MishapError(tabs.origins.refusal(action.value.strip()))
    try:
        tabs.active.goto(url, wait_until="commit")
    except TimedOut as error:
        raise SiteError(f"{url} does not answer: {headline(error)}") from error
    except Error as error:
        if is_lost(error):
            raise
        if is_refusal(error):
            raise MishapError(
                f"{url} is not a page: the site answered without a document"
            ) from error
        # Otherwise the tab now shows an error page, which is judged once it has settled.


def _new_tab(tabs: Tabs, _: Action) -> None:
    tabs.open()


def _tab_focus(tabs: Tabs, action: Action) -> None:
    last = len(tabs.pages) - 1
    index = action.value.strip()
    if not index.isdecimal() or int(index) > last:
        raise MishapError(f"there is no tab {action.value!r}; tabs are numbered from 0 to {last}")
    tabs.focus(tabs.pages[int(index)])


def _tab_close(tabs: Tabs, _: Action) -> None:
    if len(tabs.pages) == 1:
        raise MishapError("this is the only tab; it stays open")
    tabs.active.close()


_ON_PAGE: dict[str, Callable[[Page, Action], None]] = {
    "click": _click,
    "hover": _hover,
    "type": _type,
    "clear": _clear,
    "press": _press,
    "scroll": _scroll,
    "select": _select,
    "go_back": _travel,
    "go_forward": _travel,
}
_ON_TABS: dict[str, Callable[[Tabs, Action], None]] = {
    "goto": _goto,
    "new_tab": _new_tab,
    "tab_focus": _tab_focus,
    "tab_close": _tab_close,
}
