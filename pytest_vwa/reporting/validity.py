"""What runs of the trivial agents and of the reference agent prove of a task set."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pytest_vwa.agents import SOLVER, TRIVIAL
from pytest_vwa.core.record import Record
from pytest_vwa.core.verdict import Outcome
from pytest_vwa.evaluators.strict.earned import UNEARNED

from .units import tasks_and_questions

Finding = Literal["free", "satisfied", "allowed", "unsolvable", "broke", "undecided", "idle"]
TITLES: dict[Finding, str] = {
    "free": "pass for free",
    "satisfied": "satisfied before anything is done",
    "unsolvable": "unsolvable",
    "broke": "broke, so nothing is proven",
    "undecided": "not decided, for want of a judge (--vwa-judge-model)",
    "allowed": "pass for free, as their tasks allow",
    "idle": "not run",
}
Found = tuple[Finding, str, str]
"""A finding, the agent whose run shows it or "", and what is to be said of it."""
_NUMBERED = re.compile(r"(\D*)(\d*)")
COUNTED: tuple[Finding, ...] = ("free", "satisfied", "unsolvable")


@dataclass(frozen=True)
class Validity:
    """``found`` has for each finding the tasks and questions it is about, each as one line of
    text; ``total`` is the number of all, ``proven`` of those with nothing found."""

    total: int
    proven: int
    found: dict[Finding, tuple[str, ...]]

    @property
    def code(self) -> Literal[0, 1, 2]:
        """1: some pass for free or are unsolvable; 2: some were not run, or runs broke; 0: all
        are proven, but for what a judge would have to decide where none is named."""
        if any(self.found[finding] for finding in COUNTED):
            return 1
        return 2 if self.found["broke"] or self.found["idle"] or not self.total else 0


def assess(records: Sequence[Record], *, judged: bool = True) -> Validity:
    """The records of one run: for each task and question one an agent. ``judged`` says whether a
    judge was named; without one, it is no breakage that none could be asked."""
    tests = defaultdict[str, list[Record]](list)
    for record in sorted(records, key=lambda record: _as_counted(_test(record))):
        tests[_test(record)].append(record)
    findings = {name: list(_findings(runs, judged)) for name, runs in tests.items()}
    return Validity(
        total=len(tests),
        proven=sum(not found for found in findings.values()),
        found={title: tuple(_told(findings, title)) for title in TITLES},
    )


def _told(findings: Mapping[str, Sequence[Found]], finding: Finding) -> Iterator[str]:
    """One line for each test: by which agents, and what is said of it."""
    for name, found in findings.items():
        agents = defaultdict[str, list[str]](list)
        for what, agent, said in found:
            if what == finding:
                agents[said].append(agent)
        if agents:
            told = "; ".join(_by(by, said, finding) for said, by in agents.items())
            yield f"{name}: {told}"


def _by(agents: Sequence[str], said: str, finding: Finding) -> str:
    names = ", ".join(sorted(filter(None, agents), key=(*TRIVIAL, SOLVER).index))
    if not names:
        return said
    return f"by {names}: {said}" if finding in ("free", "allowed") else f"{names}: {said}"


def lines(validity: Validity) -> Iterator[str]:
    """One a finding, below the title of its sort; the last line sums up."""
    for finding, title in TITLES.items():
        if told := validity.found[finding]:
            yield f"{title}: {len(told)} of {validity.total}"
            yield from (f"  {line}" for line in told)
    yield (
        f"{validity.proven} of {tasks_and_questions(validity.total)} "
        f"{'is' if validity.total == 1 else 'are'} proven: won by {SOLVER}, and by no trivial agent"
    )


def _as_counted(name: str) -> list[tuple[int, str]]:
    """A key by which ``shopping-3`` stands before ``shopping-10``."""
    return [(int(number or 0), text) for text, number in _NUMBERED.findall(name)]


def _test(record: Record) -> str:
    """The node id without agent and browser: what all agents' runs share."""
    return record.nodeid.partition("[")[0]


def _findings(runs: Sequence[Record], judged: bool) -> Iterator[Found]:
    if all(run.outcome is Outcome.SKIPPED for run in runs):
        yield "idle", "", runs[0].reason
        return
    ran = {run.agent for run in runs}
    if missing := [agent for agent in (*TRIVIAL, SOLVER) if agent not in ran]:
        # They were left out, or the process that ran them died.
        yield "broke", "", f"no result of {', '.join(missing)}"
    for run in runs:
        if run.outcome is Outcome.ERROR and (run.agent, run.error_kind) != (SOLVER, "agent"):
            unasked = run.error_kind == "judge" and not judged
            said = "it takes a judge" if unasked else f"{run.error_kind}: {run.why}"
            yield "undecided" if unasked else "broke", run.agent or "", said
        elif run.agent == SOLVER:
            yield from _of_solver(run)
        elif run.outcome is Outcome.PASSED:
            yield _of_winner(run)


def _of_winner(run: Record) -> Found:
    """A trivial agent that was not lost."""
    if run.free_pass:
        return "allowed", run.agent or "", f"allowed: {run.free_pass}"
    why = "; ".join(dict.fromkeys(check.reason for check in run.checks))
    return "free", run.agent or "", why or "it asks for nothing"


def _of_solver(run: Record) -> Iterator[Found]:
    """What its actions do not find on a page is the solution's fault, not a breakage."""
    match run.outcome:
        case Outcome.FAILED if UNEARNED in run.reason:
            yield "satisfied", "", run.why
        case Outcome.FAILED | Outcome.ERROR:
            yield "unsolvable", "", run.why
        case Outcome.SKIPPED:
            yield "unsolvable", "", f"not proven: {run.why}"
