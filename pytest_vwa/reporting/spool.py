"""What a worker of xdist has finished is on disk before it is sent: a killed worker loses none of
it, and neither does a killed controller."""

import os
from contextlib import suppress
from pathlib import Path
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
