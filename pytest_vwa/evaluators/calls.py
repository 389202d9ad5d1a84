"""``func:NAME(argument, ...)`` of task files: parsed, never evaluated."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from inspect import signature
from typing import Any

from pytest_vwa.core.ports import Evidence, View
from pytest_vwa.registry import hint

ALLOWED = (
    "allowed: func:NAME(argument, ...), each argument a text, a number, True, False, None, "
    "__page__ or __last_url__"
)
LAST_URL = "__last_url__"


class Given(Enum):
    """An argument that only the evaluator knows."""

    PAGE = "__page__"
    LAST_URL = LAST_URL


Argument = str | int | float | bool | None | Given


@dataclass(frozen=True)
class Call:
    name: str
    args: tuple[Argument, ...] = ()


def parse_call(text: str) -> Call:
    """Read ``func:NAME(argument, ...)``; raises ValueError for anything else."""
    try:
        tree = ast.parse(text.removeprefix("func:").strip(), mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"{text!r} is not a call ({error.msg}); {ALLOWED}") from None
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        raise ValueError(f"{text!r} is not the call of one function; {ALLOWED}")
    if tree.keywords:
        raise ValueError(f"{text!r} names an argument; {ALLOWED}")
    return Call(tree.func.id, tuple(_argument(node, text) for node in tree.args))


def _argument(node: ast.expr, text: str) -> Argument:
    if isinstance(node, ast.Name) and node.id in ("__page__", LAST_URL):
        return Given(node.id)
    try:
        value = ast.literal_eval(node)
    except ValueError:
        value = ...
    if value is None or isinstance(value, str | int | float):
        return value
    raise ValueError(f"{text!r} has the argument {ast.unparse(node)!r}; {ALLOWED}")


def flaw_of_call(text: str, functions: Mapping[str, Callable[..., Any]]) -> str | None:
    """Why the call cannot be made; None when it can."""
    try:
        call = parse_call(text)
    except ValueError as error:
        return str(error)
    if call.name not in functions:
        return f"calls unknown function {call.name!r}{hint(call.name, functions)}"
    parameters = signature(functions[call.name])
    try:
        parameters.bind(None, *call.args)
    except TypeError as error:
        return f"calls {call.name} wrongly: {error}"
    return None


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
        raise ValueError(f"{text!r} asks for __page__ where no page is open yet")
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
