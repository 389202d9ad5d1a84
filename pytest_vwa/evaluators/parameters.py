"""What the functions that task files call take, as their signatures say it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from inspect import Parameter, signature
from itertools import repeat
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pytest_vwa.core.ports import View

from .excerpt import excerpt


class Given(Enum):
    """An argument that only the evaluator knows."""

    PAGE = "__page__"
    LAST_URL = "__last_url__"


Argument = str | int | float | bool | None | Given

# Types by the name that an annotation may have in place of them.
_TYPES = {kind.__name__: kind for kind in (View, str, int, float, bool)} | {"None": type(None)}
_TOLD = {
    View: "__page__",
    str: "a text or __last_url__",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    type(None): "None",
}


def misfit(function: Callable[..., Any], args: Sequence[Argument]) -> str | None:
    """Why the function does not take these arguments after the evidence; None when it does. A
    parameter whose annotation is missing, or none of those that a call can fill, takes any."""
    parameters = signature(function)
    try:
        parameters.bind(None, *args)
    except TypeError as error:
        return str(error)
    for parameter, arg in zip(_places(parameters.parameters.values()), args, strict=False):
        allowed = _kinds(parameter.annotation)
        if allowed and not _fits(arg, allowed):
            told = " or ".join(_TOLD[kind] for kind in allowed)
            return f"its argument {parameter.name} is {_written(arg)}; allowed: {told}"
    return None


def _places(parameters: Iterable[Parameter]) -> Iterator[Parameter]:
    """The parameters by place, without the evidence; the last one may take many."""
    for number, parameter in enumerate(parameters):
        many = parameter.kind is Parameter.VAR_POSITIONAL
        yield from repeat(parameter) if many else [parameter] * (number > 0)


def _kinds(annotation: Any) -> tuple[type, ...]:
    """The types that it names; () for one that cannot be told from an argument."""
    union = get_origin(annotation) in (Union, UnionType)
    names = annotation.split("|") if isinstance(annotation, str) else [annotation]
    kinds = tuple(map(_named, get_args(annotation) if union else names))
    return () if None in kinds else tuple(kind for kind in kinds if kind)


def _named(annotation: Any) -> type | None:
    if annotation is None:
        return type(None)
    name = annotation.strip() if isinstance(annotation, str) else None
    known = _TYPES.get(name) if name else annotation
    return known if known in _TYPES.values() else None


def _fits(arg: Argument, allowed: tuple[type, ...]) -> bool:
    match arg:
        case Given.PAGE:
            return View in allowed
        case Given.LAST_URL:
            return str in allowed
    return type(arg) in allowed or (type(arg) is int and float in allowed)


def _written(arg: Argument) -> str:
    if isinstance(arg, Given):
        return str(arg.value)
    return excerpt(arg) if isinstance(arg, str) else repr(arg)
