"""A stored run that later ones are compared with: a journal, or what of one a comparison needs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.result import Run
from pytest_vwa.core.verdict import Outcome
from pytest_vwa.whole import write_whole

from . import journal
from .listed import listed
from .matched import name_of
from .parts import incomplete
from .runs import JOURNAL
from .units import counted, tasks_and_questions

if TYPE_CHECKING:
    from pytest_vwa.core.record import Record

_LEFT_OUT = {
    "intent", "reason", "checks", "profiles", "answer", "steps", "blocked", "stop", "seconds",
    "artifacts", "watched", "warnings", "free_pass", "versions",
}  # fmt: skip
_ERRORS_SHOWN = 3


@dataclass(frozen=True)
class Baseline:
    """``path`` as the user wrote it."""

    path: Path
    records: tuple[Run, ...]

    @property
    def agents(self) -> tuple[str, ...]:
        return agents_of(self.records)


@dataclass(frozen=True)
class Side:
    """An agent's records in the baseline and now; its name there, where it is another."""

    agent: str
    before: tuple[Run, ...]
    now: tuple[Run, ...]
    known_as: str


def load(path: Path, here: Path) -> Baseline:
    """Raises UsageError for a file that is no journal, is cut off or holds no verdict."""
    if path.is_dir():
        path = path / JOURNAL
    if not path.is_file():
        raise UsageError(
            f"no such file: {path}; it is a run's journal, or what --vwa-update-baseline has "
            "written: run once with it to store a run"
        )
    if flaw := next(journal.flaws(path), ""):
        raise UsageError(
            f"{path}: {flaw}: the comparison would be with less; go on with that run by "
            "--vwa-resume, or store it again"
        )
    records = journal.final(journal.results(path))
    if not any(record.is_judged for record in records):
        raise UsageError(f"{path} holds no run with a verdict: nothing to compare with")
    return Baseline(path.relative_to(here) if path.is_relative_to(here) else path, records)


def store(path: Path, records: "Sequence[Record]", refused: str = "") -> str:
    """Write the run down, whole or not at all, and say what was written. Raises UsageError when
    the run was broken: a task without a verdict would be compared with nothing; and when it was
    ``refused``, which says why."""
    judged = [record for record in records if record.is_judged]
    broken = [record for record in records if record.outcome is Outcome.ERROR]
    if broken:
        errors = f"{len(broken)} of {counted(len(records), 'runs')} ended in an error"
        told = "; ".join(map(_told, broken[:_ERRORS_SHOWN]))
        raise UsageError(
            f"{path} was not written: {errors}, such as {told}. Run again when that is mended"
        )
    if refused or not judged:
        raise UsageError(f"{path} was not written: {refused or 'no run has a verdict'}")
    gone = _gone(path, judged)
    try:
        write_whole(path, "".join(map(_line, judged)).encode())
    except OSError as error:
        raise UsageError(f"{path} was not written: {error.strerror or error}") from error
    tasks = len({name_of(record) for record in judged})
    by = ", ".join(agents_of(judged))
    what = f"{counted(len(judged), 'runs')} of {tasks_and_questions(tasks)}"
    missing = incomplete(judged)
    return "; ".join(filter(None, (f"{path} now holds {what} by {by}", missing, gone)))


def _gone(path: Path, judged: "Sequence[Record]") -> str:
    """What the file holds and will hold no more, so that later runs are not compared with it."""
    if not path.is_file():
        return ""
    try:
        before = journal.results(path)
    except UsageError:
        return "what it held before could not be read"
    kept = {name_of(record) for record in judged}
    tasks = {name_of(run): "" for run in before if name_of(run) not in kept}
    agents = sorted(set(agents_of(before)) - set(agents_of(judged)))
    told = [f"{tasks_and_questions(len(tasks))} that it held before: {listed(tasks)}"] * bool(tasks)
    told += [f"runs by {', '.join(agents)}"] * bool(agents)
    return f"gone from it: {'; '.join(told)}" if told else ""


def sides(baseline: Baseline, records: Iterable[Run]) -> Iterator[Side]:
    """Agents are paired by their names; where there is one on each side, these two. An agent that
    the baseline does not know has nothing ``before``."""
    now = tuple(records)
    names = agents_of(now)
    for agent in names:
        alone = len(names) == len(baseline.agents) == 1
        known_as = baseline.agents[0] if alone else agent
        yield Side(agent, _of(known_as, baseline.records), _of(agent, now), known_as)


def agents_of(records: Iterable[Run]) -> tuple[str, ...]:
    return tuple(sorted({record.agent or "" for record in records}))


def _of(agent: str, records: Iterable[Run]) -> tuple[Run, ...]:
    return tuple(record for record in records if (record.agent or "") == agent)


def _line(record: "Record") -> str:
    slim = record.model_dump_json(exclude=_LEFT_OUT, exclude_defaults=True)
    return f"{slim}\n"


def _told(record: "Record") -> str:
    return f"{record.nodeid}: {record.why}"
