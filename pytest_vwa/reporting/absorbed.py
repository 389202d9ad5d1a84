"""What did not go well in a run and is not told by the exit code of its gate: all of it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from pytest_vwa.core.result import Run
from pytest_vwa.core.verdict import Outcome

from .listed import listed
from .matched import Name, name_of

_WORDS = {Outcome.FAILED: "lost", Outcome.ERROR: "error", Outcome.SKIPPED: "skipped"}

_Test = tuple[str, Name]
"""An agent's name, and what it was tried on."""


def lines(records: Sequence[Run]) -> Iterator[str]:
    """``lost 5 by mine: arena/shopping/3, 4 2/3`` (in all trials, and in 2 of 3); errors and skips
    a line for each reason."""
    total = Counter(map(_test, records))
    found: defaultdict[tuple[str, str, str], Counter[Name]] = defaultdict(Counter)
    for record in records:
        if word := _WORDS.get(record.outcome):
            found[word, record.agent or "no agent", _why(record)][name_of(record)] += 1
    for (word, agent, why), counts in sorted(found.items()):
        told = {name: _times(count, total[agent, name]) for name, count in counts.items()}
        reason = f", {why}" if why else ""
        yield f"{word} {counts.total()} by {agent}{reason}: {listed(told)}"


def _test(record: Run) -> _Test:
    return record.agent or "no agent", name_of(record)


def _times(count: int, total: int) -> str:
    return f"{count}/{total}" if count < total else ""


def _why(record: Run) -> str:
    """Of what has no verdict; why a task was lost stands in the report."""
    if record.outcome is Outcome.FAILED:
        return ""
    return record.why
