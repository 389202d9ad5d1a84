"""What a page of a site holds: all that is required of it, and by the agent's doing."""

from collections.abc import Callable, Iterator, Mapping
from html import unescape
from typing import Any

from pytest_vwa.core.ports import Evaluator, Evidence
from pytest_vwa.evaluators import program_html as published
from pytest_vwa.evaluators.criteria import ProgramHtml, RequiredContents
from pytest_vwa.evaluators.rules import Found

from . import rules
from .earned import earned
from .shopping import MENDED

# What a locator reads that matches no element: a script's null is Python's None.
_NOTHING = ("", "None", "[]", "{}")


def program_html(functions: Mapping[str, Callable[..., Any]]) -> Evaluator:
    """The evaluator of one target, whose calls mean these functions; the built-in ones that read
    wrongly are replaced."""
    mended = {name: MENDED.get(function, function) for name, function in functions.items()}
    return earned(published.program_html(mended, _unmet, _value))


def _value(value: Any) -> Found:
    """Nought is a number; only null is nothing."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    return "" if value is None else str(value)


def _unmet(target: ProgramHtml, found: Found, evidence: Evidence) -> str:
    """The first complaint; "" when there is none. All given rules are judged."""
    if not target.locator.strip():
        found = unescape(str(found))
    wanted = target.required_contents
    wrong = next(filter(None, _complaints(wanted, found)), "")
    if wrong or wanted.fuzzy_match is None:
        return wrong
    return published.meaning(wanted.fuzzy_match, str(found), evidence)


def _complaints(wanted: RequiredContents, found: Found) -> Iterator[str]:
    if not wanted.rule:
        raise ValueError("required_contents requires nothing, so any page would pass")
    if wanted.must_exclude and str(found).strip() in _NOTHING:
        yield "expected an element that does not hold what is excluded, found none"
    if wanted.exact_match is not None:
        yield rules.equals(wanted.exact_match, found)
    yield from (rules.includes(each, found) for each in wanted.must_include)
    yield from (rules.excludes(each, found) for each in wanted.must_exclude)
    yield from (rules.satisfies(each, found) for each in wanted.required_values)
