"""What workers of xdist had finished and the journal does not tell of: what ``spool`` left."""

from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

from .runs import SPOOL


def lines(journal: Path) -> Iterator[bytes]:
    """Those that the journal has not. One that was cut off by a kill is left out."""
    spools = sorted((journal.parent / SPOOL).glob("*.jsonl"))
    if not spools:
        return
    # Of the journal the last line too, which counts when nothing but its end is missing.
    known = set(_lines(journal)) if journal.exists() else set()
    for spool in spools:
        yield from (line for line in _lines(spool)[:-1] if line not in known)


def remove(journal: Path) -> None:
    """When the journal has all that was in it."""
    rmtree(journal.parent / SPOOL, ignore_errors=True)


def _lines(path: Path) -> list[bytes]:
    """The last has no end: it is empty, or was cut off."""
    return path.read_bytes().split(b"\n")
