"""What an action's arguments mean, however they were written."""

import re
from collections.abc import Callable, Mapping, Sequence

from .action import Action, ActionKind
from .forms import FORM, Argument, NamesNoMark, misread

_LONGEST = 300
_AROUND = " \t\r\n\"'`*[](){}<>\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb"
_NAMED = r"(?:(?:element|mark|node|ref|bid|id|number)[\s_]*(?:id|number)?\s*[:=]?\s*)?"
_NUMBER = re.compile(rf"{_NAMED}#?\s*\d+", re.IGNORECASE)
_DESCRIBED = r"(?:\s*[\u2013\u2014:,(\[-]\s*[^\d\s].*)?"
_MARK = re.compile(rf"{_NAMED}#?\s*(\d+){_DESCRIBED}", re.IGNORECASE | re.DOTALL)
_POINT = re.compile(
    r"(?:x\s*[=:]\s*)?(-?\d+(?:\.\d+)?)[\s,;]+(?:y\s*[=:]\s*)?(-?\d+(?:\.\d+)?)", re.IGNORECASE
)
_ENTER = re.compile(
    r"(?:press_?enter(?:_after)?|enter|submit)?\s*[=:]?\s*(1|0|true|false)", re.IGNORECASE
)
_DIRECTION = re.compile(r"\b(up|down)\b", re.IGNORECASE)
_INDEX = re.compile(r"(?:tab|index|id)?\s*[=:#]?\s*(\d{1,6})", re.IGNORECASE)


def action(kind: ActionKind, written: Sequence[str]) -> Action:
    """The action with these arguments, in the order of its form. Raises Unreadable."""
    takes = FORM[kind].takes
    least = len(takes) - (kind in {"type", "stop"})
    if len(written) < least:
        raise misread(f"{kind} {' '.join(f'[{each}]' for each in written)}".strip(), FORM[kind])
    parts = dict(zip(takes, written, strict=False))
    read = {name: _READ[name](kind, text) for name, text in parts.items()}
    return Action(kind, read.pop("mark", ""), _value(kind, read))


def ordered(kind: ActionKind, written: Sequence[str]) -> Sequence[str]:
    """The parts of an upload that were swapped, ``[3] [a.png]``, in the order of its form."""
    if kind != "upload" or len(written) != 2:
        return written
    path, mark = map(_plain, written)
    swapped = _NUMBER.fullmatch(path) and not (_MARK.fullmatch(mark) or _POINT.fullmatch(mark))
    return written[::-1] if swapped else written


def _plain(written: str) -> str:
    """Without quotes and brackets, with digits in ASCII, and with single spaces: so the patterns
    take no long time."""
    text = " ".join(written[:_LONGEST].split()).strip(_AROUND)
    return re.sub(r"\d", lambda digit: str(int(digit[0])), text)


def _value(kind: ActionKind, read: Mapping[Argument, str]) -> str:
    if kind == "type":
        return read["text"] + read.get("enter", "\n")
    if not read.get("text", "-") and kind != "stop":
        raise misread(f"{kind} []", FORM[kind])
    return "".join(read.values())


def _mark(kind: ActionKind, written: str) -> str:
    text = _plain(written)
    if point := _POINT.fullmatch(text):
        return f"{point[1]},{point[2]}"
    if mark := _MARK.fullmatch(text):
        return mark[1]
    raise NamesNoMark(kind, text)


def _enter(kind: ActionKind, written: str) -> str:
    flag = _ENTER.fullmatch(_plain(written))
    if flag is None:
        raise misread(f"{kind} ... [{written}]", FORM[kind])
    return "\n" if flag[1].lower() in {"1", "true"} else ""


def _direction(kind: ActionKind, written: str) -> str:
    direction = _DIRECTION.search(written)
    if direction is None:
        raise misread(f"{kind} [{written}]", FORM[kind])
    return direction[1].lower()


def _number(kind: ActionKind, written: str) -> str:
    index = _INDEX.fullmatch(_plain(written))
    if index is None:
        raise misread(f"{kind} [{written}]", FORM[kind])
    return index[1]


_READ: dict[Argument, Callable[[ActionKind, str], str]] = {
    "mark": _mark,
    "text": lambda _, written: written,
    "enter": _enter,
    "direction": _direction,
    "number": _number,
}
