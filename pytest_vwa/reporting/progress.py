"""While tasks run: a line for each that has finished, in place of pytest's dots."""

import os
from collections.abc import Generator
from contextlib import nullcontext
from textwrap import shorten

import pytest

from pytest_vwa.core.record import Record
from pytest_vwa.core.verdict import Outcome

from .units import counted, dollars

_ROOM = 14  # what pytest's own progress takes at the end of a line
_COLOURS = {
    Outcome.PASSED: {"green": True},
    Outcome.FAILED: {"red": True},
    Outcome.ERROR: {"red": True, "bold": True},
    Outcome.SKIPPED: {"yellow": True},
}
_NOT_RUN = "not run"
"""What others had met already, a password that is wrong or a site that is down: counted, as pytest
would else explain the same once more for each task."""
Status = tuple[str, str, str | tuple[str, dict[str, bool]]]


class Progress:
    """The pytest plugin; register it where reports arrive.

    In a terminal each finished task has a line with its outcome, steps, cost and reason; with
    ``-v``, in logs as well, and its actions below. Without a terminal, in CI and with ``-q``
    pytest's dots stay.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._tasks: set[str] = set()
        self._running = True

    @pytest.hookimpl(wrapper=True)
    def pytest_report_teststatus(
        self, report: pytest.TestReport
    ) -> Generator[None, Status, Status]:
        status = yield
        if report.failed and hasattr(report, "vwa_not_run"):
            status = (_NOT_RUN, *status[1:])
        if hasattr(report, "vwa_begun"):
            self._tasks.add(report.nodeid)
        # Asked again for the list of failures at the end.
        if not self._running or report.nodeid not in self._tasks or not self._speaks():
            return status
        if not hasattr(report, "vwa"):
            told = report.when not in ("setup", "call")
            return status if told else (status[0], "", "")
        return self._status(status[0], Record.model_validate(report.vwa))

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        alone = not self._config.getoption("numprocesses", default=None)
        if alone and in_terminal(self._reporter) and vars(report).get("vwa_waits"):
            self._show_waiting(report.nodeid.rpartition("::")[2], vars(report)["vwa_waits"])
        if hasattr(report, "vwa") and self._config.get_verbosity() > 0:
            told = actions(Record.model_validate(report.vwa))
            self._reporter.write("\n" * bool(told) + told)

    def _show_waiting(self, name: str, waits: str) -> None:
        """In the middle of a test, whose output pytest keeps from the terminal."""
        capture = self._config.pluginmanager.getplugin("capturemanager")
        with capture.global_and_fixture_disabled() if capture else nullcontext():
            width = self._config.get_terminal_writer().fullwidth
            told = cut(f"  waiting {name}  {waits}", width)
            self._reporter.write(f"\n{told}", flush=True)

    def pytest_sessionfinish(self) -> None:
        self._running = False

    @property
    def _reporter(self) -> "pytest.TerminalReporter":
        reporter: pytest.TerminalReporter = self._config.pluginmanager.getplugin("terminalreporter")
        return reporter

    def _speaks(self) -> bool:
        verbosity = self._config.get_verbosity()
        return verbosity > 0 or (verbosity == 0 and in_terminal(self._reporter))

    def _status(self, category: str, record: Record) -> Status:
        """pytest writes the second part without ``-v`` and the third with it."""
        width = self._config.get_terminal_writer().fullwidth - _ROOM
        words = f"{record.outcome.value.upper()} {facts(record)}".rstrip(), _COLOURS[record.outcome]
        return category, "\n" + line(record, width), words


def in_terminal(reporter: "pytest.TerminalReporter") -> bool:
    """Whether a person is looking."""
    quiet = os.environ.get("CI") or os.environ.get("TERM") == "dumb"
    return bool(reporter.isatty) and not quiet


def line(record: Record, width: int) -> str:
    """``  failed  shopping-3[mine]  7 steps, $0.0123  answer: expected ...``, cut at ``width``."""
    name, reason = f"{record.outcome.value:<7} {record.name}", " ".join(record.reason.split())
    return "  " + cut("  ".join(filter(None, (name, facts(record), reason))), width - 2)


def facts(record: Record) -> str:
    """``7 steps, $0.0123``; what there was none of is left out."""
    steps = [counted(len(record.steps), "steps")] if record.steps else []
    return ", ".join([*steps, *([dollars(record.cost_usd)] if record.cost_usd else [])])


def actions(record: Record) -> str:
    """The reason and the actions, a line each, indented."""
    reason = [f"      {shorten(record.reason, 400, placeholder='…')}"] if record.reason else []
    steps = [
        f"      {step.number}. {cut(step.action or 'no valid action', 120)}"
        + (f"  ({cut(step.note, 120)})" if step.note else "")
        for step in record.steps
    ]
    return "\n".join([*reason, *steps])


def cut(text: str, width: int) -> str:
    """On one line of at most so many characters."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return plain if len(plain) <= width else f"{plain[: width - 1]}…"
