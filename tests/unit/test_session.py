"""RunReport in a real pytest session whose tests carry records made by hand."""

from collections.abc import Callable
from pathlib import Path

import pytest
import records

from pytest_vwa.reporting import html, session, terminal
from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]
PRELOADED = (records, session, html, terminal)
"""What the inner runs import: pytester would forget it and each import it anew."""
CONFTEST = """
from pathlib import Path

import pytest
from pytest_vwa.reporting.gate import Gate
from pytest_vwa.reporting.rules import parse
from pytest_vwa.reporting.session import RunReport
from records import record


def pytest_addoption(parser):
    parser.addoption("--rule", action="append", default=[])


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        rules = tuple(map(parse, config.getoption("rule")))
        gate = Gate(rules) if rules else None
        config.pluginmanager.register(RunReport(config.rootpath / "reports", "r1", gate))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if "task" in item.name and call.when == "call":
        report.vwa = record(report.outcome, item.name).model_dump(mode="json")
    return report
"""
TESTS = """
def test_task_1(): pass
def test_task_2(): assert False
def test_other(): pass
"""


@pytest.fixture
def run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., pytest.RunResult]:
    """Run the tests above; with ``-n`` in processes of their own."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(test_tasks=TESTS)

    def run(*arguments: str) -> pytest.RunResult:
        if "-n" in arguments:
            return pytester.runpytest_subprocess("-p", "xdist.plugin", *arguments, timeout=400)
        return pytester.runpytest_inprocess(*arguments)

    return run


@pytest.mark.parametrize("arguments", [(), ("-n", "2")], ids=["n0", "n2"])
def test_run_report_records_each_task_once_and_judges(
    run: Callable[..., pytest.RunResult], pytester: pytest.Pytester, arguments: tuple[str, ...]
) -> None:
    done = run("--rule", "final >= 0.5", *arguments)
    journal = read(pytester.path / "reports/r1/journal.jsonl")
    assert sorted(record.outcome for record in journal) == ["failed", "passed"]
    assert "1 of 2 tasks passed: 50 %" in str(done.stdout)
    assert f"journal: {Path('reports/r1/journal.jsonl')}" in str(done.stdout)
    assert "exit code 0 ===" in str(done.stdout)
    assert done.ret == 0


def test_run_report_without_records_is_silent(
    run: Callable[..., pytest.RunResult], pytester: pytest.Pytester
) -> None:
    done = run("-k", "other")
    assert "web-agent" not in str(done.stdout)
    assert "gate" not in str(done.stdout)
    assert not (pytester.path / "reports").exists()
    assert done.ret == 0


@pytest.mark.parametrize(
    ("rule", "arguments", "code"),
    [
        ("final >= 0.6", (), 1),
        ("final >= 0.5", ("-k", "other"), 2),
        ("final >= 0.5", ("-k", "nothing"), 2),
    ],
)
def test_run_report_gate_decides_exit_code(
    run: Callable[..., pytest.RunResult], rule: str, arguments: tuple[str, ...], code: int
) -> None:
    done = run("--rule", rule, *arguments)
    assert done.ret == code
    assert f"exit code {code} ===" in str(done.stdout)


def test_run_report_without_gate_fails_with_failed_task(
    run: Callable[..., pytest.RunResult],
) -> None:
    assert run().ret == pytest.ExitCode.TESTS_FAILED


def test_run_report_interrupted_session_keeps_exit_code(
    run: Callable[..., pytest.RunResult], pytester: pytest.Pytester
) -> None:
    pytester.makepyfile(test_broken="import nothing_of_this_name")
    done = run("--rule", "cost <= 5")
    assert done.ret == pytest.ExitCode.INTERRUPTED
    assert "gate" not in str(done.stdout)


def test_run_report_collect_only_skips_gate(run: Callable[..., pytest.RunResult]) -> None:
    done = run("--rule", "final >= 0.5", "--collect-only", "-q")
    assert done.ret == 0
    assert "gate" not in str(done.stdout)
