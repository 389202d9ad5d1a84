"""What a page of a site holds."""

from collections.abc import Callable, Mapping
from typing import Any

from pytest_vwa.core.ports import Evaluator, Evidence, View
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score

from . import rules
from .address import address
from .calls import make_call
from .criteria import ProgramHtml
from .excerpt import excerpt
from .judge import judge_of

SCRIPTS = ("document.", "[...document.")
LAMBDA = "lambda:"

Complaint = Callable[[ProgramHtml, rules.Found, Evidence], str]
"""Why what was found is not what the target requires; "" when it is."""
Reading = Callable[[Any], rules.Found]
"""What the value of a ``lambda:`` locator is read as."""


def _truth(value: Any) -> rules.Found:
    """As published: whatever counts as false is empty."""
    return value if isinstance(value, int | float) and value else str(value or "")


def program_html(
    functions: Mapping[str, Callable[..., Any]],
    complaint: Complaint | None = None,
    reading: Reading = _truth,
) -> Evaluator:
    """The evaluator of one target, whose calls mean these functions.

    It scores 1 when the page holds what the target requires, else 0; it raises ValueError for a
    target that ``problem`` complains about, and JudgeError when a meaning must be judged and no
    judge is configured.
    """
    wrong_with = complaint or _unmet

    def evaluate(evidence: Evidence, check: Check) -> Score:
        target = ProgramHtml.model_validate(check.args)
        view = evidence.visit(_address(target, evidence, functions))
        found = _extract(target, evidence, view, functions, reading)
        wrong = wrong_with(target, found, evidence)
        where = f"page {evidence.sites.conceal(view.url)}"
        return Score(0.0, f"{where}: {wrong}") if wrong else Score(1.0, f"{where}: as expected")

    return evaluate


def _address(
    target: ProgramHtml, evidence: Evidence, functions: Mapping[str, Callable[..., Any]]
) -> str:
    if target.url.startswith("func:"):
        return address(str(make_call(target.url, functions, evidence)), evidence)
    return address(target.url, evidence)


def _extract(
    target: ProgramHtml,
    evidence: Evidence,
    view: View,
    functions: Mapping[str, Callable[..., Any]],
    reading: Reading,
) -> rules.Found:
    locator = target.locator.strip()
    if not locator:
        return view.html()
    if locator.startswith("func:"):
        found = make_call(locator, functions, evidence, view)
        return found if isinstance(found, int | float) else str(found)
    if locator.startswith(LAMBDA):
        return _value(view, locator.removeprefix(LAMBDA), reading)
    if locator.startswith(SCRIPTS):
        _prepare(view, target.prep_actions)
        return _text(view, evidence.sites.resolve(locator))
    raise ValueError(f"locator {excerpt(locator)} is none that is known")


def _prepare(view: View, scripts: tuple[str, ...]) -> None:
    """Best effort, as published: the first that throws ends it."""
    try:
        for script in scripts:
            view.evaluate(script)
    except ValueError:
        return


def _text(view: View, script: str) -> str:
    """Python's reading of the value, so ``null`` is ``None``; "" when the script throws."""
    try:
        return str(view.evaluate(script))
    except ValueError:
        return ""


def _value(view: View, script: str, reading: Reading) -> rules.Found:
    """Of an expression or of the function that it is; "" when it throws."""
    expression = script.strip().rstrip(";")
    try:
        value = view.evaluate(f"(it => typeof it === 'function' ? it() : it)({expression})")
    except ValueError:
        return ""
    return reading(value)


def _unmet(target: ProgramHtml, found: rules.Found, evidence: Evidence) -> str:
    """As published: only the first given rule is judged."""
    wanted = target.required_contents
    match wanted.rule:
        case "exact_match":
            return rules.equals(wanted.exact_match or "", found)
        case "must_include":
            includes = rules.occurs if target.within_words else rules.includes
            return _first(includes, wanted.must_include, found)
        case "must_exclude":
            return _first(rules.excludes, wanted.must_exclude, found)
        case "required_values":
            return _first(rules.satisfies, wanted.required_values, found)
        case "fuzzy_match":
            return meaning(wanted.fuzzy_match or "", str(found), evidence)
    raise ValueError("required_contents requires nothing, so any page would pass")


def _first(rule: rules.Rule, wanted: tuple[str, ...], found: rules.Found) -> str:
    return next(filter(None, (rule(each, found) for each in wanted)), "")


def meaning(wanted: str, found: str, evidence: Evidence) -> str:
    """What the judge has against it; raises JudgeError without a judge."""
    score = judge_of(evidence).matches(found, wanted, evidence.intent)
    if score.passed:
        return ""
    said = f" ({score.reason})" if score.reason else ""
    return f"expected to mean {wanted!r}, got {excerpt(found)}{said}"
