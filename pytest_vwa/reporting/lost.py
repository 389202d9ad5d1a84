"""Tasks that a worker of xdist had put off to the end, and took with it when it died."""

from typing import Any

import pytest

WORKER_DIED = "its xdist worker died while it was put off; --vwa-resume runs it"


class Lost:
    """The pytest plugin of xdist's controller: xdist takes them for tests that have run, so they
    are reported here. A worker tells of each that it puts off, and when it has run of its record.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._late: dict[str, pytest.TestReport] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "vwa_put_off"):
            self._late[report.nodeid] = report
        elif hasattr(report, "vwa"):
            self._late.pop(report.nodeid, None)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Without an error it ended by itself, and has left out what was to be."""
        own = [late for late in self._late.values() if vars(late).get("node") is node]
        for late in own:
            del self._late[late.nodeid]
            if error:
                self._config.hook.pytest_runtest_logreport(report=_broken(late))


def _broken(late: pytest.TestReport) -> pytest.TestReport:
    report = pytest.TestReport(
        late.nodeid, late.location, late.keywords, "failed", WORKER_DIED, "setup"
    )
    vars(report).update(vwa_lost=WORKER_DIED, node=vars(late)["node"])
    return report
