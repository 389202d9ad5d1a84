"""Where records first arrive. Light, because every pytest session has it: what makes reports is
imported when the first record comes, or at once when there are gate rules to check or a run goes
on."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .session import RunReport


class Arrival:
    """Registers the RunReport when it is needed and hands it the report that was too early."""

    def __init__(
        self,
        config: pytest.Config,
        folder: Path,
        run: str,
        gate: tuple[str, ...],
        *,
        summary: bool = True,
        html: bool = False,
        resumed: bool = False,
    ) -> None:
        self._config, self._folder, self._run = config, folder, run
        self._report: RunReport | None = None
        self._gate = gate
        self._summary = summary
        self._html = html
        if gate or (resumed and not config.getoption("collectonly")):
            self._open()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self._report is None and hasattr(report, "vwa_begun"):
            self._open().pytest_runtest_logreport(report)

    def _open(self) -> "RunReport":
        from pytest_vwa.core.errors import UsageError

        from .gate import parse
        from .session import RunReport

        try:
            rules = tuple(map(parse, self._gate))
        except UsageError as error:
            raise pytest.UsageError(f"--vwa-gate: {error}") from error
        self._report = RunReport(
            self._folder, self._run, rules, summary=self._summary, html=self._html
        )
        self._config.pluginmanager.register(self._report, "vwa-report")
        return self._report
