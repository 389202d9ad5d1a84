"""The same tasks in two runs: what each came to, in the trials that were judged in both."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from pytest_vwa.core.result import Run
from pytest_vwa.core.verdict import Outcome

from .pairs import natural

Name = tuple[str, bool]
"""A task's key, and whether its question is meant."""
Runs = Mapping[Name, Mapping[int, Sequence[Run]]]
"""By task and trial; several where it ran in several browsers."""


@dataclass(frozen=True)
class Match:
    """``before`` and ``now`` are rates, 0..1, over the ``trials`` that both runs have judged."""

    key: str
    question: bool
    template: str
    categories: tuple[str, ...]
    trials: int
    before: float
    now: float

    @property
    def change(self) -> float:
        return self.now - self.before

    @property
    def regressed(self) -> bool:
        """Won in more than half of the trials before, and now no longer."""
        return self.before > 0.5 >= self.now

    @property
    def gained(self) -> bool:
        return self.now > 0.5 >= self.before

    @property
    def name(self) -> Name:
        return self.key, self.question


@dataclass(frozen=True)
class Matched:
    """``missing`` tasks were not run now, ``added`` not before; ``changed`` ones are others than
    they were. Of the ``expected`` runs, which have one before, ``without_verdict`` have none."""

    matches: tuple[Match, ...]
    missing: tuple[str, ...]
    added: tuple[str, ...]
    changed: tuple[str, ...]
    trials: tuple[int, int]
    expected: int
    without_verdict: int


def match(before: Iterable[Run], now: Iterable[Run]) -> Matched:
    """Of one agent's records each."""
    old, new = _runs(before), _runs(now)
    both = [name for name in old if name in new]
    trials = _trials(old), _trials(new)
    expected = [
        (name, trial)
        for name in both
        for trial, records in old[name].items()
        if trial <= trials[1] and _rate(records) is not None
    ]
    found = [one for name in both if (one := _match(name, old[name], new[name]))]
    return Matched(
        tuple(found),
        missing=_titles(name for name in old if name not in new),
        added=_titles(name for name in new if name not in old),
        changed=_titles(name for name in both if len(_shas(old[name]) | _shas(new[name])) > 1),
        trials=trials,
        expected=len(expected),
        without_verdict=sum(_rate(new[name].get(trial, ())) is None for name, trial in expected),
    )


def won(record: Run) -> bool | None:
    """None where the run has no verdict. What an agent's own code raises is a loss here: a change
    by which it breaks has made it worse."""
    if record.outcome is Outcome.ERROR and record.error_kind == "agent":
        return False
    return record.outcome is Outcome.PASSED if record.is_judged else None


def name_of(record: Run) -> Name:
    return record.key, record.is_question


def titled(name: Name) -> str:
    """``arena/shopping/3`` or ``arena/shopping/3 (question)``"""
    return f"{name[0]} (question)" if name[1] else name[0]


def _match(
    name: Name, old: Mapping[int, Sequence[Run]], new: Mapping[int, Sequence[Run]]
) -> Match | None:
    pairs = [(_rate(old[trial]), _rate(new[trial])) for trial in old if trial in new]
    rates = [(before, now) for before, now in pairs if before is not None and now is not None]
    if not rates:
        return None
    record = next(iter(new.values()))[0]
    befores, nows = zip(*rates, strict=True)
    return Match(
        *name, _template(record), record.categories, len(rates), fmean(befores), fmean(nows)
    )


def _runs(records: Iterable[Run]) -> Runs:
    runs: dict[Name, dict[int, list[Run]]] = {}
    for record in records:
        of_task = runs.setdefault(name_of(record), defaultdict(list))
        of_task[record.trial].append(record)
    return runs


def _rate(records: Iterable[Run]) -> float | None:
    judged = [verdict for record in records if (verdict := won(record)) is not None]
    return sum(judged) / len(judged) if judged else None


def _template(record: Run) -> str:
    """Files number their templates by themselves. A task without one stands for itself."""
    place, _, number = record.key.rpartition("/")
    return f"{place}#{record.template_id}" if record.template_id else f"{place}/{number}"


def _shas(runs: Mapping[int, Sequence[Run]]) -> set[str]:
    """Records made by hand may have none."""
    return {each.task_sha256 for records in runs.values() for each in records} - {""}


def _trials(runs: Runs) -> int:
    return max((max(of_task) for of_task in runs.values()), default=0)


def _titles(names: Iterable[Name]) -> tuple[str, ...]:
    return tuple(map(titled, sorted(names, key=lambda name: (natural(name[0]), name[1]))))
