"""``func:NAME(argument, ...)`` of task files: parsed, never evaluated."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_vwa.core.ports import Evidence, View
from pytest_vwa.registry import hint

from .excerpt import excerpt
from .parameters import Argument, Given, misfit

ALLOWED = (
    "allowed: func:NAME(argument, ...), each argument a text, a number, True, False, None, "
    "__page__ or __last_url__"
)
LAST_URL = Given.LAST_URL.value
MOST_ARGUMENTS = 100

_WORDS: Mapping[str, Argument] = {
    "True": True,
    "False": False,
    "None": None,
    **{given.value: given for given in Given},
}
# No alternative begins as another does and no repetition holds one: time grows with the length.
_HEAD = re.compile(r"\s*(?P<name>[A-Za-z_]\w{0,99})\s*\(", re.ASCII)
_ARGUMENT = re.compile(
    r"""\s*(?:
        (?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
        | (?P<number>[+-]?\d{1,18}(?:\.\d{1,18})?(?:[eE][+-]?\d{1,3})?)
        | (?P<word>True|False|None|__page__|__last_url__)
    )\s*(?:,|\Z)""",
    re.ASCII | re.DOTALL | re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"\\": "\\", "'": "'", '"': '"', "n": "\n", "t": "\t", "r": "\r"}


@dataclass(frozen=True)
class Call:
    name: str
    args: tuple[Argument, ...] = ()


def parse_call(text: str) -> Call:
    """Read ``func:NAME(argument, ...)``; raises ValueError for anything else.

    The language is flat and has its own reader: nothing in it is Python.
    """
    head = _HEAD.match(text.removeprefix("func:"))
    if head is None:
        raise ValueError(f"{excerpt(text)} is not the call of one function; {ALLOWED}")
    rest = head.string[head.end() :].strip()
    if not rest.endswith(")"):
        raise ValueError(f"{excerpt(text)} is not a call (it does not end with ')'); {ALLOWED}")
    return Call(head["name"], tuple(_arguments(rest.removesuffix(")"), text)))


def _arguments(written: str, text: str) -> Iterator[Argument]:
    """Each with the comma behind it; one comma may follow the last."""
    written = written.rstrip()
    place = count = 0
    while place < len(written):
        if (count := count + 1) > MOST_ARGUMENTS:
            raise ValueError(f"{excerpt(text)} has more than {MOST_ARGUMENTS} arguments; {ALLOWED}")
        found = _ARGUMENT.match(written, place)
        if found is None:
            raise ValueError(
                f"{excerpt(text)} has the argument {excerpt(written[place:])}; {ALLOWED}"
            )
        yield _argument(found)
        place = found.end()


def _argument(found: re.Match[str]) -> Argument:
    if (word := found["word"]) is not None:
        return _WORDS[word]
    if (number := found["number"]) is not None:
        return float(number) if set(number) & set(".eE") else int(number)
    return _ESCAPE.sub(lambda escape: _ESCAPES.get(escape[1], escape[0]), found["text"][1:-1])


def flaw_of_call(text: str, functions: Mapping[str, Callable[..., Any]]) -> str | None:
    """Why the call cannot be made; None when it can."""
    try:
        call = parse_call(text)
    except ValueError as error:
        return str(error)
    if call.name not in functions:
        return f"calls unknown function {call.name!r}{hint(call.name, functions)}"
    flaw = misfit(functions[call.name], call.args)
    return f"calls {call.name} wrongly: {flaw}" if flaw else None


def make_call(
    text: str,
    functions: Mapping[str, Callable[..., Any]],
    evidence: Evidence,
    view: View | None = None,
) -> Any:
    """Call the registered function; raises ValueError when there is no such call to make."""
    if flaw := flaw_of_call(text, functions):
        raise ValueError(flaw)
    call = parse_call(text)
    if view is None and Given.PAGE in call.args:
        raise ValueError(f"{excerpt(text)} asks for __page__ where no page is open yet")
    args = [_bound(argument, evidence, view) for argument in call.args]
    return functions[call.name](evidence, *args)


def _bound(argument: Argument, evidence: Evidence, view: View | None) -> Any:
    if argument is Given.PAGE:
        return view
    if argument is Given.LAST_URL:
        return evidence.last_url
    if isinstance(argument, str):
        return evidence.sites.resolve(argument).replace(LAST_URL, evidence.last_url)
    return argument
