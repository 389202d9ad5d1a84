"""SIGKILL to a worker, a browser, the controller, a single process: nothing that had ended is lost,
nothing outlives the run, and ``--vwa-resume`` makes it whole."""

import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import check_output
from xml.etree import ElementTree

import pytest
from taskfiles import Run
from tenacity import Retrying, retry_if_result, stop_after_delay, wait_fixed

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import final, load
from pytest_vwa.reporting.runs import newest_first

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is of POSIX systems")

AGENT = r'''
import os, signal, subprocess
from pathlib import Path
from threading import Event


def family():
    """This process and all below it: process id, when it began, name."""
    rows = subprocess.check_output(["ps", "-A", "-o", "pid=,ppid=,lstart=,comm="], text=True)
    rows = [row.split() for row in rows.splitlines()]
    mine = {str(os.getpid())}
    for _ in range(9):  # generations
        mine |= {row[0] for row in rows if row[1] in mine}
    return [[row[0], *row[2:]] for row in rows if row[0] in mine]


def note(name, lines):
    with Path(f"{name}-{os.getpid()}.txt").open("a") as file:
        file.write("".join(f"{line}\n" for line in lines))


def is_written(*told):
    files = [*Path("reports").rglob("journal.jsonl"), *Path("reports").rglob(".records/*.jsonl")]
    return all(any(each in path.read_text(errors="replace") for path in files) for each in told)


def kill(whom):
    if whom == "browser":
        for pid, *_, name in family():
            if name.startswith(("chrom", "headless", "google-chrome")):
                os.kill(int(pid), signal.SIGKILL)
    elif whom == "controller":
        while not is_written("its xdist worker died", "the browser was lost"):
            Event().wait(0.05)
        os.kill(os.getppid(), signal.SIGKILL)
    else:
        os.kill(os.getpid(), signal.SIGKILL)


class Mine:
    def begin(self, brief):
        self.intent, self.site = brief.intent, brief.sites["classifieds"]
        note("begun", [self.intent])

    def act(self, observation):
        note("family", map(" ".join, family()))
        spent = Path(f"{self.intent}.spent")
        if self.intent.startswith("kill ") and not spent.exists():
            spent.touch()
            kill(self.intent.removeprefix("kill "))
        if "page=login" in observation.url:
            return "```stop```"
        return f"```goto [{self.site}/index.php?page=login]```"
'''
DIES_BEFORE_IT_IS_TOLD = """
import os
import pytest


class Dying:
    def pytest_runtest_logreport(self, report):
        if hasattr(report, "vwa") and "classifieds-2" in report.nodeid:
            os._exit(3)


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session):
    # Registered after xdist's: called when the record is on disk and not yet sent.
    if hasattr(session.config, "workerinput"):
        session.config.pluginmanager.register(Dying())
"""


