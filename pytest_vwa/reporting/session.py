"""The end of the line: records arrive here, on xdist's controller or in the single process."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.core.verdict import Outcome

from .gate import GateResult, Rule, judge
from .journal import Journal
from .summary import summarise

_PYTESTS_OWN = (
    pytest.ExitCode.INTERRUPTED,
    pytest.ExitCode.INTERNAL_ERROR,
    pytest.ExitCode.USAGE_ERROR,
)


class RunReport:
    """The pytest plugin that keeps the journal, prints the summary and applies the gate.

    Register it where reports arrive, not in xdist's workers. Without a record it is silent,
    unless there are rules: a gate never holds because nothing was run. Without ``summary`` it
    only says where the journal is. With ``html`` the journal is also written as pages.
    """

    def __init__(
        self,
        folder: Path,
        run: str,
        rules: Sequence[Rule] = (),
        *,
        summary: bool = True,
        html: bool = False,
    ) -> None:
        self._journal = Journal(folder / run / "journal.jsonl")
        self._rules = tuple(rules)
        self._summary = summary
        self._html = html
        self._pages = ""
        self._records: list[Record] = []
        self._written = 0
        self._begun: dict[str, Record] = {}
        self._gate: GateResult | None = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "vwa_begun"):
            self._begun[report.nodeid] = Record.model_validate(report.vwa_begun)
        elif hasattr(report, "vwa"):
            self._begun.pop(report.nodeid, None)
            self._take(Record.model_validate(report.vwa))
        elif report.nodeid in self._begun and report.when not in ("setup", "call", "teardown"):
            self._take(_crashed(self._begun.pop(report.nodeid), report.longreprtext))

    def _take(self, record: Record) -> None:
        self._records.append(record)
        self._write_down()

    def _write_down(self) -> None:
        """A run in which everything was skipped leaves no file behind."""
        fresh = self._records[self._written :]
        if self._written or any(record.outcome is not Outcome.SKIPPED for record in fresh):
            for record in fresh:
                self._journal.append(record)
            self._written = len(self._records)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """With rules the gate alone decides, unless pytest itself did not get to the end."""
        collecting = session.config.getoption("collectonly")
        if self._rules and not collecting and exitstatus not in _PYTESTS_OWN:
            self._gate = judge(self._rules, self._records)
            session.exitstatus = self._gate.code
        if self._html and self._written:
            self._pages = _write_pages(self._journal.path)

    @property
    def gate_lines(self) -> tuple[str, ...]:
        """What the gate said, when the session is over; empty without one."""
        return self._gate.lines if self._gate else ()

    # Quoted: pytest 8 does not export this name.
    def pytest_terminal_summary(self, terminalreporter: "pytest.TerminalReporter") -> None:
        if self._records and self._summary:
            from .terminal import WIDEST, WIDTH, render

            config = terminalreporter.config

            terminalreporter.section("web-agent tasks")
            text = render(
                summarise(self._records),
                color=terminalreporter.hasmarkup,
                width=min(max(WIDTH, config.get_terminal_writer().fullwidth), WIDEST),
                whole=config.get_verbosity() > 0,
            )
            for line in text.splitlines():
                terminalreporter.write_line(line)
        if self._written:
            terminalreporter.write_line(f"journal: {_as_typed(self._journal.path)}")
        if self._pages:
            terminalreporter.write_line(f"report: {self._pages}")
        if self._gate:
            word = "held" if self._gate.held else "fell"
            terminalreporter.section(f"gate {word}: exit code {self._gate.code}")
            for line in self._gate.lines:
                held = line.startswith("held")
                terminalreporter.write_line(line, green=held, red=not held)


def _crashed(begun: Record, why: str) -> Record:
    """xdist reports a worker that died under a test in a phase of its own, and knows no more."""
    return begun.model_copy(
        update={"outcome": Outcome.ERROR, "error_kind": "harness", "reason": why}
    )


def _write_pages(journal: Path) -> str:
    """Where the pages are, or why there are none. Read from the journal, which also has what an
    earlier session wrote into it."""
    from . import html
    from .journal import read

    try:
        return str(_as_typed(html.write(read(journal), journal.parent)))
    except (OSError, UsageError) as error:
        return f"not written: {error}"


def _as_typed(path: Path) -> Path:
    """As one would write it in the current folder."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
