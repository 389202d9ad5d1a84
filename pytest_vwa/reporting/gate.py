"""Decides the exit code: rules, tasks that must pass, and the comparison with a stored run."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import wrap
from typing import Literal

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.result import Run
from pytest_vwa.core.verdict import Outcome

from . import absorbed, against, baseline, coverage, must_pass, rules
from .baseline import Baseline
from .finding import Finding, State
from .rules import Rule

_WIDTH = 86
"""Of the lines that are told, in characters: what the table of a comparison needs."""


@dataclass(frozen=True)
class Gate:
    """What a run is held against. ``must_pass`` names tasks by key or test."""

    rules: tuple[Rule, ...] = ()
    must_pass: tuple[str, ...] = ()
    baseline: Baseline | None = None


@dataclass(frozen=True)
class Options:
    """What the user gives them with: errors name it."""

    rule: str = "--vwa-gate"
    must_pass: str = "--vwa-must-pass"
    baseline: str = "--vwa-baseline"


@dataclass(frozen=True)
class GateResult:
    """``findings`` say what decided, ``absorbed`` what went wrong and did not. ``code``: 0 all
    held, 1 something fell, 2 something could not be judged and nothing fell."""

    findings: tuple[Finding, ...]
    absorbed: tuple[str, ...] = ()

    @property
    def code(self) -> Literal[0, 1, 2]:
        states = {finding.state for finding in self.findings}
        if "FELL" in states:
            return 1
        return 2 if "UNJUDGED" in states else 0

    @property
    def over_absorbed(self) -> str:
        """Their title."""
        return "not told by the exit code" if self.code == 0 else "all that was lost or broke"

    @property
    def title(self) -> str:
        word = {0: "held", 1: "fell", 2: "could not be judged"}[self.code]
        return f"gate {word}: exit code {self.code}"


def read(
    given: Sequence[str],
    must: Sequence[str],
    stored: Path | None,
    here: Path,
    options: Options = Options(),
) -> Gate:
    """From rules, names or lists of tasks that must pass, and a stored run. Raises UsageError that
    names the option."""
    option = options.rule
    try:
        parsed = tuple(map(rules.parse, given))
        if not stored and any(rule.metric == "regressions" for rule in parsed):
            raise UsageError(
                f"a rule about regressions needs {options.baseline}=FILE to compare with"
            )
        option = options.must_pass
        names = must_pass.read(must, here)
        option = options.baseline
        return Gate(parsed, names, baseline.load(stored, here) if stored else None)
    except UsageError as error:
        raise UsageError(f"{option}: {error}") from error


def judge(gate: Gate, records: Sequence[Run]) -> GateResult:
    """A pure function of the records. Of a run that is not the baseline's task set, or has too few
    verdicts, the comparison says nothing; its rules are judged all the same. That too many runs
    have no verdict is told where nothing else says what could not be judged."""
    if all(record.outcome is Outcome.SKIPPED for record in records):
        none = Finding("UNJUDGED", "nothing was run, so nothing could be judged")
        return GateResult((none,), tuple(absorbed.lines(records)))
    found = list(_findings(gate, records))
    if all(finding.state != "UNJUDGED" for finding in found):
        found = [*coverage.check(records), *found]
    return GateResult(tuple(found), tuple(absorbed.lines(records)))


def _findings(gate: Gate, records: Sequence[Run]) -> Iterator[Finding]:
    compared = against.compared(gate.baseline, records) if gate.baseline else ()
    regressed = {each.agent: each.comparison.regressed for each in compared if each.comparison}
    for rule in gate.rules:
        yield from rules.check(rule, records, regressed)
    yield from must_pass.check(gate.must_pass, records)
    for each in compared:
        yield from each.findings
        if each.comparison and each.comparison.is_blind:
            counts = any(rule.metric == "regressions" for rule in gate.rules)
            yield Finding("" if counts else "UNJUDGED", against.TOO_FEW)


def but(judged: GateResult, obstacle: str) -> GateResult:
    """It could not be judged, whatever else was found: ``obstacle`` says why."""
    return replace(judged, findings=(Finding("UNJUDGED", obstacle), *judged.findings))


def lines(result: GateResult) -> Iterator[tuple[State, str]]:
    """All it has to say below its title, in lines that fit a terminal."""
    for finding in result.findings:
        for part in _wrapped(str(finding)):
            yield finding.state, part
    if result.absorbed:
        yield "", f"{result.over_absorbed}:"
    for line in result.absorbed:
        for part in _wrapped(f"  {line}"):
            yield "", part


def _wrapped(line: str) -> list[str]:
    return wrap(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)
