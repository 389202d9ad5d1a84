"""Where records first arrive. Light, because every pytest session has it: what makes reports is
imported when the first record comes, or at once when there is a gate or a run goes on."""

from typing import TYPE_CHECKING

import pytest

from pytest_vwa.core.errors import UsageError
from pytest_vwa.options import Settings

if TYPE_CHECKING:
    from .gate import Gate
    from .session import RunReport


class Arrival:
    """Registers the RunReport when it is needed and hands it the report that was too early.

    Raises pytest.UsageError for a gate whose rules or files cannot be read, and for a run that goes
    on elsewhere.
    """

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        self._config, self._settings = config, settings
        self._report: RunReport | None = None
        self._gate: Gate | None = None
        try:
            if settings.gated:
                self._gate = _gate(settings)
            if (settings.gated or settings.resume) and not config.getoption("collectonly"):
                self._open(new=not settings.resume)
        except UsageError as error:
            raise pytest.UsageError(str(error)) from error

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self._report is None and hasattr(report, "vwa_begun"):
            self._open(new=True).pytest_runtest_logreport(report)

    def _open(self, *, new: bool) -> "RunReport":
        from .session import RunReport

        settings = self._settings
        self._report = RunReport(
            settings.report_dir,
            settings.run,
            self._gate,
            settings.baseline if settings.update_baseline else None,
            summary=not settings.validate,
            html=settings.html,
            new=new,
            say=self._say,
        )
        self._config.pluginmanager.register(self._report, "vwa-report")
        return self._report

    def _say(self, line: str) -> None:
        terminal = self._config.pluginmanager.get_plugin("terminalreporter")
        if terminal:
            terminal.ensure_newline()
            terminal.write_line(line, yellow=True)


def _gate(settings: Settings) -> "Gate":
    from . import gate

    if settings.update_baseline and not settings.baseline:
        raise UsageError("--vwa-update-baseline writes the file that --vwa-baseline names")
    stored = None if settings.update_baseline else settings.baseline
    return gate.read(settings.gate, settings.must_pass, stored, settings.here)
