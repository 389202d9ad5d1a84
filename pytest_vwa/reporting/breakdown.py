"""Where an agent's runs were won and lost: by kind of check, beside their questions, by how they
failed, and what they spent their time on. Pure functions of records."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pytest_vwa.core.result import Run
from pytest_vwa.core.verdict import Outcome

from .failures import Failure, failures
from .stats import wilson
from .units import counted

PHASES = {
    "wait": "for the sites, while others had them",
    "reset": "sites made new",
    "start": "browser, sites and first pages made ready",
    "login": "logging in",
    "watch": "the tutorial found, heard and told to the agent",
    "observe": "pages read and their pictures taken",
    "model": "replies waited for",
    "act": "actions performed, pages waited for",
    "agent": "an agent that drives the browser by itself",
    "evaluate": "what was done kept as evidence and judged",
}
OTHER = "pages closed, what pytest takes"
"""The phases of a run, in their order, and what remains."""


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
    """Tasks beside their questions: read the video, did the task? Four counts, by (read, did).
    ``watched`` is False where no agent that was asked had seen anything of its video."""

    counts: dict[tuple[bool, bool], int]
    watched: bool = True
    tasks: int = 0
    """How many they are; where some were tried more than once, fewer than are counted."""

    @property
    def words(self) -> tuple[tuple[bool, str], ...]:
        """What to call those that answered, and those that did not."""
        if self.watched:
            return (True, "read the video"), (False, "misread the video")
        return (True, "answered without the video"), (False, "could not without it")

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def title(self) -> str:
        """``4 tasks beside their questions``, ``9 runs of 3 tasks beside their questions``"""
        tasks = counted(self.tasks, "tasks")
        of = "" if self.tasks == self.total else f"{counted(self.total, 'runs')} of "
        return f"{of}{tasks} beside their questions"


@dataclass(frozen=True)
class Phase:
    """``about``: what it is spent on."""

    name: str
    about: str
    seconds: float
    share: float


@dataclass(frozen=True)
class Breakdown:
    """``failures`` are those of lost runs; what broke is no failure of the agent's."""

    checks: tuple[CheckRate, ...]
    both: Both
    failures: tuple[Failure, ...]
    phases: tuple[Phase, ...]


def breakdown(runs: Sequence[Run]) -> Breakdown:
    """Of one agent's tasks and questions."""
    lost = [run for run in runs if run.outcome is Outcome.FAILED]
    return Breakdown(tuple(check_rates(runs)), both(runs), failures(lost), tuple(phases(runs)))


def check_rates(runs: Iterable[Run]) -> Iterator[CheckRate]:
    """Of tasks, by the name of the kind."""
    found: defaultdict[tuple[str, bool], list[str]] = defaultdict(list)
    for run in runs:
        if run.checks and run.is_judged and not run.is_question:
            met: dict[str, bool] = {}
            for check in run.checks:
                met[check.kind] = check.value == 1 and met.get(check.kind, True)
            for kind_held in met.items():
                found[kind_held].append(run.key)
    for kind in sorted({kind for kind, _ in found}):
        held, missed = found[kind, True], found[kind, False]
        yield CheckRate(kind, len(held), len(held) + len(missed), len({*held, *missed}))


def both(runs: Sequence[Run]) -> Both:
    """Of the tasks whose question was judged as well, in the same trial."""
    questions = [run for run in runs if run.is_question and run.is_judged]
    read = {(run.key, run.trial): run.outcome is Outcome.PASSED for run in questions}
    beside = [
        run
        for run in (runs if read else ())
        if (run.key, run.trial) in read and run.is_judged and not run.is_question
    ]
    counts = Counter((read[run.key, run.trial], run.outcome is Outcome.PASSED) for run in beside)
    cells = ((True, True), (True, False), (False, True), (False, False))
    watched = any(run.watched is not False for run in questions) or not questions
    tasks = len({run.key for run in beside})
    return Both({cell: counts[cell] for cell in cells}, watched, tasks)


def phases(runs: Sequence[Run]) -> Iterator[Phase]:
    """Seconds of all runs together; ``other`` is what belongs to none."""
    spent = dict.fromkeys(PHASES, 0.0)
    for run in runs:
        for name, taken in run.seconds.items():
            if name in spent:
                spent[name] += taken
    total = sum(run.duration for run in runs)
    spent["other"] = max(0.0, total - sum(spent.values()))
    whole = sum(spent.values())
    for name, taken in spent.items():
        if taken:
            yield Phase(name, PHASES.get(name, OTHER), taken, taken / whole)
