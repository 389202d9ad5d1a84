"""Where an agent's runs were won and lost: by kind of check, beside their questions, by how they
failed, and what they spent their time on. Pure functions of records."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_vwa.core.record import Record
from pytest_vwa.core.verdict import Outcome

from .failures import Failure, failures
from .stats import wilson

PHASES = ("wait", "reset", "login", "observe", "model", "act", "evaluate")


@dataclass(frozen=True)
class CheckRate:
    """Of the ``judged`` runs that a kind of check judged, those that ``met`` every one of this
    kind; ``tasks`` counts the distinct tasks among them."""

    kind: str
    met: int
    judged: int
    tasks: int

    @property
    def rate(self) -> float:
        return self.met / self.judged

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval, with the tasks as the sample."""
        return wilson(self.rate * self.tasks, self.tasks)


@dataclass(frozen=True)
class Both:
    """Tasks beside their questions: read the video, did the task? Four counts, by (read, did)."""

    counts: dict[tuple[bool, bool], int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True)
class Phase:
    name: str
    seconds: float
    share: float


@dataclass(frozen=True)
class Breakdown:
    checks: tuple[CheckRate, ...]
    both: Both
    failures: tuple[Failure, ...]
    phases: tuple[Phase, ...]


def breakdown(runs: Sequence[Record]) -> Breakdown:
    """Of one agent's tasks and questions."""
    return Breakdown(tuple(check_rates(runs)), both(runs), failures(runs), tuple(phases(runs)))


def check_rates(runs: Sequence[Record]) -> Iterator[CheckRate]:
    """Of tasks, by the name of the kind."""
    judged = [run for run in runs if run.is_judged and not run.is_question]
    for kind in sorted({check.kind for run in judged for check in run.checks}):
        asked = [run for run in judged if any(check.kind == kind for check in run.checks)]
        met = sum(all(c.value == 1 for c in run.checks if c.kind == kind) for run in asked)
        yield CheckRate(kind, met, len(asked), len({run.key for run in asked}))


def both(runs: Sequence[Record]) -> Both:
    """Of the tasks whose question was judged as well, in the same trial."""
    judged = [run for run in runs if run.is_judged]
    read = {
        (run.key, run.trial): run.outcome is Outcome.PASSED for run in judged if run.is_question
    }
    counts = Counter(
        (read[run.key, run.trial], run.outcome is Outcome.PASSED)
        for run in judged
        if not run.is_question and (run.key, run.trial) in read
    )
    cells = ((True, True), (True, False), (False, True), (False, False))
    return Both({cell: counts[cell] for cell in cells})


def phases(runs: Sequence[Record]) -> Iterator[Phase]:
    """Seconds of all runs together; ``other`` is what belongs to none."""
    spent = {name: sum(run.seconds.get(name, 0.0) for run in runs) for name in PHASES}
    total = sum(run.seconds.get("total", sum(run.seconds.values())) for run in runs)
    spent["other"] = max(0.0, total - sum(spent.values()))
    whole = sum(spent.values())
    if whole:
        yield from (Phase(name, sum_, sum_ / whole) for name, sum_ in spent.items() if sum_)
