"""What a worker of xdist has finished is on disk before it is sent: a killed worker loses none of
it, and neither does a killed controller."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

import pytest

from .runs import SPOOL

if TYPE_CHECKING:
    from .journal import Journal


class Spool:
    """The pytest plugin of xdist's workers; each writes a file of its own beside the journal."""

    def __init__(self, folder: Path, worker: str) -> None:
        # With the process: a worker that outlives its controller must not meet its successor.
        self._path = folder / SPOOL / f"{worker}-{os.getpid()}.jsonl"
        self._journal: Journal | None = None

    @pytest.hookimpl(tryfirst=True)  # before xdist sends it
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not hasattr(report, "vwa"):
            return
        from pytest_vwa.core.record import Record
        from pytest_vwa.core.verdict import Outcome

        from .journal import Journal

        record = Record.model_validate(report.vwa)
        if record.outcome is Outcome.SKIPPED:
            return
        self._journal = self._journal or Journal(self._path)
        # A full disk must not cost the run its verdict: the report has it as well.
        with suppress(OSError):
            self._journal.append(record)


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