@pytest.fixture(autouse=True)
def agent(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(**{"agents/mine": AGENT})


@pytest.fixture
def journal(pytester: pytest.Pytester) -> Callable[[], tuple[Record, ...]]:
    """All records on disk of the only run."""

    def journal() -> tuple[Record, ...]:
        (path,) = newest_first(pytester.path / "reports")
        return load(path).records

    return journal


def tasks(*intents: str) -> list[dict[str, object]]:
    return [{"task_id": number, "intent": intent} for number, intent in enumerate(intents, 1)]


def lines(folder: Path, name: str) -> list[list[str]]:
    """What each process noted under this name."""
    return [path.read_text().splitlines() for path in folder.glob(f"{name}-*.txt")]


def wait_for_the_end_of_all(folder: Path) -> None:
    """Every process the agents saw, the browsers among them, is gone. Patience, no measure: a
    worker of xdist may take 15 seconds to see that its controller is."""
    mine = {line for told in lines(folder, "family") for line in told}
    assert any("chrom" in line for line in mine)

    def alive() -> set[str]:
        told = check_output(["ps", "-A", "-o", "stat=,pid=,lstart=,comm="], text=True)
        rows = [row.split() for row in told.splitlines()]
        return mine & {" ".join(row[1:]) for row in rows if not row[0].startswith("Z")}

    patient = Retrying(
        retry=retry_if_result(bool), stop=stop_after_delay(120), wait=wait_fixed(0.1)
    )
    assert not patient(alive)


@pytest.mark.full
def test_resume_completes_xdist_run_after_sigkill(
    run: Run, write, journal, pytester: pytest.Pytester
) -> None:
    # The first two begin at once, on a worker each, whatever comes after.
    intents = ["kill worker", "a", "kill browser", "b", "c", "kill controller"]
    write("tasks.json", *tasks(*intents))
    assert run("--agent=mine", "-n", "2").ret == -signal.SIGKILL
    wait_for_the_end_of_all(pytester.path)
    recorded = {record.intent: record.outcome.value for record in journal()}
    assert recorded["kill worker"] == recorded["kill browser"] == "error"
    for began in lines(pytester.path, "begun"):
        assert set(began[:-1]) <= set(recorded), "no more than the tests then running are lost"
    run("--agent=mine", "--vwa-resume").assert_outcomes(
        passed=list(recorded.values()).count("error") + len(intents) - len(recorded),
        deselected=list(recorded.values()).count("passed"),
    )
    counted = final(journal())
    assert sorted(record.intent for record in counted) == sorted(intents)
    assert {record.outcome for record in counted} == {"passed"}


@pytest.mark.full
def test_resume_completes_single_process_run_after_sigkill(
    run: Run, run_alone: Run, write, journal, pytester: pytest.Pytester
) -> None:
    write("tasks.json", *tasks("a", "kill process", "b"))
    assert run_alone("--agent=mine").ret == -signal.SIGKILL
    wait_for_the_end_of_all(pytester.path)
    check_resumed(run, journal)


def test_resume_completes_killed_run_of_still_pages(
    run_alone: Run, run_still: Run, write, journal
) -> None:
    write("tasks.json", *tasks("a", "kill process", "b"))
    assert run_alone("-p", "pytest_vwa.testing.plugin", "--agent=mine").ret == -signal.SIGKILL
    check_resumed(run_still, journal)


def check_resumed(run: Run, journal: Callable[[], tuple[Record, ...]]) -> None:
    """Resume the run of which only the first task was recorded."""
    assert [record.intent for record in journal()] == ["a"]
    run("--agent=mine", "--vwa-resume").assert_outcomes(passed=2, deselected=1)
    assert [record.intent for record in final(journal())] == ["a", "kill process", "b"]
    assert {record.outcome for record in final(journal())} == {"passed"}


def names(result: dict[str, str]) -> dict[str, str]:
    return {name: result[name] for name in ("fullName", "testCaseId", "historyId")}


def test_worker_death_is_error_of_its_running_test_only(
    run_still: Run, write, journal, pytester: pytest.Pytester
) -> None:
    write("tasks.json", *tasks("kill worker", "ends", "a"))
    pytester.makeconftest(DIES_BEFORE_IT_IS_TOLD)
    result = run_still("--agent=mine", "-n", "1", "--junitxml=junit.xml", "--alluredir=told", "-v")
    records = {record.intent: record for record in journal()}
    assert len(journal()) == 3
    assert {name: record.outcome.value for name, record in records.items()} == {
        "kill worker": "error",
        "ends": "passed",
        "a": "passed",
    }
    killed = records["kill worker"]
    assert killed.error_kind == "harness"
    assert killed.reason.startswith("its xdist worker died while the test ran")
    result.stdout.fnmatch_lines_random(
        [
            "*ERROR *classifieds-1*",
            "      its xdist worker died while the test ran: it was killed, ran out of memory*",
            "*2 of 2 tasks passed*",
            "*in no rate: 1*",
        ]
    )
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    cases = ElementTree.parse(pytester.path / "junit.xml").iter("testcase")
    broken = {case.get("name") for case in cases if case.find("error") is not None}
    assert broken >= {"classifieds-1[mine-chromium]"}
    assert "classifieds-3[mine-chromium]" not in broken
    told = [json.loads(path.read_text()) for path in pytester.path.glob("told/*-result.json")]
    status = {each["name"].partition(":")[0]: each["status"] for each in told}
    assert status == {
        "classifieds-1": "broken",
        "classifieds-2": "passed",
        "classifieds-3": "passed",
    }
    assert len(told) == 3
    pytester.path.joinpath("conftest.py").unlink()
    run_still("--agent=mine", "--vwa-resume", "--alluredir=again").assert_outcomes(
        passed=1, deselected=2
    )
    (again,) = pytester.path.glob("again/*-result.json")
    (first,) = [each for each in told if each["status"] == "broken"]
    assert names(json.loads(again.read_text())) == names(first), "its history goes on"
