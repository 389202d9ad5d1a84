"""Actions that are written as JSON or as Python dicts, with the names that models give to their
fields."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from . import arguments
from .action import Action, ActionKind
from .forms import FORM, Argument, kind_of, misread

_OBJECT = re.compile(r'\{\s*"')
_LIKE_PYTHON = re.compile(r"\{\s*[\"']")
_PYTHON = re.compile(
    r"(?<![\w\\])'((?:[^'\\\n]|\\.)*+)'"
    r'|(?<!\\)"(?:[^"\\]|\\.)*+"'
    r"|\b(?P<word>True|False|None)\b"
)
_ESCAPED = {"\\'": "'", '"': '\\"'}
_WORDS = {"True": "true", "False": "false", "None": "null"}
_MOST_OBJECTS = 20
_VERBS = ("action", "actiontype", "kind", "name", "tool", "command", "function", "type")
_NESTED = (
    "action",
    "function",
    "arguments",
    "args",
    "parameters",
    "params",
    "input",
    "actioninput",
)
_ENTER = ("pressenter", "enter", "pressenterafter", "submit")
_MARKS = ("element", "elementid", "id", "mark", "markid", "ref", "bid", "node", "nodeid", "target")
_POINTS = ("coordinate", "coordinates", "point", "position")
_TEXTS = (
    *("value", "text", "content", "answer", "url", "keys", "key", "keycomb", "label", "option"),
    *("path", "file", "filename", "message"),
)
_DIRECTIONS = ("direction", *_TEXTS)
_INDICES = ("index", "tab", "tabindex", "tabid", "pagenumber", "id", *_TEXTS)

Fields = Mapping[str, Any]


def objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in a text, outermost only, in their order; where there are none, those
    that are written as Python dicts."""
    found = list(_decoded(text))
    if not found and (start := _LIKE_PYTHON.search(text)):
        found = list(_decoded(_PYTHON.sub(_token, text[start.start() :])))
    yield from found


def _token(python: re.Match[str]) -> str:
    """One string or constant of Python, as JSON writes it."""
    if python["word"]:
        return _WORDS[python["word"]]
    if python[1] is None:
        return python[0]
    inside = re.sub(r"\\.|\"", lambda each: _ESCAPED.get(each[0], each[0]), python[1])
    return f'"{inside}"'


def _decoded(text: str) -> Iterator[dict[str, Any]]:
    decoder, end = json.JSONDecoder(), 0
    for start in islice(_OBJECT.finditer(text), _MOST_OBJECTS):
        if start.start() < end:
            continue
        try:
            found, end = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            continue
        yield found


def action(found: Mapping[str, Any], expression: Callable[[str], Action]) -> Action | None:
    """The action that an object stands for; None when it names none. ``expression`` reads an
    action that stands in it as text. Raises Unreadable when its fields do not fit."""
    fields = _flat(found)
    for name in _VERBS:
        verb = fields.get(name)
        if not isinstance(verb, str):
            continue
        if kind := kind_of(verb):
            return arguments.action(kind, list(_arguments(kind, fields, name)))
        if kind_of(re.split(r"[\s\[(]", verb.strip(), maxsplit=1)[0]):
            return expression(verb)
    return None


def _flat(found: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
    """All fields by plain names; those of nested objects beside the others."""
    fields: dict[str, Any] = {}
    for name, value in found.items():
        plain = re.sub(r"[\W_]", "", name).lower()
        inner = _object(value) if plain in _NESTED and depth < 3 else None
        if inner is None:
            fields.setdefault(plain, value)
        else:
            fields = _flat(inner, depth + 1) | fields
    return fields


def _object(value: Any) -> Mapping[str, Any] | None:
    """A nested object, also when it is JSON within JSON, as tool calls have it."""
    if isinstance(value, str):
        value = next(objects(value), None) if value.startswith("{") else None
    return value if isinstance(value, dict) else None


def _arguments(kind: ActionKind, fields: Fields, verb: str) -> Iterator[str]:
    form = FORM[kind]
    for name in form.takes:
        value = _FIELD[name]({key: each for key, each in fields.items() if key != verb})
        if value is None and name == "enter":
            return
        if value is None and kind != "stop":
            raise misread(json.dumps(dict(fields))[:200], form)
        yield value or ""


def _first(fields: Fields, names: tuple[str, ...]) -> str | None:
    values = (fields[name] for name in names if name in fields)
    return next((text for value in values if (text := _written(value)) is not None), None)


def _written(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return f"{value:g}" if isinstance(value, float) else None


def _mark(fields: Fields) -> str | None:
    x, y = _written(fields.get("x")), _written(fields.get("y"))
    if x is not None and y is not None:
        return f"{x},{y}"
    for name in _POINTS:
        if isinstance(point := fields.get(name), list):
            return ",".join(filter(None, map(_written, point)))
    return _first(fields, _MARKS)


def _enter(fields: Fields) -> str | None:
    flag = next((fields[name] for name in _ENTER if name in fields), None)
    return None if flag is None else str(int(flag)) if isinstance(flag, bool) else str(flag)


_FIELD: dict[Argument, Callable[[Fields], str | None]] = {
    "mark": _mark,
    "text": lambda fields: _first(fields, _TEXTS),
    "enter": _enter,
    "direction": lambda fields: _first(fields, _DIRECTIONS),
    "number": lambda fields: _first(fields, _INDICES),
}
