"""Allure's results of real runs, and what its own report generators make of them."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from taskfiles import Run

pytest_plugins = ["pytester"]
pytest.importorskip("allure_pytest")
pytest.importorskip("pytest_rerunfailures")

OURS = Path(sys.prefix, "allure", "node_modules", ".bin")
GENERATOR = shutil.which("allure") or shutil.which("allure", path=OURS)
NONE = "no Allure generator: `make test` installs one where npm is, or put `allure` on the path"

BREAKS = """
class Mine:
    def begin(self, brief):
        self.acted = False

    def act(self, observation):
        if self.acted:
            raise ValueError("it fell over")
        self.acted = True
        return "```scroll [down]```"
"""


@pytest.fixture
def lose(run_still: Run, write, pytester: pytest.Pytester) -> Callable[..., Path]:
    """Run two tasks by an agent that loses and one that breaks, each tried twice; return the folder
    of Allure's results."""

    def lose(*args: str) -> Path:
        pytester.makepyfile(breaking=BREAKS)
        write("tasks.json", {"task_id": 1}, {"task_id": 2})
        agents = ("--agent=noop", "--agent=breaking.py:Mine")
        run_still(*agents, "--reruns=1", "--alluredir=results", "--vwa-html=off", *args)
        return pytester.path / "results"

    return lose


def results(folder: Path) -> list[dict]:
    return [json.loads(path.read_text("utf-8")) for path in folder.glob("*-result.json")]


def test_allure_results_separate_failed_from_broken(lose: Callable[..., Path]) -> None:
    folder = lose()
    told = results(folder)
    assert len(told) == 8
    assert len({each["historyId"] for each in told}) == 4
    assert {each["status"] for each in told} == {"failed", "broken"}
    for each in told:
        epics = [label["value"] for label in each["labels"] if label["name"] == "epic"]
        assert len(epics) == 1
        assert each["steps"][0]["name"].startswith("1. ")
        assert "record" in [kept["name"] for kept in each["attachments"]]
    names = [each["name"] for each in json.loads((folder / "categories.json").read_text())]
    assert "Lost: step limit" in names
    assert "Broken: agent" in names
    assert "agent=Mine, noop\n" in (folder / "environment.properties").read_text("ascii")


@pytest.mark.full
@pytest.mark.skipif(not GENERATOR and not os.environ.get("CI"), reason=NONE)
def test_allure_generator_counts_each_task_once(lose: Callable[..., Path]) -> None:
    assert GENERATOR, NONE
    folder = lose("-n", "2")
    site = folder.with_name("site")
    command = [GENERATOR, "generate", str(folder), "-o", str(site)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=True, stdin=subprocess.DEVNULL
    )
    assert "warn" not in (done.stdout + done.stderr).lower()
    (widget,) = [*site.glob("widgets/statistic.json"), *site.glob("widgets/summary.json")][:1]
    counts = json.loads(widget.read_text("utf-8"))
    counts = counts.get("statistic", counts)
    assert (counts["total"], counts["failed"], counts["broken"]) == (4, 2, 2)
