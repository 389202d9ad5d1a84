"""Where records first arrive. Light, because every pytest session has it: what makes reports is
imported when the first record comes, or at once when there is a gate or a run goes on."""

from typing import TYPE_CHECKING

import pytest

from pytest_vwa.options import Settings

if TYPE_CHECKING:
    from .gate import Gate
    from .session import RunReport


class Arrival:
    """Registers the RunReport when it is needed and hands it the report that was too early.

    Raises pytest.UsageError for a gate whose rules or files cannot be read.
    """

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        self._config, self._settings = config, settings
        self._report: RunReport | None = None
        goes_on = settings.resume and not config.getoption("collectonly")
        if settings.gated or goes_on:
            self._open()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self._report is None and hasattr(report, "vwa_begun"):
            self._open().pytest_runtest_logreport(report)

    def _open(self) -> "RunReport":
        from .session import RunReport

        settings = self._settings
        self._report = RunReport(
            settings.report_dir,
            settings.run,
            _gate(settings) if settings.gated else None,
            settings.baseline if settings.update_baseline else None,
            summary=not settings.validate,
            html=settings.html,
        )
        self._config.pluginmanager.register(self._report, "vwa-report")
        return self._report


def _gate(settings: Settings) -> "Gate":
    from pytest_vwa.core.errors import UsageError

    from . import gate

    if settings.update_baseline and not settings.baseline:
        raise pytest.UsageError("--vwa-update-baseline writes the file that --vwa-baseline names")
    stored = None if settings.update_baseline else settings.baseline
    try:
        return gate.read(settings.gate, settings.must_pass, stored, settings.here)
    except UsageError as error:
        raise pytest.UsageError(str(error)) from error
