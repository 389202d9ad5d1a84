"""The pytest plugin of ``--vwa-rescore``: which tests there are, and what changed."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import pytest

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.core.task import subject_of
from pytest_vwa.options import SETTINGS, Settings
from pytest_vwa.registry import hint
from pytest_vwa.reporting.units import counted

from . import changes
from .changes import Unmatched
from .past import Identity, Past, open_run

PAST = pytest.StashKey[Past]()


def begin(config: pytest.Config) -> Settings:
    """Read the run's journal; its agents and trials are those of this run. Raises
    pytest.UsageError."""
    settings = config.stash[SETTINGS]
    try:
        past = open_run(settings.rescore, settings.report_dir, settings.here)
        agents = _agents(past, config.getoption("vwa_agent") or ())
    except UsageError as error:
        raise pytest.UsageError(str(error)) from error
    past = replace(past, records=tuple(r for r in past.records if r.agent in agents))
    config.stash[PAST] = past
    config.stash[SETTINGS] = replace(settings, agent=agents, trials=past.trials)
    config.pluginmanager.register(Rescoring(config, past), "vwa-rescoring")
    return config.stash[SETTINGS]


def _agents(past: Past, named: Sequence[str]) -> tuple[str, ...]:
    """Those that the command line names, else all; agents of the ini file are not meant."""
    for name in named:
        if name not in past.agents:
            raise UsageError(
                f"--agent={name}: the run {past.name} has no such agent{hint(name, past.agents)}"
            )
    return tuple(named) or past.agents


class Rescoring:
    """Leaves out tests that the run has no record of, and tells at the end what changed."""

    def __init__(self, config: pytest.Config, past: Past) -> None:
        self._config = config
        self._past = past
        self._unmatched = Unmatched()
        self._records: list[Record] = []

    def pytest_report_header(self) -> str:
        agents = ", ".join(self._past.agents) or "no agent"
        read = counted(len(self._past.records), "records")
        flaws = "".join(f"\nvwa rescore: of the journal {each}" for each in self._past.flaws)
        return (
            f"vwa rescore: run {self._past.name}, {read} by {agents}; "
            f"judged by stored evidence, with no agent, browser or site{flaws}"
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        identities = {item: found for item in items if (found := _identity(item))}
        lost = [
            item for item, found in identities.items() if not self._past.find(found, item.nodeid)
        ]
        orphans = self._past.without(identities.values())
        self._unmatched = Unmatched(len(lost), tuple(map(changes.named, orphans)))
        if lost:
            left_out = set(lost)
            self._config.hook.pytest_deselected(items=lost)
            items[:] = [item for item in items if item not in left_out]

    def pytest_report_collectionfinish(self) -> str | None:
        count = self._unmatched.tests
        return f"vwa rescore: {changes.left_out(count)}" if count else None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "vwa"):
            self._records.append(Record.model_validate(report.vwa))

    def pytest_sessionfinish(self) -> None:
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput["vwa_unmatched"] = asdict(self._unmatched)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """xdist: every worker collected the same and says so."""
        told = getattr(node, "workeroutput", {}).get("vwa_unmatched")
        if told:
            self._unmatched = Unmatched(told["tests"], tuple(told["records"]))

    # Quoted: pytest 8 does not export this name.
    def pytest_terminal_summary(self, terminalreporter: "pytest.TerminalReporter") -> None:
        pairs = [(old, new) for new in self._records if (old := self._past.of(new))]
        if pairs or self._unmatched != Unmatched():
            terminalreporter.section(f"judged again: run {self._past.name}")
            for line in changes.lines(pairs, self._unmatched):
                terminalreporter.write_line(line)


def _identity(item: pytest.Item) -> Identity | None:
    """None for a test that is no task."""
    subject = subject_of(item)
    if subject is None:
        return None
    callspec = getattr(item, "callspec", None)
    params = callspec.params if callspec else {}
    agent, trial = params.get("agent_name"), params.get("trial", 1)
    return subject.task.key, subject.question is not None, agent, trial
