"""The CPU time of each test and of the whole run, its children included.

CPU time, because the clock of a busy machine says nothing about a test. ``--cpu-limits`` makes the
run fail when a test of the fast tier, or the tier as a whole, uses more than it may.
"""

import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

TEST_LIMIT = 10.0
"""CPU seconds that a test of the fast tier may use."""
TIER_USES = 600.0
"""CPU seconds that the fast tier used when this was last measured; it may use twice as many."""
SLOWEST = 10

_SPENT = "cpu_seconds"
_TICKS = os.sysconf("SC_CLK_TCK")


def tree_seconds() -> float:
    """Return the CPU seconds of this process, its children and theirs, living and ended."""
    living = sum(_process_seconds(pid) for pid in _descendants(os.getpid()))
    return sum(os.times()[:4]) + living


def _descendants(pid: int) -> Iterator[int]:
    for listing in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = listing.read_text().split()
        except OSError:  # the thread has ended since it was listed
            continue
        for child in map(int, children):
            yield child
            yield from _descendants(child)


def _process_seconds(pid: int) -> float:
    """Return what a process and its ended children have used; 0 when it has just ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / _TICKS  # utime, stime, cutime, cstime


class Meter:
    """Measures each test in the process that runs it."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._before = self._total = tree_seconds()

    def pytest_collection_finish(self) -> None:
        self._lap()  # what collecting takes is no test's

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.when == "teardown":
            report.user_properties.append((_SPENT, self._lap()))
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        self._lap()
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput[_SPENT] = self._total

    def _lap(self) -> float:
        """Return the seconds used since the last call."""
        now = tree_seconds()
        # What a browser's processes have used is gone from the system's books once they are killed.
        lap = max(0.0, round(now - self._before, 3))
        self._before = now
        self._total += lap
        return lap


class Fence:
    """Adds up what was measured, prints it, and fails the run that used too much."""

    def __init__(self, config: pytest.Config) -> None:
        self._strict = config.getoption("cpu_limits")
        self._tests: dict[str, tuple[float, float, bool]] = {}
        self._clock: dict[str, float] = {}
        self._workers = 0.0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        clock = self._clock.get(report.nodeid, 0.0) + report.duration
        self._clock[report.nodeid] = clock
        spent = dict(report.user_properties).get(_SPENT)
        if report.when == "teardown" and isinstance(spent, float):
            self._tests[report.nodeid] = (spent, clock, "full" in report.keywords)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self._workers += getattr(node, "workeroutput", {}).get(_SPENT, 0.0)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._strict and self._faults() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self._strict:
            return
        terminalreporter.section("CPU time, children included")
        slowest = sorted(self._tests.items(), key=lambda each: each[1], reverse=True)[:SLOWEST]
        for nodeid, (spent, clock, _) in slowest:
            terminalreporter.write_line(f"{spent:7.1f} s of CPU time, {clock:6.1f} s: {nodeid}")
        total, limit = self._total, 2 * TIER_USES
        terminalreporter.write_line(f"{total:7.1f} s in all, {limit:.0f} s allowed")
        for fault in self._faults():
            terminalreporter.write_line(f"FAILED {fault}", red=True)

    @property
    def _total(self) -> float:
        """What the workers used, and this process beside them; or the tests of this process."""
        if self._workers:
            return self._workers + sum(os.times()[:2])
        return sum(spent for spent, _, _ in self._tests.values())

    def _faults(self) -> list[str]:
        faults = [
            f"{nodeid} used {spent:.1f} s of CPU time, {TEST_LIMIT:.0f} s are allowed: make it "
            "cheaper, or mark it full"
            for nodeid, (spent, _, is_full) in self._tests.items()
            if spent > TEST_LIMIT and not is_full
        ]
        if self._total > 2 * TIER_USES:
            faults.append(
                f"the fast tier used {self._total:.0f} s of CPU time, more than twice the "
                f"{TIER_USES:.0f} s of tests/fence.py"
            )
        return faults


def register(config: pytest.Config) -> None:
    """Measure in each process that runs tests; judge where the results come together."""
    config.pluginmanager.register(Meter(config), "cpu-meter")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Fence(config), "cpu-fence")
