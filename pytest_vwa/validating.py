"""``--vwa-validate``: the tasks are tried, not an agent; a plugin of its own."""

from dataclasses import replace
from pathlib import Path

import pytest

from .agents import SOLVER, TRIVIAL
from .core.record import Record
from .dialects.sniff import SUFFIXES
from .options import SETTINGS, Settings
from .reporting.validity import COUNTED, TITLES, Validity, assess, lines

_PYTESTS_OWN = (
    pytest.ExitCode.INTERRUPTED,
    pytest.ExitCode.INTERNAL_ERROR,
    pytest.ExitCode.USAGE_ERROR,
)
_ALONE = ("agent", "baseline", "gate", "lint", "must_pass", "rescore", "trials", "update_baseline")
_HEADINGS = {TITLES[finding] for finding in COUNTED}


def begin(config: pytest.Config) -> Settings:
    """The trivial agents and the reference agent take the agent's place. Raises
    pytest.UsageError for options that mean another kind of run."""
    for name in _ALONE:
        if config.getoption(f"vwa_{name}"):
            flag = "--agent" if name == "agent" else f"--vwa-{name.replace('_', '-')}"
            raise pytest.UsageError(
                f"--vwa-validate tries the tasks with agents of its own ({', '.join(TRIVIAL)}, "
                f"{SOLVER}) and decides the exit code: leave out {flag}"
            )
    # What the ini file says of agents and gates is about other runs.
    settings = replace(
        config.stash[SETTINGS],
        agent=(*TRIVIAL, SOLVER),
        trials=1,
        gate=(),
        must_pass=(),
        baseline=None,
        update_baseline=False,
    )
    config.stash[SETTINGS] = settings
    config.pluginmanager.register(Validation(config), "vwa-validation")
    return settings


class Validation:
    """Gathers what the agents' runs came to, and tells at the end what it says of the tasks."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._records: list[Record] = []

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Tests that are no tasks are not even imported."""
        is_other = collection_path.is_file() and collection_path.suffix not in SUFFIXES
        return True if is_other else None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "vwa"):
            self._records.append(Record.model_validate(report.vwa))

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """A run that went well is no test that passed: a trivial agent's should be lost."""
        is_run = isinstance(report, pytest.TestReport) and report.when == "call"
        return ("tried", ".", "TRIED") if is_run and report.passed else None

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        collecting = self._config.getoption("collectonly")
        if not collecting and exitstatus not in _PYTESTS_OWN:
            session.exitstatus = self._validity.code

    # Quoted: pytest 8 does not export this name. First: the journal's place is told below.
    @pytest.hookimpl(tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: "pytest.TerminalReporter") -> None:
        if self._config.getoption("collectonly"):
            return
        profile = self._config.stash[SETTINGS].profile
        terminalreporter.section(f"validity of the tasks, as the profile {profile} judges")
        for line in lines(self._validity):
            is_bad = line.rpartition(": ")[0] in _HEADINGS
            terminalreporter.write_line(line, red=is_bad)

    @property
    def _validity(self) -> Validity:
        return assess(self._records, judged=bool(self._config.stash[SETTINGS].judge_model))
