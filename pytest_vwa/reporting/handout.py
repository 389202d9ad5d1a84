"""Files for others that a run leaves: its records as a table, its summary as Markdown."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path

import pytest

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.whole import write_whole

from . import export, journal, markdown
from .gate import GateResult
from .runs import JOURNAL
from .session import RunReport


class Handout:
    """The pytest plugin that writes them when the journal is complete; register it where reports
    arrive. Raises pytest.UsageError for a file that could not be written."""

    def __init__(self, folder: Path, exports: Sequence[Path], summary: Path | None) -> None:
        self._journal = folder / JOURNAL
        self._exports, self._summary = tuple(exports), summary
        self._report: RunReport | None = None
        self._told: list[str] = []
        try:
            for path in self._exports:
                export.check(path)
        except UsageError as error:
            raise pytest.UsageError(f"--vwa-export={path}: {error}") from error

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if session.config.getoption("collectonly"):
            return
        self._report = report = session.config.pluginmanager.getplugin("vwa-report")
        for path in self._exports:
            self._write("export", path, partial(export.write, path=path))
        if self._summary:
            gate = report.judged if report else None
            self._write("markdown", self._summary, partial(_summary, gate, self._summary))
        if report:  # which tells of all files together
            report.handed_out, self._told = self._told, []

    def _write(self, what: str, path: Path, write: Callable[[Sequence[Record]], None]) -> None:
        try:
            write(self._records)
            self._told.append(f"{what}: {path}")
        except (OSError, UsageError) as error:
            self._told.append(f"{what}: {path} was not written: {error}")

    @cached_property
    def _records(self) -> Sequence[Record]:
        """All was skipped where there is no journal; whoever waits for the file still gets it."""
        if self._journal.exists():
            return journal.final(journal.read(self._journal))
        return journal.final(self._report.unwritten) if self._report else ()

    # Quoted: pytest 8 does not export this name.
    def pytest_terminal_summary(self, terminalreporter: "pytest.TerminalReporter") -> None:
        for line in self._told:
            terminalreporter.write_line(line)


def _summary(gate: GateResult | None, path: Path, records: Sequence[Record]) -> None:
    write_whole(path, markdown.render(records, gate).encode())
