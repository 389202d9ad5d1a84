"""From what an agent writes to an Action: the one description of the action language.

Prompts explain the language from ``FORMS`` too, so that what is taught is what is read.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from textwrap import shorten

from .action import Action, ActionKind

_FENCED = re.compile(r"```(.*?)```", re.DOTALL)
_PREFIX = re.compile(r"action\s*:\s*", re.IGNORECASE)
_LANGUAGE_TAG = re.compile(r"[\w+-]*")
_MARK = r"\s*\[(?P<element>\d+)\]"
_VALUE = r"\s*\[(?P<value>.+)\]"


class Unreadable(ValueError):
    """A reply holds no valid action; the text tells the agent how to write one."""


@dataclass(frozen=True)
class Form:
    """How one action is written: ``usage`` with its brackets, ``means`` in a few words."""

    kind: ActionKind
    usage: str
    example: str
    means: str
    pattern: re.Pattern[str]


def _form(
    kind: ActionKind, usage: str, example: str, means: str, arguments: str = "", verb: str = ""
) -> Form:
    pattern = re.compile((verb or kind) + arguments, re.IGNORECASE)
    return Form(kind, usage, example, means, pattern)


FORMS: tuple[Form, ...] = (
    _form("click", "click [id]", "click [12]", "click the element with this mark", _MARK),
    _form("hover", "hover [id]", "hover [12]", "move the pointer onto the element", _MARK),
    _form(
        "type",
        "type [id] [text] [enter]",
        "type [5] [red kayak] [1]",
        "replace what the field holds by the text; [enter] is 1 to press Enter afterwards (also "
        "when left out) and 0 not to",
        _MARK + _VALUE + r"\s*\[(?P<enter>\d+)\]",
    ),
    _form("clear", "clear [id]", "clear [5]", "empty the field", _MARK),
    _form(
        "select",
        "select [id] [label]",
        "select [7] [Lowest price]",
        "choose an option of a drop-down list by its label",
        _MARK + _VALUE,
    ),
    _form(
        "upload",
        "upload [path] [id]",
        "upload [photo.png] [9]",
        "give the file to the file field",
        _VALUE + _MARK,
    ),
    _form("press", "press [keys]", "press [Ctrl+A]", "press a key or a combination", _VALUE),
    _form(
        "scroll",
        "scroll [up|down]",
        "scroll [down]",
        "scroll by a page",
        r"\s*\[?(?P<value>up|down)",
    ),
    _form("goto", "goto [url]", "goto [http://site.test/page]", "open an address", _VALUE),
    _form("go_back", "go_back", "go_back", "return to the page before"),
    _form("go_forward", "go_forward", "go_forward", "undo a go_back"),
    _form("new_tab", "new_tab", "new_tab", "open an empty tab"),
    _form(
        "tab_focus",
        "tab_focus [index]",
        "tab_focus [0]",
        "switch to a tab, counted from 0",
        r"\s*\[(?P<value>\d+)\]",
    ),
    _form(
        "tab_close",
        "tab_close",
        "tab_close",
        "close the tab in front",
        verb="(?:tab_close|close_tab)",
    ),
    _form(
        "stop",
        "stop [answer]",
        "stop [$24.99]",
        "end the task, with the answer or with nothing in the brackets when none is asked for",
        r"(?:\s*\[(?P<value>(?s:.*))\])?",
    ),
)
_BY_VERB = {form.kind: form for form in FORMS} | {
    "close_tab": next(form for form in FORMS if form.kind == "tab_close")
}


def parse(reply: str) -> Action:
    """The action in the first block between triple backticks.

    Raises Unreadable when there is no such block or it holds no action.
    """
    fenced = _FENCED.search(reply)
    if fenced is None:
        found = f"it ends {shorten(reply[-200:], 80)!r}" if reply.strip() else "it is empty"
        raise Unreadable(
            f"the reply holds no action between triple backticks ({found}); "
            "end it with one, e.g. ```click [12]```"
        )
    return expression(_without_language_tag(fenced[1].strip()))


def expression(text: str) -> Action:
    """The action that a bare text such as ``type [5] [red kayak]`` stands for.

    What follows a complete action is ignored. Raises Unreadable.
    """
    text = _PREFIX.sub("", text.strip(), count=1) if _PREFIX.match(text.strip()) else text.strip()
    form = _BY_VERB.get(_verb(text))
    if form is None:
        raise Unreadable(_unknown(text))
    if form.kind == "type" and not text.endswith(("[0]", "[1]")):
        text += " [1]"
    match = form.pattern.search(text)
    if match is None:
        raise Unreadable(f"cannot read {shorten(text, 80)!r}; {_lesson(form)}")
    return _action(form.kind, match.groupdict())


def _action(kind: ActionKind, parts: dict[str, str | None]) -> Action:
    value = parts.get("value") or ""
    if kind == "scroll":
        value = value.lower()
    if parts.get("enter") == "1":
        value += "\n"
    return Action(kind, parts.get("element") or "", value)


def _verb(text: str) -> str:
    """What stands before the first bracket, or else the first word."""
    head = text.partition("[")[0] if "[" in text else " ".join(text.split()[:1])
    return head.strip().lower()


def _without_language_tag(block: str) -> str:
    first, _, rest = block.partition("\n")
    is_tag = _LANGUAGE_TAG.fullmatch(first.strip()) and first.strip().lower() not in _BY_VERB
    return rest if rest and is_tag else block


def _lesson(form: Form) -> str:
    return f"write it as `{form.usage}`, e.g. ```{form.example}```"


def _unknown(text: str) -> str:
    if not text:
        return "the block is empty; write one action in it, e.g. ```click [12]```"
    verb = _verb(text)
    near = get_close_matches(verb.split()[0] if verb else "", _BY_VERB, n=1)
    lesson = _lesson(_BY_VERB[near[0]]) if near else "e.g. ```click [12]```"
    known = ", ".join(form.kind for form in FORMS)
    return f"{shorten(text, 80)!r} is no action; {lesson}; the actions are {known}"
