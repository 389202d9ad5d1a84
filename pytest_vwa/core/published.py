"""Replies read exactly as the published parser of these benchmarks reads them, for comparable
numbers: the action in the first block between triple backticks, with lower-case verbs, marks in
square brackets, and values that end with their line."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from .action import Action, ActionKind
from .forms import FORM, FORMS, Form, Unreadable, excerpt, misread, unknown

_FENCED = re.compile(r"```(.*?)```", re.DOTALL)


@dataclass(frozen=True)
class _Rule:
    """``head`` is looked for in each line, ``tail`` behind its first occurrence alone: where that
    fails every later one fails too, and trying them all would take quadratic time."""

    kind: ActionKind
    head: re.Pattern[str] = re.compile("")
    tail: re.Pattern[str] = re.compile("")

    def search(self, text: str) -> dict[str, str] | None:
        for line in text.split("\n"):
            head = self.head.search(line)
            tail = self.tail.match(line, head.end()) if head else None
            if head and tail:
                return head.groupdict() | tail.groupdict()
        return None


def _aimed(kind: ActionKind) -> _Rule:
    return _Rule(kind, re.compile(kind + r" ?\[(?P<element>\d+)\]"))


def _valued(kind: ActionKind) -> _Rule:
    return _Rule(kind, re.compile(kind + r" ?\["), re.compile(r"(?P<value>.+)\]"))


_RULES: dict[str, _Rule] = {
    "click": _aimed("click"),
    "hover": _aimed("hover"),
    "clear": _aimed("clear"),
    "type": _Rule(
        "type",
        re.compile(r"type ?\[(?P<element>\d+)\] ?\["),
        re.compile(r"(?P<value>.+)\] ?\[(?P<enter>\d+)\]"),
    ),
    "press": _valued("press"),
    "goto": _valued("goto"),
    "stop": _valued("stop"),
    "scroll": _Rule("scroll", re.compile(r"scroll ?\[?(?P<value>up|down)")),
    "tab_focus": _Rule("tab_focus", re.compile(r"tab_focus ?\[(?P<value>\d+)\]")),
    "new_tab": _Rule("new_tab"),
    "go_back": _Rule("go_back"),
    "go_forward": _Rule("go_forward"),
    "close_tab": _Rule("tab_close"),
}


def _taught() -> tuple[Form, ...]:
    as_written = {rule.kind: verb for verb, rule in _RULES.items()}
    return tuple(
        replace(form, usage=form.usage.replace(form.kind, as_written[form.kind]))
        for form in FORMS
        if form.kind in as_written
    )


TAUGHT = _taught()
"""The forms that this parser reads: no select, no upload, and tab_close as ``close_tab``."""


def parse(reply: str) -> Action:
    """Raises Unreadable where the published parser finds nothing or breaks."""
    fenced = _FENCED.search(reply)
    if fenced is None:
        raise Unreadable(
            "the reply holds no action between triple backticks; end it with one, "
            "e.g. ```click [12]```"
        )
    return expression(fenced[1])


def expression(text: str) -> Action:
    """The action that a bare text such as ``type [5] [red kayak]`` stands for."""
    text = text.strip()
    rule = _RULES.get(_verb(text))
    if rule is None:
        raise unknown(text, TAUGHT)
    if rule.kind == "type" and not text.endswith(("[0]", "[1]")):
        text += " [1]"
    found = rule.search(text)
    if found is None and rule.kind != "stop":
        raise misread(text, FORM[rule.kind])
    return _action(rule.kind, found or {})


def _action(kind: ActionKind, found: dict[str, str]) -> Action:
    value = found.get("value", "") + "\n" * (found.get("enter") == "1")
    return Action(kind, found.get("element", ""), _NUMBERED.get(kind, str)(value))


def _verb(text: str) -> str:
    return text.partition("[")[0].strip() if "[" in text else " ".join(text.split()[:1])


def _index(digits: str) -> str:
    try:
        return str(int(digits))
    except ValueError as error:
        raise Unreadable(f"{excerpt(digits)!r} is too long for the number of a tab") from error


_NUMBERED: dict[ActionKind, Callable[[str], str]] = {"tab_focus": _index}
