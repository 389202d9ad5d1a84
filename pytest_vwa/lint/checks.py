"""Rules on what a task is judged by."""

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_vwa.core.task import Check
from pytest_vwa.evaluators.calls import flaw_of_call
from pytest_vwa.evaluators.criteria import RequiredContents
from pytest_vwa.evaluators.problems import problem
from pytest_vwa.evaluators.program_html import LAMBDA, SCRIPTS

from .brackets import unbalanced
from .case import Case, Part
from .shape import Trouble

_LOCATORS = ("func:", LAMBDA, *SCRIPTS)


def missing_check(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        if part.flaw:
            field, _, text = part.flaw.partition(": ")
            yield field, text


def unknown_call(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        for check in part.checks:
            for name, flaw in _flaws_of_calls(check, case):
                yield f"{part.field}.program_html[].{name}", flaw


def malformed_locator(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        for locator in (_text(check, "locator") for check in part.checks):
            if flaw := _flaw_of_locator(locator):
                yield f"{part.field}.program_html[].locator", f"{locator!r} {flaw}"


def unjudgeable_check(case: Case) -> Iterator[Trouble]:
    """What else keeps an evaluator from judging."""
    for part in case.parts:
        for check in () if part.flaw else part.checks:
            told = _is_malformed(_text(check, "locator")) or any(_flaws_of_calls(check, case))
            if not told and (flaw := problem(check, case.here.registry.functions)):
                yield part.field, flaw


def _flaws_of_calls(check: Check, case: Case) -> Iterator[tuple[str, str]]:
    for name in ("url", "locator"):
        text = _text(check, name)
        if text.startswith("func:") and (flaw := flaw_of_call(text, case.here.registry.functions)):
            yield name, flaw


def _is_malformed(locator: str) -> bool:
    return bool(locator) and not locator.startswith(_LOCATORS)


def _flaw_of_locator(locator: str) -> str:
    if _is_malformed(locator):
        return (
            "is none; known: empty for the whole page, document..., [...document..., lambda:..., "
            "func:NAME(...)"
        )
    wrong = "" if locator.startswith("func:") else unbalanced(locator.removeprefix(LAMBDA))
    return f"cannot be run: {wrong}" if wrong else ""


def _text(check: Check, name: str) -> str:
    """A text of a target; "" for other checks."""
    return str(check.args.get(name, "")).strip() if check.kind == "program_html" else ""


def unjudged_criterion(case: Case) -> Iterator[Trouble]:
    named_by = {
        "reference_answers": "string_match",
        "reference_url": "url_match",
        "program_html": "program_html",
        "page_image_query": "page_image_query",
    }
    for part in case.parts:
        kinds = part.criteria.get("eval_types")
        for name, kind in named_by.items():
            if kinds and kind not in kinds and part.criteria.get(name):
                yield (
                    f"{part.field}.{name}",
                    f"is given but not judged: eval_types is {kinds!r}; add {kind!r} to it, or "
                    "take the field away",
                )


def only_first_is_judged(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        for check in part.checks:
            names = [name for name in RequiredContents.model_fields if name in contents(check)]
            if len(names) > 1:
                yield (
                    f"{part.field}.program_html[].required_contents",
                    f"holds {', '.join(names)}, of which the profile reference judges "
                    f"{names[0]} alone; give each a target of its own",
                )


def answers(check: Check) -> Mapping[str, Any]:
    """What the answer is held against."""
    return _given(check, "string_match", "reference_answers")


def contents(check: Check) -> Mapping[str, Any]:
    """What a page is held against."""
    return _given(check, "program_html", "required_contents")


def _given(check: Check, kind: str, name: str) -> Mapping[str, Any]:
    return (check.args.get(name) or {}) if check.kind == kind else {}


def texts(part: Part) -> Iterator[tuple[str, str, str]]:
    """Field, rule and text of everything that the answer or a page is held against."""
    for check in part.checks:
        for where, wanted in (
            ("reference_answers", answers(check)),
            ("program_html[].required_contents", contents(check)),
        ):
            for rule, value in wanted.items():
                for text in value if isinstance(value, list) else [value]:
                    yield f"{part.field}.{where}.{rule}", rule, text
