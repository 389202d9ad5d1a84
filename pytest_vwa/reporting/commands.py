"""What can be done with journals alone: tell, merge, render, compare, hold against rules.

All raise UsageError for a journal that cannot be read, and OSError for a file that cannot be
written.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.core.result import Result, Run
from pytest_vwa.whole import write_whole

from . import gate, paired, terminal
from .journal import final, identity, lines, read, results
from .pairs import pairs
from .runs import JOURNAL
from .summary import summarise


def journal_of(path: Path) -> Path:
    """A journal's file from itself or its run's folder."""
    return path / JOURNAL if path.is_dir() else path


def tell(journal: Path, *, color: bool, whole: bool) -> str:
    """The summary that the run ended with."""
    return terminal.render(summarise(final(results(journal))), color=color, whole=whole)


def merge(journals: Sequence[Path], out: Path) -> str:
    """Write one journal with the final records of all, whole or not at all."""
    found = [each for journal in journals for each in _final_lines(journal)]
    path = out if out.suffix == ".jsonl" else out / JOURNAL
    write_whole(path, b"".join(line for _, line in found))
    told = f"{path}: {len(found)} records of {len(journals)} journals\n"
    if twice := len(found) - len({identity(result) for result, _ in found}):
        told += f"{twice} of them tell of a trial that another tells of: the last verdict counts\n"
    return told


def _final_lines(journal: Path) -> Iterator[tuple[Result, bytes]]:
    """As they were written: what a merged journal tells is what the parts told."""
    found = list(lines(journal))
    written = {id(result): line for result, line in found}
    for result in final(result for result, _ in found):
        yield result, written[id(result)]


def render(journals: Sequence[Path], folder: Path | None) -> str:
    """Write the pages; of one journal into its own folder, if no other is named."""
    from . import html  # it takes a template engine, which the other commands go without

    if folder is None and len(journals) > 1:
        raise UsageError("of several journals the pages need a folder of their own: -o FOLDER")
    records: list[Record] = []
    homes: dict[str, Path] = {}
    for journal in journals:
        found = final(read(journal))
        records += found
        homes |= _homes(journal, {record.run for record in found})
    return f"{html.write(records, folder or journals[0].parent, homes)}\n"


def _homes(journal: Path, runs: set[str]) -> dict[str, Path]:
    """Pictures lie beside the journal; those of runs that were merged, where these are."""
    folder = journal.parent
    return {run: folder if len(runs) == 1 else folder.parent / run for run in runs}


def compare(first: Path, second: Path, *, whole: bool) -> str:
    """What each agent won in one run and not in the other; where there is one agent in each, these
    two."""
    ours, theirs = final(results(first)), final(results(second))
    lines = list(_compared((first, ours), (second, theirs), whole))
    if not lines:
        known = [", ".join(sorted(_agents(records))) for records in (ours, theirs)]
        raise UsageError(
            f"{first} and {second} have nothing to compare: no task was run by an agent that is in "
            f"both, scored by the same profile ({known[0]}; {known[1]})"
        )
    return "\n".join([*lines, paired.LEGEND, ""])


def _compared(
    first: tuple[Path, Sequence[Result]], second: tuple[Path, Sequence[Result]], whole: bool
) -> Iterator[str]:
    mine, other = _agents(first[1]), _agents(second[1])
    alone = len(mine) == len(other) == 1
    shared = sorted(mine & other)
    for agent, match in (
        zip(mine, other, strict=True) if alone else zip(shared, shared, strict=True)
    ):
        both = (*_named(agent, first), *_named(match, second))
        for pair in pairs(both):
            yield paired.headline(pair)
            yield from (f"  {line}" for line in paired.details(pair, whole=whole))


def _agents(records: Iterable[Run]) -> set[str]:
    return {record.agent or "no agent" for record in records}


def _named(agent: str, run: tuple[Path, Sequence[Result]]) -> Iterator[Result]:
    """The agent's records, as if by one that is called after the run as well."""
    path, records = run
    title = f"{agent} in {path.parent.name or path}"
    for record in records:
        if (record.agent or "no agent") == agent:
            yield replace(record, agent=title)


def hold(
    journal: Path, rules: Sequence[str], must: Sequence[str], stored: Path | None
) -> tuple[int, str]:
    """The gate's exit code, and what it says."""
    given = gate.read(rules, must, stored, Path.cwd())
    judged = gate.judge(given, final(results(journal)))
    return judged.code, "\n".join([judged.title, *(line for _, line in gate.lines(judged)), ""])
