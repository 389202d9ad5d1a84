"""The runs of a report folder: by name, or the latest."""

from pathlib import Path

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.nearest import meant
from pytest_vwa.registry import hint

JOURNAL = "journal.jsonl"
SPOOL = ".records"
"""Beside a journal: what xdist's workers have finished, until the journal has it."""


def find(option: str, name: str, report_dir: Path, here: Path) -> Path:
    """The journal of the run of this name in the report folder, or of the one whose folder or
    journal it names. Raises UsageError that names the option when there is none."""
    for path in (report_dir / name, here / name):
        journal = path if path.is_file() else path / JOURNAL
        if is_there(journal):
            return journal
    runs = tuple(journal.parent.name for journal in newest_first(report_dir))
    raise UsageError(
        f"{option}: no run {name!r} in {report_dir}{hint(name, runs)}; it takes a run's name, "
        "the path of its folder or of its journal"
    )


def journal_of(path: Path) -> Path:
    """A journal's file from itself or its run's folder. Raises UsageError where there is none."""
    journal = path / JOURNAL if path.is_dir() else path
    if is_there(journal):
        return journal
    known = [str(each.parent) for each in newest_first(path if path.is_dir() else path.parent)]
    latest = f"; the latest in {path} is {known[0]}" if known and path.is_dir() else ""
    raise UsageError(
        f"{journal}: No such file; a journal is a run's {JOURNAL} or the folder it lies in, such "
        f"as reports/RUN{latest or meant(str(path), known)}"
    )


def is_there(journal: Path) -> bool:
    """Of a run whose process was killed early there may be a spool alone."""
    return journal.is_file() or (journal.parent / SPOOL).is_dir()


def newest_first(report_dir: Path) -> tuple[Path, ...]:
    """The journals of all runs, the one last written to before the others."""
    folders = {path.parent for name in (JOURNAL, SPOOL) for path in report_dir.glob(f"*/{name}")}
    written = {folder / JOURNAL: (_written(folder), folder.name) for folder in folders}
    return tuple(sorted(written, key=written.__getitem__, reverse=True))


def _written(folder: Path) -> float:
    places = (folder / JOURNAL, *(folder / SPOOL).glob("*.jsonl"))
    return max((path.stat().st_mtime for path in places if path.exists()), default=0.0)
