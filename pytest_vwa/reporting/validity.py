"""What runs of the trivial agents and of the reference agent prove of a task set."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from pytest_vwa.agents import SOLVER, TRIVIAL
from pytest_vwa.core.record import Record
from pytest_vwa.core.verdict import Outcome

Finding = Literal["free", "allowed", "unsolvable", "broke", "idle"]
TITLES: dict[Finding, str] = {
    "free": "pass for free",
    "unsolvable": "unsolvable",
    "broke": "broke, so nothing is proven",
    "allowed": "pass for free, as their tasks allow",
    "idle": "not run",
}
Found = tuple[Finding, str]
"""A finding, and what is to be said of it."""
COUNTED: tuple[Finding, ...] = ("free", "unsolvable")


@dataclass(frozen=True)
class Validity:
    """``found`` has for each finding the tests it is about, each as one line of text; ``total``
    is the number of tasks and questions, ``proven`` of those with nothing found."""

    total: int
    proven: int
    found: dict[Finding, tuple[str, ...]]

    @property
    def code(self) -> Literal[0, 1, 2]:
        """1: some pass for free or are unsolvable; 2: nothing was run, or runs broke; 0: clean."""
        if any(self.found[finding] for finding in COUNTED):
            return 1
        return 2 if self.found["broke"] or len(self.found["idle"]) == self.total else 0


def assess(records: Sequence[Record]) -> Validity:
    """The records of one run: for each task and question one an agent."""
    ordered = sorted(records, key=_test)
    tests = {name: list(runs) for name, runs in groupby(ordered, key=_test)}
    findings = [(name, each) for name, runs in tests.items() for each in _findings(runs)]
    return Validity(
        total=len(tests),
        proven=len(tests) - len({name for name, _ in findings}),
        found={title: _told(findings, title) for title in TITLES},
    )


def _told(findings: Sequence[tuple[str, Found]], finding: Finding) -> tuple[str, ...]:
    return tuple(f"{name}: {said}" for name, (found, said) in findings if found == finding)


def lines(validity: Validity) -> Iterator[str]:
    """One a finding, below the title of its sort; the last line sums up."""
    for finding, title in TITLES.items():
        if told := validity.found[finding]:
            yield f"{title}: {len(told)}"
            yield from (f"  {line}" for line in told)
    yield (
        f"{validity.proven} of {validity.total} tasks and questions are proven: won by "
        f"{SOLVER}, and by no trivial agent"
    )


def _test(record: Record) -> str:
    """The node id without agent and browser: what all agents' runs share."""
    return record.nodeid.partition("[")[0]


def _findings(runs: Sequence[Record]) -> Iterator[Found]:
    if all(run.outcome is Outcome.SKIPPED for run in runs):
        yield "idle", runs[0].reason
        return
    ran = {run.agent for run in runs}
    if missing := [agent for agent in (*TRIVIAL, SOLVER) if agent not in ran]:
        # They were left out, or the process that ran them died.
        yield "broke", f"no result of {', '.join(missing)}"
    for run in runs:
        if run.agent == SOLVER:
            yield from _of_solver(run)
        else:
            yield from _of_trivial(run)


def _of_trivial(run: Record) -> Iterator[Found]:
    if run.outcome is Outcome.PASSED:
        why = "; ".join(dict.fromkeys(check.reason for check in run.checks))
        yield (
            ("allowed", f"by {run.agent}; allowed: {run.free_pass}")
            if run.free_pass
            else ("free", f"by {run.agent}: {why or 'it asks for nothing'}")
        )
    elif run.outcome is Outcome.ERROR:
        yield "broke", f"{run.agent}: {run.error_kind}: {_first_line(run)}"


def _of_solver(run: Record) -> Iterator[Found]:
    """What its actions do not find on a page is the solution's fault, not a breakage."""
    match run.outcome:
        case Outcome.FAILED:
            yield "unsolvable", _first_line(run)
        case Outcome.ERROR if run.error_kind == "agent":
            yield "unsolvable", _first_line(run)
        case Outcome.ERROR:
            yield "broke", f"{run.agent}: {run.error_kind}: {_first_line(run)}"
        case Outcome.SKIPPED:
            yield "unsolvable", f"not proven: {_first_line(run)}"


def _first_line(run: Record) -> str:
    return next(iter(run.reason.splitlines()), "no reason given")
