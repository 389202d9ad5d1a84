"""The end of the line: records arrive here, on xdist's controller or in the single process."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.core.result import Result, result_of
from pytest_vwa.core.verdict import Outcome

from . import baseline, spooled
from .claim import Claim
from .finding import Finding, State
from .gate import Gate, GateResult, but, judge, lines
from .journal import Journal, final, read, results, unread
from .runs import JOURNAL
from .summary import summarise
from .units import counted

_PYTESTS_OWN = (
    pytest.ExitCode.INTERRUPTED,
    pytest.ExitCode.INTERNAL_ERROR,
    pytest.ExitCode.USAGE_ERROR,
)
WORKER_DIED = (
    "its xdist worker died while the test ran: it was killed, ran out of memory or crashed; "
    "--vwa-resume runs it again"
)
_COLOURS: dict[State, dict[str, bool]] = {
    "held": {"green": True},
    "FELL": {"red": True},
    "UNJUDGED": {"yellow": True},
    "": {},
}


class RunReport:
    """The pytest plugin that keeps the journal, prints the summary and applies the gate.

    Register it where reports arrive, not in xdist's workers. Without a record it is silent,
    unless there is a gate: it never holds because nothing was run. ``store`` is the file in which
    a run that held is kept as baseline. Without ``summary`` it only says where the journal is.
    With ``html`` the journal is also written as pages.
    A journal that is there already is continued: what it tells belongs to the run. A ``new`` run
    has none, and xdist's workers may be writing already.

    What cannot be written, because the disk is full, is tried again with each record that follows
    and at the end; ``say`` prints it once, the run goes on, and does not end with 0.

    Raises UsageError when that journal cannot be read, or another session is writing it.
    """

    def __init__(
        self,
        folder: Path,
        run: str,
        gate: Gate | None = None,
        store: Path | None = None,
        *,
        summary: bool = True,
        html: bool = False,
        new: bool = False,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._say = say
        self._refused = ""
        self._journal = Journal(folder / run / JOURNAL)
        self._gate, self._store = gate, store
        self._summary = summary
        self._html = html
        self._pages = ""
        self._claim = Claim(self._journal.path.parent)
        self._records = [] if new else list(_take_up(self._journal, self._claim))
        self._written = bool(self._records)
        self.unwritten: list[Record] = []
        """Skips that stand in no journal as long as nothing else does, and what no disk took."""
        self._begun: dict[str, Record] = {}
        self._tasks: set[str] = set()
        self._lost = 0
        self._beside: dict[str, None] = {}
        self.judged: GateResult | None = None
        """What the gate said, when the session is over."""
        self.handed_out: list[str] = []
        """Lines about other files that were written of it."""

    @pytest.hookimpl(tryfirst=True)  # others are told what the worker could not tell
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "vwa_begun"):
            self._tasks.add(report.nodeid)
            self._begun[report.nodeid] = Record.model_validate(report.vwa_begun)
        elif hasattr(report, "vwa"):
            self._begun.pop(report.nodeid, None)
            self._take(Record.model_validate(report.vwa))
        elif report.nodeid in self._begun and _is_of_dead_worker(report):
            left = self._left_by_worker(report)
            vars(report)["vwa"] = left.model_dump(mode="json")
            self._take(left)
        if report.failed and report.nodeid not in self._tasks:
            self._beside[report.nodeid] = None

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._beside[report.nodeid] = None

    def _left_by_worker(self, report: pytest.TestReport) -> Record:
        """The test may have ended all the same, and only its report was lost."""
        begun = self._begun.pop(report.nodeid)
        ended = [each for each in unread(self._journal.path) if each.nodeid == report.nodeid]
        if not ended:
            self._lost += hasattr(report, "vwa_lost")
        return ended[-1] if ended else _crashed(begun, getattr(report, "vwa_lost", WORKER_DIED))

    def _take(self, record: Record) -> None:
        """A run in which everything was skipped leaves no file behind."""
        self._records.append(result_of(record))
        self.unwritten.append(record)
        if self._written or record.outcome is not Outcome.SKIPPED:
            self._write()

    def _write(self) -> None:
        try:
            self._claim.take()
            while self.unwritten:
                self._journal.append(self.unwritten[0])
                del self.unwritten[0]
                self._written = True
        except OSError as error:
            if not self._refused:
                self._say(
                    f"a record could not be written to {_as_typed(self._journal.path)}: "
                    f"{error.strerror}; the run goes on, and it is tried again"
                )
            self._refused = error.strerror or str(error)

    @property
    def _unkept(self) -> str:
        """How many records no journal holds at the end, and why; "" when all is well."""
        if not self._refused or not self.unwritten:
            return ""
        return (
            f"{counted(len(self.unwritten), 'records')} could not be written to "
            f"{_as_typed(self._journal.path)}: {self._refused}; make room, and "
            f"--vwa-resume={self._journal.path.parent.name} runs those tests again"
        )

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """A gate alone decides, unless pytest itself did not get to the end."""
        for record in unread(self._journal.path):
            self._take(record)
        if self._refused:
            self._write()
        if unkept := self._unkept:
            session.exitstatus = exitstatus or pytest.ExitCode.TESTS_FAILED
        else:
            spooled.remove(self._journal.path)
        collecting = session.config.getoption("collectonly")
        if self._gate and not collecting and exitstatus not in _PYTESTS_OWN:
            stopped = unkept or session.shouldfail
            self.judged = self._stored(self._judge(self._gate, stopped))
            session.exitstatus = self.judged.code
        if self._html and self._written:
            self._pages = _write_pages(self._journal.path)

    def _judge(self, gate: Gate, stopped: str | bool) -> GateResult:
        """``stopped`` says why pytest left tests out that should have run, as ``-x`` does."""
        judged = judge(gate, final(self._records))
        if stopped:
            judged = but(judged, f"not all was run: {stopped}")
        if self._lost:
            tasks = counted(self._lost, "tasks")
            told = f"{tasks} had been put off when an xdist worker died; --vwa-resume runs the rest"
            judged = but(judged, f"not all was run: {told}")
        if self._beside:
            told = f"failed and no task {len(self._beside)}: {', '.join(self._beside)}"
            judged = replace(judged, absorbed=(*judged.absorbed, told))
        return judged

    def _stored(self, judged: GateResult) -> GateResult:
        """A run that fell or could not be judged is nothing to compare others with."""
        if not self._store or not self._written:
            return judged
        refused = f"the {judged.title}" if judged.code else ""
        try:
            records = final(read(self._journal.path))
            told = Finding("held", baseline.store(_as_typed(self._store), records, refused))
        except UsageError as error:
            told = Finding("UNJUDGED", str(error))
        return replace(judged, findings=(*judged.findings, told))

    def pytest_unconfigure(self) -> None:
        self._claim.release()

    # Quoted: pytest 8 does not export this name.
    def pytest_terminal_summary(self, terminalreporter: "pytest.TerminalReporter") -> None:
        if self._records and self._summary:
            from .terminal import WIDEST, WIDTH, render

            config = terminalreporter.config

            terminalreporter.section("web-agent tasks")
            text = render(
                summarise(final(self._records)),
                color=terminalreporter.hasmarkup,
                width=min(max(WIDTH, config.get_terminal_writer().fullwidth), WIDEST),
                whole=config.get_verbosity() > 0,
            )
            for line in text.splitlines():
                terminalreporter.write_line(line)
        if unkept := self._unkept:
            terminalreporter.write_line(unkept, red=True)
        if self._written:
            terminalreporter.write_line(f"journal: {_as_typed(self._journal.path)}")
        if self._pages:
            terminalreporter.write_line(f"report: {self._pages}")
        for line in self.handed_out:
            terminalreporter.write_line(line)
        if self.judged:
            terminalreporter.section(self.judged.title)
            for state, line in lines(self.judged):
                terminalreporter.write_line(line, **_COLOURS[state])


def _take_up(journal: Journal, claim: Claim) -> tuple[Result, ...]:
    """The records of the run that is continued; those it could not write down are now."""
    if not journal.path.parent.exists():
        return ()
    claim.take()
    fresh = unread(journal.path)
    for record in fresh:
        journal.append(record)
    spooled.remove(journal.path)
    return results(journal.path) if journal.path.exists() else ()


def _is_of_dead_worker(report: pytest.TestReport) -> bool:
    """xdist reports a worker that died under a test in a phase of its own, and knows no more."""
    return hasattr(report, "vwa_lost") or report.when not in ("setup", "call", "teardown")


def _crashed(begun: Record, reason: str) -> Record:
    told = {"outcome": Outcome.ERROR, "error_kind": "harness", "reason": reason}
    return begun.model_copy(update=told)


def _write_pages(journal: Path) -> str:
    """Where the pages are, or why there are none. Read from the journal, which also has what an
    earlier session wrote into it."""
    from . import html

    try:
        return str(_as_typed(html.write(final(read(journal)), journal.parent)))
    except (OSError, UsageError) as error:
        return f"not written: {error}"


def _as_typed(path: Path) -> Path:
    """As one would write it in the current folder."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
