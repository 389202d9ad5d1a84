"""Rules that decide the exit code: ``errors == 0``, ``final[shopping] >= 0.12``, ``cost <= 5``."""

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.core.verdict import Outcome
from pytest_vwa.registry import hint

from .summary import DIMENSIONS, JUDGED, is_question

METRICS = {
    "final": "pass rate of the tasks",
    "intermediate": "pass rate of the questions",
    "errors": "number of errors, or with % their share of all runs but the skipped",
    "cost": "US dollars spent in all",
}
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
_RULE = re.compile(
    r"\s*(?P<metric>\w+)\s*(?:\[\s*(?P<marker>[\w-]+)\s*\])?"
    r"\s*(?P<sign>==|<=|>=|<|>)\s*(?P<limit>\d+(?:\.\d+)?)\s*(?P<percent>%?)\s*"
)


@dataclass(frozen=True)
class Rule:
    """One rule. ``marker`` narrows it to the runs of a site, category, difficulty or kind;
    "" means all. ``limit`` of a percentage is a share, 0..1."""

    text: str
    metric: str
    marker: str
    sign: str
    limit: float
    percent: bool

    def holds(self, value: float) -> bool:
        return _COMPARE[self.sign](value, self.limit)


@dataclass(frozen=True)
class GateResult:
    """``lines`` has one a rule and agent. ``code``: 0 all rules held, 1 a rule fell, 2 nothing
    was run."""

    held: bool
    lines: tuple[str, ...]
    code: Literal[0, 1, 2]


def parse(rule: str) -> Rule:
    """Raises UsageError that teaches the grammar."""
    match = _RULE.fullmatch(rule)
    if not match:
        raise UsageError(f"gate rule {rule!r} cannot be read; {_grammar()}")
    metric, marker, sign, limit, percent = match.groups(default="")
    if metric not in METRICS:
        raise UsageError(
            f"gate rule {rule!r}: unknown {metric!r}{hint(metric, METRICS)}; {_grammar()}"
        )
    if percent and metric == "cost":
        raise UsageError(f"gate rule {rule!r}: cost is in US dollars, not in %; write 'cost <= 5'")
    share = float(limit) / 100 if percent else float(limit)
    if share > 1 and (percent or metric in ("final", "intermediate")):
        raise UsageError(
            f"gate rule {rule!r}: a share is at most 1, or 100%; twelve percent is 0.12 or 12%"
        )
    return Rule(rule.strip(), metric, marker, sign, share, bool(percent))


def judge(rules: Sequence[Rule], records: Sequence[Record]) -> GateResult:
    """Rates are judged agent by agent: a good agent does not make up for a bad one."""
    run = [record for record in records if record.outcome is not Outcome.SKIPPED]
    if not run:
        return GateResult(False, ("nothing was run, so no rule could be judged",), 2)
    results = [result for rule in rules for result in _judge(rule, run)]
    held = all(held for held, _ in results)
    lines = tuple(f"{'held' if held else 'FELL'}  {line}" for held, line in results)
    return GateResult(held, lines, 0 if held else 1)


def _judge(rule: Rule, run: Sequence[Record]) -> list[tuple[bool, str]]:
    agents = sorted({record.agent or "" for record in run})
    if rule.metric not in ("final", "intermediate") or len(agents) == 1:
        return [_verdict(rule, rule.text, run)]
    return [
        _verdict(rule, f"{agent}: {rule.text}", [r for r in run if (r.agent or "") == agent])
        for agent in agents
    ]


def _verdict(rule: Rule, title: str, run: Sequence[Record]) -> tuple[bool, str]:
    measured = _measure(rule, [r for r in run if not rule.marker or rule.marker in _marks(r)])
    if measured is None:
        known = {mark for record in run for mark in _marks(record)}
        near = hint(rule.marker, tuple(known)) if rule.marker else ""
        return False, f"{title}: there was nothing to measure{near}"
    value, words = measured
    return rule.holds(value), f"{title}: {words}"


def _measure(rule: Rule, run: Sequence[Record]) -> tuple[float, str] | None:
    """The value and what it is made of; None where no run carries it."""
    if not run:
        return None
    if rule.metric == "cost":
        cost = sum(record.cost_usd + record.judge_cost_usd for record in run)
        return cost, f"${cost:.4f}"
    if rule.metric == "errors":
        errors = sum(record.outcome is Outcome.ERROR for record in run)
        return (errors / len(run) if rule.percent else errors), f"{errors} of {len(run)} runs"
    return _rate(run, questions=rule.metric == "intermediate")


def _rate(run: Sequence[Record], *, questions: bool) -> tuple[float, str] | None:
    judged = [r for r in run if r.outcome in JUDGED and is_question(r) is questions]
    if not judged:
        return None
    passed = sum(record.outcome is Outcome.PASSED for record in judged)
    noun = "questions" if questions else "tasks"
    return passed / len(judged), f"{passed / len(judged):.3f} ({passed} of {len(judged)} {noun})"


def _marks(record: Record) -> set[str]:
    return {name for names in DIMENSIONS.values() for name in names(record)}


def _grammar() -> str:
    metrics = "; ".join(f"{name}: {meaning}" for name, meaning in METRICS.items())
    return (
        "write METRIC SIGN NUMBER or METRIC[MARKER] SIGN NUMBER, for example 'errors <= 2%' or "
        "'final[temporal_reasoning] >= 0.10'. "
        f"Signs: {' '.join(_COMPARE)}. Metrics: {metrics}"
    )
