"""RunReport in a real pytest session whose tests carry records made by hand."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_vwa.reporting.journal import read

HERE = Path(__file__).parent
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
Done = subprocess.CompletedProcess[str]


class Checkout:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = folder / "reports/r1/journal.jsonl"
        (folder / "conftest.py").write_text(CONFTEST)
        (folder / "test_tasks.py").write_text(TESTS)

    def run(self, *arguments: str) -> Done:
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "xdist.plugin", *arguments],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(HERE), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_journal_and_the_summary_have_each_record_once(
    checkout: Checkout, workers: str
) -> None:
    done = checkout.run("-n", workers)
    assert sorted(record.outcome for record in read(checkout.journal)) == ["failed", "passed"]
    assert "1 of 2 tasks passed: 50 %" in done.stdout
    assert f"journal: {Path('reports/r1/journal.jsonl')}" in done.stdout
    assert done.returncode == 1


def test_without_a_record_nothing_is_printed_or_written(checkout: Checkout) -> None:
    done = checkout.run("-k", "other")
    assert "web-agent" not in done.stdout
    assert "gate" not in done.stdout
    assert not (checkout.folder / "reports").exists()
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("rule", "arguments", "code"),
    [
        ("final >= 0.5", (), 0),
        ("final >= 0.5", ("-n", "2"), 0),
        ("final >= 0.6", (), 1),
        ("final >= 0.5", ("-k", "other"), 2),
        ("final >= 0.5", ("-k", "nothing"), 2),
    ],
)
def test_with_rules_the_exit_code_is_the_gates_alone(
    checkout: Checkout, rule: str, arguments: tuple[str, ...], code: int
) -> None:
    done = checkout.run("--rule", rule, *arguments)
    assert done.returncode == code
    assert f"exit code {code} ===" in done.stdout


def test_a_session_that_pytest_could_not_finish_keeps_pytests_exit_code(
    checkout: Checkout,
) -> None:
    (checkout.folder / "test_broken.py").write_text("import nothing_of_this_name")
    done = checkout.run("--rule", "cost <= 5")
    assert done.returncode == pytest.ExitCode.INTERRUPTED
    assert "gate" not in done.stdout


def test_collecting_alone_judges_nothing(checkout: Checkout) -> None:
    done = checkout.run("--rule", "final >= 0.5", "--collect-only", "-q")
    assert done.returncode == 0
    assert "gate" not in done.stdout
