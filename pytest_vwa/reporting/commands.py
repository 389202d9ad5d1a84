"""What can be done with journals alone: tell, render, compare, hold against rules.

All raise UsageError for a journal that cannot be read, and OSError for a file that cannot be
written.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.result import Result

from . import paired, parts, planned, terminal
from .journal import EMPTY, R, final, flaws, read, results
from .pairs import pairs
from .runs import JOURNAL, SPOOL
from .summary import marks, summarise

if TYPE_CHECKING:
    from pytest_vwa.core.record import Record

    from .rules import Rule


@dataclass(frozen=True)
class _Side:
    """One of two runs that are compared."""

    title: str
    records: Sequence[Result]

    @property
    def agents(self) -> set[str]:
        return {record.agent or "no agent" for record in self.records}


def counting(journal: Path) -> Sequence[Result]:
    """Its records that count, one at least."""
    return final(_some(journal, results(journal)))


def tell(journal: Path, records: Sequence[Result], *, color: bool, whole: bool) -> str:
    """The summary that the run ended with, of its records that count."""
    missing = parts.incomplete(records)
    title = f"{journal.parent.name or journal}: {missing}\n\n" if missing else ""
    return title + terminal.render(summarise(records), color=color, whole=whole)


def remarks(journals: Iterable[Path]) -> Iterator[str]:
    """What is not whole of them."""
    for journal in journals:
        for flaw in flaws(journal):
            yield (
                f"{journal}: {flaw}, and is left out; pytest --vwa-resume=RUN goes on with a run"
            )


def render(journals: Sequence[Path], folder: Path | None) -> str:
    """Write the pages; of one journal into its own folder, if no other is named."""
    from . import html  # it takes a template engine, which the other commands go without

    if folder is None and len(journals) > 1:
        raise UsageError("of several journals the pages need a folder of their own: -o FOLDER")
    records: list[Record] = []
    homes: dict[str, Path] = {}
    for journal in journals:
        found = final(_some(journal, read(journal)))
        records += found
        homes |= _homes(journal, {record.run for record in found})
    return f"{html.write(records, folder or journals[0].parent, homes)}\n"


def _homes(journal: Path, runs: set[str]) -> dict[str, Path]:
    """Pictures lie beside the journal; those of runs that were merged, where these are."""
    folder = journal.parent
    return {run: folder if len(runs) == 1 else folder.parent / run for run in runs}


def compare(old: Path, new: Path, *, whole: bool) -> str:
    """What each agent won in the new run and not in the old one; where there is one agent in each,
    these two."""
    before, now = (
        _Side(title, counting(path))
        for title, path in zip(_titles(old, new), (old, new), strict=True)
    )
    lines = list(_compared(before, now, whole))
    if not lines:
        known = "; ".join(
            f"{side.title}: {', '.join(sorted(side.agents))}" for side in (before, now)
        )
        raise UsageError(
            f"{old} and {new} have nothing to compare: no task was run by an agent that is in "
            f"both, scored by the same profile ({known})"
        )
    legend = f"gained: won in {now.title} alone; lost: won in {before.title} alone. {paired.TEST}"
    return "\n".join([*lines, *_uncompared(before, now), legend, ""])


def _compared(old: _Side, new: _Side, whole: bool) -> Iterator[str]:
    before, now = old.agents, new.agents
    alone = len(before) == len(now) == 1
    shared = sorted(before & now)
    for known_as, agent in (
        zip(before, now, strict=True) if alone else zip(shared, shared, strict=True)
    ):
        mine, other = f"{agent} in {new.title}", f"{known_as} in {old.title}"
        both = (*_named(mine, agent, new.records), *_named(other, known_as, old.records))
        for pair in pairs(both, first=mine):
            yield paired.headline(pair)
            yield from (f"  {line}" for line in paired.details(pair, whole=whole))


def _uncompared(old: _Side, new: _Side) -> Iterator[str]:
    """Agents that one of the runs has alone."""
    for side, other in ((old, new), (new, old)):
        alone = sorted(side.agents - other.agents)
        if alone and not len(old.agents) == len(new.agents) == 1:
            yield f"not compared, in {side.title} alone: {', '.join(alone)}"


def _titles(old: Path, new: Path) -> tuple[str, str]:
    """What the runs are called. Raises UsageError where both are one."""
    if old.resolve() == new.resolve():
        raise UsageError(f"{old} and {new} are the same run: name two")
    names = [path.parent.name if path.name == JOURNAL else path.name for path in (old, new)]
    return (names[0], names[1]) if all(names) and names[0] != names[1] else (str(old), str(new))


def _named(title: str, agent: str, records: Iterable[Result]) -> Iterator[Result]:
    """The agent's records, as if by one that is called after the run as well."""
    for record in records:
        if (record.agent or "no agent") == agent:
            yield replace(record, agent=title)


def hold(
    journal: Path, rules: Sequence[str], must: Sequence[str], stored: Path | None
) -> tuple[int, str]:
    """The gate's exit code, and what it says. A run that was killed or of which parts are missing
    holds nothing."""
    from . import gate

    options = gate.Options("--rule", "--must-pass", "--baseline")
    given = gate.read(rules, must, stored, Path.cwd(), options)
    told = results(journal)
    records = final(told)
    _refuse_misspelt(given.rules, records)
    judged = gate.judge(given, records)
    for obstacle in _obstacles(journal, told):
        judged = gate.but(judged, f"not all was run: {obstacle}")
    return judged.code, "\n".join([judged.title, *(line for _, line in gate.lines(judged)), ""])


def _refuse_misspelt(given: "Sequence[Rule]", records: Sequence[Result]) -> None:
    """Raises UsageError for a rule about a group that is no word of the benchmarks either."""
    from . import rules

    known = {name for record in records for names in marks(record) for name in names}
    for rule in given if known else ():
        if wrong := rules.misspelt(rule, known, "run"):
            raise UsageError(f"--rule: {wrong}")


def _obstacles(journal: Path, records: Sequence[Result]) -> Iterator[str]:
    """What of the run is not there, as far as can be told."""
    for flaw in flaws(journal):
        yield f"the journal is not whole: {flaw}"
    if (journal.parent / SPOOL).is_dir():
        yield f"{SPOOL} lies beside the journal, as long as its run has not ended"
    if unrun := planned.unrun(records):
        yield f"{unrun}; {planned.REMEDY}"
    if missing := parts.incomplete(records):
        yield f"{missing}; {parts.REMEDY}"


def _some(journal: Path, records: Sequence[R]) -> Sequence[R]:
    """Raises UsageError where there is none."""
    if not records:
        raise UsageError(f"{journal}: {EMPTY}")
    return records
