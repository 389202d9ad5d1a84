"""One journal of several, such as those of the parts of a run."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.result import Result
from pytest_vwa.whole import write_whole

from . import parts, planned
from .claim import is_claimed
from .journal import EMPTY, final, identity, lines
from .runs import JOURNAL
from .units import counted


def merge(journals: Sequence[Path], out: Path) -> tuple[str, str]:
    """Write one journal with the final records of each, whole or not at all: what was written, and
    what of the run is missing in it.

    Raises UsageError for a journal that cannot be read, when none has a record, and when what is at
    ``out`` already would be lost.
    """
    path = out if out.suffix == ".jsonl" else out / JOURNAL
    _spare(path, journals)
    found = [each for journal in journals for each in _final_lines(journal)]
    if not found:
        raise UsageError(f"{', '.join(map(str, journals))}: {EMPTY}")
    records = [result for result, _ in found]
    write_whole(path, *(line for _, line in found))
    told = f"{path}: {counted(len(found), 'records')} of {counted(len(journals), 'journals')}\n"
    # They are kept: who counts the tests of a run that has no record must find them.
    if twice := len(found) - len({identity(result) for result in records}):
        told += (
            f"{twice} of them {'tells' if twice == 1 else 'tell'} of a trial that another tells of:"
            " the last verdict counts\n"
        )
    warnings = [f"{unrun}; {planned.REMEDY}"] if (unrun := planned.unrun(records)) else []
    if missing := parts.incomplete(records):
        warnings.append(f"{missing}; {parts.REMEDY}")
    return told, "".join(f"{path}: {warning}\n" for warning in warnings)


def _final_lines(journal: Path) -> Iterator[tuple[Result, bytes]]:
    """As they were written: what a merged journal tells is what the parts told."""
    found = list(lines(journal))
    written = {id(result): line for result, line in found}
    for result in final(result for result, _ in found):
        yield result, written[id(result)]


def _spare(path: Path, journals: Sequence[Path]) -> None:
    """What was merged before may be merged again; nothing else is written over."""
    if is_claimed(path.parent):
        raise UsageError(f"-o: {path} is being written by a session that has not ended")
    if not path.exists():
        return
    if any(path.resolve() == journal.resolve() for journal in journals):
        raise UsageError(f"-o: {path} is one of the journals to merge; name another place")
    told = {line for journal in journals for _, line in lines(journal)}
    if others := sum(line not in told for _, line in lines(path)):
        raise UsageError(
            f"-o: {path} holds {counted(others, 'records')} of which the given journals know "
            "nothing; name another place, or remove it first"
        )
