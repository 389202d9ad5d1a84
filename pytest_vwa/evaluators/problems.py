"""What is wrong with a check, told before a browser or a token is spent."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pytest_vwa.core.task import Check
from pytest_vwa.core.value import Value
from pytest_vwa.registry import hint

from . import rules
from .address import ALLOWED, is_address
from .calls import flaw_of_call, parse_call
from .criteria import (
    ImageQuery,
    PageImageQuery,
    ProgramHtml,
    ReferenceAnswers,
    RequiredContents,
    StringMatch,
    UrlMatch,
    UrlNote,
    VisualQuestion,
    alternatives,
)
from .excerpt import excerpt
from .parameters import Given
from .pictures import is_here
from .program_html import LAMBDA, SCRIPTS

Functions = Mapping[str, Callable[..., Any]]
_SHAPES: Mapping[str, type[Value]] = {
    "string_match": StringMatch,
    "url_match": UrlMatch,
    "program_html": ProgramHtml,
    "page_image_query": PageImageQuery,
}
_PARTS: Mapping[str, type[Value]] = {
    "reference_answers": ReferenceAnswers,
    "required_contents": RequiredContents,
    "queries": ImageQuery,
    "eval_vqa": VisualQuestion,
}
# How the authors of task files call these.
_EXPECTED = {
    "tuple_type": "a list",
    "string_type": "a text",
    "model_type": "an object",
    "string_too_short": "a text that is not empty",
}


def problem(check: Check, functions: Functions) -> str | None:
    """Why the check cannot be judged, naming the field; None when it can.

    Checks of kinds that others registered are taken for sound.
    """
    if check.kind not in _SHAPES:
        return None
    try:
        criteria = _SHAPES[check.kind].model_validate(check.args)
    except ValidationError as error:
        return _malformed(check.kind, error.errors()[0])
    return next(_flaws(criteria, functions), None)


def _malformed(kind: str, error: ErrorDetails) -> str:
    """``reference_answers.must_inclde is unknown; did you mean 'must_include'? known: ...``"""
    where, found = _field(kind, error["loc"]), error["input"]
    if error["type"] == "extra_forbidden":
        parents = [part for part in error["loc"][:-1] if isinstance(part, str)]
        shape = _PARTS[parents[-1]] if parents else _SHAPES[kind]
        return f"{where} is unknown{hint(str(error['loc'][-1]), shape.model_fields)}"
    if error["type"] == "literal_error":
        return f"{where} {found!r}; known: {', '.join(get_args(UrlNote))}"
    if error["type"] == "missing":
        return f"{where} is missing"
    return f"{where} {found!r}; expected {_EXPECTED.get(error['type'], error['msg'])}"


def _field(kind: str, loc: tuple[str | int, ...]) -> str:
    """The field as the author of a task file knows it."""
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc)
    match kind:
        case "program_html":
            return f"program_html[]{path}"
        case "page_image_query":
            return path.replace(".queries", kind, 1)
    return path.removeprefix(".")


def _flaws(criteria: Value, functions: Functions) -> Iterator[str]:
    match criteria:
        case StringMatch():
            yield from _flaws_of_answers(criteria.reference_answers)
        case ProgramHtml():
            yield from _flaws_of_target(criteria, functions)
        case PageImageQuery():
            for number, query in enumerate(criteria.queries):
                yield from _flaws_of_query(query, f"page_image_query[{number}]")


def _flaws_of_answers(wanted: ReferenceAnswers) -> Iterator[str]:
    if not any(getattr(wanted, name) not in (None, ()) for name in type(wanted).model_fields):
        yield "reference_answers asks for nothing, so any answer would pass"
    yield from _bad_comparisons(wanted.required_values, "reference_answers.required_values")


def _flaws_of_target(target: ProgramHtml, functions: Functions) -> Iterator[str]:
    wanted = target.required_contents
    for field, text in target.calls():
        if flaw := flaw_of_call(text, functions):
            yield f"program_html[].{field} {flaw}"
        elif field == "url" and Given.PAGE in parse_call(text).args:
            yield f"program_html[].url {text!r} asks for __page__ where no page is open yet"
    if not target.url.startswith("func:") and not is_address(target.url):
        yield f"program_html[].url {excerpt(target.url)} is no address; {ALLOWED}, func:NAME(...)"
    locator = target.locator.strip()
    if locator and not locator.startswith(("func:", LAMBDA, *SCRIPTS)):
        yield (
            f"program_html[].locator {excerpt(locator)}; known: empty for the whole page, "
            "document..., [...document..., lambda:..., func:NAME(...)"
        )
    if not wanted.rule or getattr(wanted, wanted.rule) in (None, ()):
        yield "program_html[].required_contents asks for nothing, so any page would pass"
    yield from _bad_comparisons(
        wanted.required_values, "program_html[].required_contents.required_values"
    )


def _flaws_of_query(query: ImageQuery, where: str) -> Iterator[str]:
    if query.eval_image_url.startswith("func:"):
        yield f"{where}.eval_image_url calls a function; known: an address, last"
    elif not is_address(query.eval_image_url):
        yield f"{where}.eval_image_url {excerpt(query.eval_image_url)} is no address; {ALLOWED}"
    if not query.eval_vqa and not query.eval_fuzzy_image_match:
        yield f"{where} has neither eval_vqa nor eval_fuzzy_image_match, so any page would pass"
    source = query.eval_fuzzy_image_match
    if source and not any(map(is_here, alternatives(source))):
        yield f"{where}.eval_fuzzy_image_match {source!r} is neither address nor file here"


def _bad_comparisons(values: tuple[str, ...], where: str) -> Iterator[str]:
    for text in (each for value in values for each in alternatives(value)):
        try:
            rules.comparison(text)
        except ValueError as error:
            yield f"{where} {error}"
