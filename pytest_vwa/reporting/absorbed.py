"""What did not go well in a run and is not told by the exit code of its gate: all of it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from pytest_vwa.core.result import Run
from pytest_vwa.core.verdict import Outcome

from .matched import Name, name_of, titled
from .pairs import natural

_WORDS = {Outcome.FAILED: "lost", Outcome.ERROR: "error", Outcome.SKIPPED: "skipped"}

_Test = tuple[str, Name]
"""An agent's name, and what it was tried on."""


def lines(records: Sequence[Run]) -> Iterator[str]:
    """``lost 6 by mine: arena/map/3 3/3, 4 2/3; arena/reddit/9 1/3`` (of 3 trials), where 4 is
    arena/map/4; errors and skips a line for each reason."""
    total = Counter(map(_test, records))
    found: defaultdict[tuple[str, str, str], Counter[Name]] = defaultdict(Counter)
    for record in records:
        if word := _WORDS.get(record.outcome):
            found[word, record.agent or "no agent", _why(record)][name_of(record)] += 1
    for (word, agent, why), counts in sorted(found.items()):
        of = {name: total[agent, name] for name in counts}
        reason = f", {why}" if why else ""
        yield f"{word} {counts.total()} by {agent}{reason}: {'; '.join(_listed(counts, of))}"


def _listed(counts: Mapping[Name, int], of: Mapping[Name, int]) -> Iterator[str]:
    """Those of one task file together, which is named once."""
    ordered = sorted(counts, key=lambda name: (natural(name[0]), name[1]))
    for place, names in groupby(ordered, key=lambda name: name[0].rpartition("/")[:2]):
        told = [f"{titled(name)}{_times(counts[name], of[name])}" for name in names]
        yield ", ".join([told[0], *(each.removeprefix("".join(place)) for each in told[1:])])


def _test(record: Run) -> _Test:
    return record.agent or "no agent", name_of(record)


def _times(count: int, total: int) -> str:
    return f" {count}/{total}" if total > 1 else ""


def _why(record: Run) -> str:
    """Of what has no verdict; why a task was lost stands in the report."""
    if record.outcome is Outcome.FAILED:
        return ""
    return record.why
