"""Rules about a run: ``errors == 0``, ``final[shopping] >= 0.12``, ``cost <= 5``."""

import operator
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.nearest import meant
from pytest_vwa.core.result import Run
from pytest_vwa.core.site import SITE_NAMES
from pytest_vwa.core.taxonomy import CATEGORIES, DIFFICULTIES, KINDS
from pytest_vwa.core.verdict import Outcome
from pytest_vwa.registry import hint

from . import coverage
from .finding import Finding
from .matched import Name, name_of
from .summary import marks
from .units import counted

METRICS = {
    "final": "pass rate of the tasks",
    "intermediate": "pass rate of the questions",
    "errors": "number of errors, or with % their share of all runs but the skipped",
    "cost": "US dollars spent in all",
    "regressions": "tasks and questions that the baseline won and this run did not",
}
_WORDS = (*SITE_NAMES, *CATEGORIES, *DIFFICULTIES, *KINDS, "question")
RATES = {"final": "tasks", "intermediate": "questions"}
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

Regressed = Mapping[str, Collection[Name]]
"""By agent: what the baseline won and this run did not."""


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
class _Measured:
    """``value`` is None where there is too little to tell; ``words`` say what it is made of."""

    value: float | None
    words: str


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
    if percent and metric in ("cost", "regressions"):
        raise UsageError(
            f"gate rule {rule!r}: {metric} is a number, not a share; write '{metric} <= 5'"
        )
    share = float(limit) / 100 if percent else float(limit)
    if share > 1 and (percent or metric in RATES):
        raise UsageError(
            f"gate rule {rule!r}: a share is at most 1, or 100%; twelve percent is 0.12 or 12%"
        )
    return Rule(rule.strip(), metric, marker, sign, share, bool(percent))


def misspelt(rule: Rule, known: Collection[str], done: str = "collected") -> str:
    """What is wrong with a marker that is neither among the ``known`` ones of tasks nor a word of
    the benchmarks; "" of others. ``done`` says what became of these tasks."""
    if not rule.marker or rule.marker in {*known, *_WORDS}:
        return ""
    return (
        f"gate rule {rule.text!r}: no task is marked {rule.marker!r}, those {done} are marked "
        f"{', '.join(sorted(known))}{meant(rule.marker, {*known, *_WORDS})}"
    )


def check(rule: Rule, records: Sequence[Run], regressed: Regressed) -> list[Finding]:
    """Rates are judged agent by agent: a good agent does not make up for a bad one."""
    agents = sorted({record.agent or "" for record in records})
    if rule.metric not in RATES or len(agents) == 1:
        return [_found(rule, rule.text, records, regressed)]
    return [
        _found(rule, f"{agent}: {rule.text}", [r for r in records if (r.agent or "") == agent], {})
        for agent in agents
    ]


def _found(rule: Rule, title: str, records: Sequence[Run], regressed: Regressed) -> Finding:
    scope = [r for r in records if not rule.marker or rule.marker in _marks(r)]
    measured = _measure(rule, scope, regressed)
    if measured is None:
        known = {mark for record in records for mark in _marks(record)}
        near = hint(rule.marker, tuple(known)) if rule.marker else ""
        return Finding("UNJUDGED", f"{title}: there was nothing to measure{near}")
    if measured.value is None:
        return Finding("UNJUDGED", f"{title}: {measured.words}")
    if not rule.holds(measured.value):
        return Finding("FELL", f"{title}: {measured.words}")
    if rule.marker and coverage.is_short(scope):
        return Finding("UNJUDGED", f"{title}: {measured.words}; {coverage.told(scope, 'runs')}")
    return Finding("held", f"{title}: {measured.words}")


def _measure(rule: Rule, scope: Sequence[Run], regressed: Regressed) -> _Measured | None:
    """None where no run carries it."""
    run = [record for record in scope if record.outcome is not Outcome.SKIPPED]
    if not run:
        return None
    if rule.metric == "cost":
        cost = sum(record.cost_usd + record.judge_cost_usd for record in run)
        return _Measured(cost, f"${cost:.4f}")
    if rule.metric == "errors":
        errors = sum(record.outcome is Outcome.ERROR for record in run)
        share = errors / len(run) if rule.percent else errors
        return _Measured(share, f"{errors} of {counted(len(run), 'runs')}")
    if rule.metric == "regressions":
        return _regressions(run, regressed)
    return _rate(scope, RATES[rule.metric])


def _regressions(run: Sequence[Run], regressed: Regressed) -> _Measured:
    if any((record.agent or "") not in regressed for record in run):
        return _Measured(None, "not all of it could be compared with the baseline")
    lost = {
        (record.agent, *name_of(record))
        for record in run
        if name_of(record) in regressed.get(record.agent or "", ())
    }
    return _Measured(len(lost), f"{len(lost)} won in the baseline and not now")


def _rate(scope: Sequence[Run], noun: str) -> _Measured | None:
    own = [record for record in scope if record.is_question is (noun == "questions")]
    judged = [record for record in own if record.is_judged]
    if not judged:
        return None
    if coverage.is_short(own):
        return _Measured(None, coverage.told(own, noun))
    passed = sum(record.outcome is Outcome.PASSED for record in judged)
    share = passed / len(judged)
    tasks = len({name_of(record) for record in judged})
    tried = counted(tasks, noun)
    if tasks < len(judged):
        tried = f"{counted(len(judged), 'runs')} of {tried}"
    return _Measured(share, f"{share:.3f} ({passed} of {tried})")


def _marks(record: Run) -> set[str]:
    return {name for names in marks(record) for name in names}


def _grammar() -> str:
    metrics = "; ".join(f"{name}: {meaning}" for name, meaning in METRICS.items())
    return (
        "write METRIC SIGN NUMBER or METRIC[MARKER] SIGN NUMBER, for example 'errors <= 2%' or "
        "'final[temporal_reasoning] >= 0.10'. "
        f"Signs: {' '.join(_COMPARE)}. Metrics: {metrics}"
    )
