"""Filling in form fields: text, values of a special form, choices of a list."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from playwright.sync_api import Error, Page

from pytest_vwa.core.action import Action
from pytest_vwa.core.forms import excerpt
from pytest_vwa.registry import hint

from .marks import Target
from .scene import PATIENCE_MS, MishapError, Scene, grasp, reach, usable
from .trouble import is_malformed
from .values import formatted

_LONG = 100
"""Nobody listens key by key to a text longer than this; it is pasted."""
_RANGE = "field => [+(field.min || 0), +(field.max || 100), +(field.step || 1)]"


def write(scene: Scene, action: Action) -> str:
    """Replace what the field holds; a final newline presses Enter. Tells what the field cut."""
    target = _writable(scene, action)
    text = action.value.removesuffix("\n")
    try:
        text = formatted(target.type, text)
    except ValueError as error:
        raise MishapError(f"{target}; {error}") from error
    if target.kind == "value":
        _fill(scene, target, text)
    else:
        _empty(scene.page, target)
        _enter(scene.page, text if target.tag != "INPUT" else text.replace("\n", " "))
    if action.value.endswith("\n"):
        # A person sees what the typing set going, as suggestions, before Enter takes it.
        scene.tabs.pause()
        scene.page.keyboard.press("Enter")
    return _lost(target, text)


def _lost(target: Target, text: str) -> str:
    """What of the text is too long for the field, which counts in UTF-16, as browsers do."""
    units = text.encode("utf-16-le", "surrogatepass")
    if not 0 <= target.longest < len(units) // 2:
        return ""
    cut = units[2 * target.longest :].decode("utf-16-le", "replace")
    return (
        f"the field {target.id} takes {target.longest} characters at most: the end of the text, "
        f"{excerpt(cut)!r}, was cut off"
    )


def clear(scene: Scene, action: Action) -> None:
    target = _writable(scene, action)
    if target.type in {"range", "color"}:
        raise MishapError(f"{target}; a {target.type} field always holds a value: type another")
    if target.kind == "value":
        _fill(scene, target, "")
    else:
        _empty(scene.page, target)


def _writable(scene: Scene, action: Action) -> Target:
    target = usable(scene, action)
    if target.kind not in {"text", "value"}:
        other = f"; use select [{target.id}] [choice]" if target.kind == "list" else ""
        raise MishapError(f"{target}, not a text field{other}")
    if target.readonly:
        raise MishapError(f"{target}; it is read-only: click it to see whether it offers a choice")
    return target


def _fill(scene: Scene, target: Target, value: str) -> None:
    field = grasp(scene, target)
    if target.type == "range":
        low, high, step = field.evaluate(_RANGE)
        if not low <= float(value) <= high:
            raise MishapError(
                f"{target}; it takes a number from {low:g} to {high:g} in steps of {step:g}, "
                f"not {value!r}"
            )
    try:
        field.fill(value, timeout=PATIENCE_MS)
    except Error as error:
        if is_malformed(error):
            raise MishapError(f"{target}; there is no {target.type} {value!r}") from error
        raise


def _empty(page: Page, target: Target) -> None:
    page.mouse.click(*reach(target))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Backspace")


def _enter(page: Page, text: str) -> None:
    if len(text) > _LONG:
        page.keyboard.insert_text(text)
    else:
        page.keyboard.type(text)


# --- lists --------------------------------------------------------------------------------------

_OPTIONS = """list => [list.multiple, [...list.options].map(option => [
  option.label.trim(), option.value, option.closest("optgroup")?.label.trim() ?? "",
  option.disabled || Boolean(option.closest("optgroup")?.disabled)])]"""
_NEAR = 0.8
_QUOTED = re.compile(r"[\"'`\u201c\u2018\u00ab](.+)[\"'`\u201d\u2019\u00bb]", re.DOTALL)


@dataclass(frozen=True)
class _Option:
    label: str
    value: str
    group: str
    disabled: bool

    @property
    def names(self) -> tuple[str, ...]:
        full = (f"{self.group}: {self.label}",) if self.group else ()
        return (self.label, self.value, *full)


def select(scene: Scene, action: Action) -> str:
    """Choose by label, value or the nearest label, which is then said; several, separated by
    ``|`` or commas, where the list takes several."""
    target = usable(scene, action)
    if target.kind != "list":
        raise MishapError(f"{target}, not a list to select from; click it instead")
    field = grasp(scene, target)
    multiple, rows = field.evaluate(_OPTIONS)
    options = [_Option(*row) for row in rows]
    wanted = _wanted(_unquoted(action.value.strip(), options), options, multiple)
    chosen = [_choose(target, each, options) for each in wanted]
    field.select_option(index=[options.index(each) for each in chosen], timeout=PATIENCE_MS)
    others = [
        f"the list {target.id} has no choice {name!r}: the nearest, {option.label!r}, was chosen"
        for name, option in zip(wanted, chosen, strict=True)
        if name.casefold() not in {each.casefold() for each in option.names}
    ]
    return "; ".join(others)


def _unquoted(written: str, options: Sequence[_Option]) -> str:
    """Without the quotes around it, unless they are a choice's own."""
    quoted = _QUOTED.fullmatch(written)
    own = any(written in option.names for option in options)
    return quoted[1].strip() if quoted and not own else written


def _wanted(written: str, options: Sequence[_Option], multiple: bool) -> list[str]:
    if not multiple or any(written in option.names for option in options):
        return [written]
    return [part.strip() for part in re.split(r"[|,]", written) if part.strip()]


def _choose(target: Target, wanted: str, options: Sequence[_Option]) -> _Option:
    exact = [option for option in options if wanted in option.names]
    folded = wanted.casefold()
    loose = [option for option in options if folded in map(str.casefold, option.names)]
    found = exact or loose or _nearest(folded, options)
    if not found:
        labels = tuple(dict.fromkeys(option.label for option in options))
        raise MishapError(f"the list {target.id} has no choice {wanted!r}{hint(wanted, labels)}")
    chosen = next((option for option in found if not option.disabled), None)
    if chosen is None:
        raise MishapError(f"the choice {found[0].label!r} of the list {target.id} is disabled")
    return chosen


def _nearest(wanted: str, options: Sequence[_Option]) -> list[_Option]:
    """The only one whose label begins with or nearly is what was wanted."""
    starts = [option for option in options if wanted and option.label.casefold().startswith(wanted)]
    labels = [option.label.casefold() for option in options]
    close = get_close_matches(wanted, labels, n=1, cutoff=_NEAR)
    near = starts or [option for option in options if option.label.casefold() in close]
    return near if len(near) == 1 else []
