"""One action from a text: as taught, and as models write it all the same."""

import html
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

from . import arguments, published, structured
from .action import Action
from .forms import FORM, VERB, Argument, Form, Unreadable, excerpt, kind_of, misread, unknown

_VERB = re.compile(VERB)
_DECORATION = r"(?:[\s>*_`\"'\u201c\u201d\u2022\u00b7\u2013\u2014-]|\d+[.)](?=\s)|#+\s)*+"
PREFIX = (
    r"(?:(?:the|my|next|final|chosen)\s+)*(?:action|command)(?:\s*\d+)?[\s*_`]*+"
    r"(?:is(?:\s+to)?\b|->|\u2192|[:=\u2013\u2014-])"
)
"""A pattern of what announces an action: ``Action:``, ``Next action -``, in any case."""
_BARE = re.compile(rf"{_DECORATION}(?:{PREFIX}{_DECORATION})?", re.IGNORECASE)
_LINE = _DECORATION.replace(r"\s>", r" \t>")
_CONTINUES = r"(?<=\])[\s,;.]+(?:(?i:and|then)\s+)*"
_BEGINS = re.compile(
    rf"(?:^{_LINE}|{_CONTINUES})(?P<verb>{VERB})(?=[ \t]*+(?:[\[(]|[^\w\n]*+$|(?:up|down)\b))",
    re.MULTILINE,
)
_MOST = 20
_ENDING = " \t\r\n*_`.;,!\"'\u201d"
_SQUARE, _ROUND = "\u3010\uff3b\u3014", "\uff08"
_ASCII = str.maketrans(f"{_SQUARE}\u3011\uff3d\u3015{_ROUND}\uff09", "[[[]]]()")
_ANSWERED = re.compile(rf"stop\s*[\[{_SQUARE}]", re.IGNORECASE)
_NAMED_FLAG = re.compile(
    r"\]\s*\[(?:(?:press_?enter(?:_after)?|enter|submit)\s*[=:]\s*(1|0|true|false)|([\uff10\uff11]))\]"
    r"(?=[ \t.;,*_`]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTED_TEXT = re.compile(
    r"\[([^\[\]]*)\]\s*(?:\"(.*)\"|'(.*)'|\u201c(.*)\u201d)\s*(?:\[([^\[\]]*)\])?[\s.;,!*_`]*",
    re.DOTALL,
)
_AT_A_POINT = re.compile(r"\w+\s*\[-?[\d.]+,")
_FILLERS = re.compile(
    r"[\s:=]*(?:(?:on|the|element|mark|tab|to|number|id)\b\s*)*[:=#]?\s*", re.IGNORECASE
)
_QUOTED = re.compile(r"""(?:\w{1,30}\s*=\s*)?(?:"([^"]*)"|'([^']*)'|([^,"'\s][^,]*))""")
_KEYWORD = re.compile(r"\w{1,30}\s*=\s*(?=[\"'])")
_MARK_TEXT = r"\s*\[([^\[\]]*)\]\s*\[(.*)\]"
_GREEDY: dict[tuple[Argument, ...], re.Pattern[str]] = {
    ("mark", "text", "enter"): re.compile(rf"{_MARK_TEXT}\s*\[([01])\]", re.DOTALL),
    ("mark", "text"): re.compile(_MARK_TEXT, re.DOTALL),
    ("text", "mark"): re.compile(r"\s*\[(.*)\]\s*\[([^\[\]]*)\]", re.DOTALL),
    ("text",): re.compile(r"\s*\[(.*)\]", re.DOTALL),
}


def expression(text: str) -> Action:
    """The action that a bare text such as ``type [5] [red kayak]`` stands for.

    What follows a complete action is ignored. Raises Unreadable.
    """
    text = text.strip()
    if action := _as_published(text):
        return action
    try:
        return _leniently(text)
    except Unreadable:
        if not _NAMED_FLAG.search(text) and (action := _published(text)):
            return action
        raise


def actions(text: str) -> list[Action]:
    """All actions that stand one below the other, at most twenty. Raises Unreadable when the
    first cannot be read; others that cannot are left out."""
    found = [expression(text)]
    places = [*beginnings(text)[1:_MOST], len(text)]
    for place, end in pairwise(places):
        with suppress(Unreadable):
            found.append(expression(text[place:end]))
    return found


def bare(text: str) -> str:
    """Without the emphasis, bullet or ``Action:`` before it."""
    found = _BARE.match(text)
    return text[found.end() :] if found else text


def begins_with_verb(text: str) -> bool:
    return _VERB.match(bare(text)) is not None


def beginnings(text: str) -> list[int]:
    """Where actions begin in a text: in a line of their own or behind another, not within one."""
    return list(_beginnings(text))


def is_cut(text: str) -> bool:
    """Whether an action ends in the middle of a value."""
    return _is_open(text) and _as_published(text.strip()) is None


def _beginnings(text: str) -> Iterator[int]:
    depth = end = 0
    for line in _BEGINS.finditer(text):
        for bracket in re.finditer(r"[\[\]]", text[end : line.start("verb")]):
            depth = max(0, depth + (1 if bracket[0] == "[" else -1))
        end = line.start("verb")
        if depth == 0:
            yield end


def _published(text: str) -> Action | None:
    try:
        return published.expression(text)
    except Unreadable:
        return None


def _as_published(text: str) -> Action | None:
    """By the published rules, unless these lose a part of an answer or of a text to type: their
    values end with the line."""
    line, _, more = text.partition("\n")
    action = _published(line)
    if action is None or (action == Action("stop") and _ANSWERED.match(text)):
        return None
    if _AT_A_POINT.match(text):
        return None  # It knows no points: it found the action within the text to type.
    if action.kind == "type" and _NAMED_FLAG.search(line):
        return None  # It takes ``[enter=0]`` for a part of the text.
    if not action.element.isascii():
        return None  # It takes digits of any script, but marks are found by ASCII ones.
    return None if more and _is_open(action.value) else action


def _is_open(value: str) -> bool:
    return value.count("[") > value.count("]")


def _leniently(text: str) -> Action:
    if text.startswith(("{", "[")) and (action := _json(text)):
        return action
    text = bare(text if "[" in text else html.unescape(text))
    verb = _VERB.match(text)
    kind = kind_of(verb[0]) if verb else None
    if verb is None or kind is None:
        raise unknown(text)
    if kind == "type":
        text = _NAMED_FLAG.sub(_plain_flag, text)
    if action := _as_published(kind + text[verb.end() :]):
        return action
    following = beginnings(text)[1:2] or [len(text)]
    written = _arguments(text[verb.end() : following[0]].strip(), FORM[kind])
    return arguments.action(kind, arguments.ordered(kind, written))


def _plain_flag(flag: re.Match[str]) -> str:
    return "] [1]" if (flag[1] or flag[2]).lower() in {"1", "true", "\uff11"} else "] [0]"


def _json(text: str) -> Action | None:
    found = (structured.action(each, expression) for each in structured.objects(text))
    return next(filter(None, found), None)


# --- arguments ----------------------------------------------------------------------------------


def _arguments(text: str, form: Form) -> list[str]:
    """In brackets, as those of a call, or bare."""
    text = re.sub(r"\\([\[\]])", r"\1", text) if text.startswith("\\[") else text
    text = text.translate(_ASCII) if text[:1] and text[0] in _SQUARE + _ROUND else text
    if text.startswith("("):
        return _of_call(text, form)
    if text.startswith("["):
        return _bracketed(text, form)
    return _unbracketed(text, form)


def _bracketed(text: str, form: Form) -> list[str]:
    """Groups in balanced brackets; where these do not balance, the last bracket closes."""
    if form.takes[:2] == ("mark", "text") and (quoted := _QUOTED_TEXT.fullmatch(text)):
        return [part for part in quoted.groups() if part is not None][: len(form.takes)]
    groups, closed, rest = _groups(text)
    if not closed and (greedy := _GREEDY.get(form.takes)) and (found := greedy.match(text)):
        return list(found.groups())
    if not groups and form.takes != ("text",):
        return [text]
    if form.kind == "type" and len(groups) == 2 and groups[1] in {"0", "1"}:
        raise misread(f"type {text}", form)  # Is it the text or the flag?
    if closed and len(groups) == 1 and form.takes[:2] == ("mark", "text") and rest:
        part = form.takes[1] if form.kind == "type" else "label"
        raise misread(
            f"{form.kind} {text}", form, f"the {part} {excerpt(rest)!r} belongs in brackets"
        )
    return groups[: len(form.takes)]


def _groups(text: str) -> tuple[list[str], bool, str]:
    """The bracketed groups that follow one another, whether the last one is closed, and what
    stands behind them."""
    groups: list[str] = []
    depth = start = end = 0
    for bracket in re.finditer(r"[\[\]]", text):
        at = bracket.start()
        if bracket[0] == "[":
            if depth == 0 and text[end:at].strip(" ,;:\t\r\n"):
                break
            start = start if depth else at + 1
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                groups.append(text[start:at])
                end = at + 1
    return groups, depth == 0, text[end:].strip(_ENDING)


def _of_call(text: str, form: Form) -> list[str]:
    """``type(5, "red kayak", 1)``, ``stop(answer="42")``"""
    inside = text[1 : text.rfind(")")] if ")" in text else text[1:]
    if form.takes == ("text",):
        inside = inside.strip()
        inside = inside[keyword.end() :] if (keyword := _KEYWORD.match(inside)) else inside
        quoted = len(inside) > 1 and inside[0] == inside[-1] and inside[0] in "\"'"
        return [inside[1:-1].replace(f"\\{inside[0]}", inside[0]) if quoted else inside]
    if len(form.takes) == 1:
        return [text[1:].partition(")")[0]]
    return [found[found.lastindex or 0].strip() for found in _QUOTED.finditer(inside)]


def _unbracketed(text: str, form: Form) -> list[str]:
    """``click 12``, ``press Enter``; a text beside other arguments needs its brackets."""
    if not form.takes or (form.kind == "stop" and not text.startswith(":")):
        return []
    line = text.partition("\n")[0].strip(_ENDING)
    if form.takes == ("text",):
        return [line.lstrip(" :=")] if line else []
    line = _FILLERS.sub("", line, count=1)
    return [line] if line and len(form.takes) == 1 else []
