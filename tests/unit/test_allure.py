"""AllureReport in a real pytest session on a run made by hand, read back from its results."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("allure_pytest")

HERE = Path(__file__).parent
CONFTEST = """
import pytest
from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import Image, Observation
from pytest_vwa.core.record import CheckRecord, StepRecord
from pytest_vwa.core.trajectory import Step, StopReason, Trajectory
from pytest_vwa.reporting.allure import AllureReport, show_kept_step
from records import record

SEEN = Observation("[1] [A] [{boat}]", Image(b"JPEG", "image/jpeg"), (), "http://127.0.0.1/", ())
TRAJECTORY = Trajectory(
    (
        Step(1, SEEN, "I click {boat}", Action("click", "1")),
        Step(2, SEEN, "hm", None, "no action found"),
        Step(3, SEEN, "```stop [Sea Ray]```", Action("stop", value="Sea Ray")),
    ),
    StopReason.ANSWERED,
    "Sea Ray",
)
CHECKS = (CheckRecord(kind="url", value=1), CheckRecord(kind="answer", value=0, reason="not Nova"))


@pytest.fixture
def conclude(request):
    def tell(outcome, trajectory, **changes):
        run = record(outcome, model="demo", intent="Find the {boat} " + "x " * 99, **changes)
        AllureReport().pytest_vwa_verdict(request.node, run, trajectory)

    return tell


@pytest.fixture
def keep(tmp_path):
    def keep(**step):
        (tmp_path / "step-01.jpg").write_bytes(b"JPEG")
        show_kept_step(StepRecord(number=1, url="http://127.0.0.1/", **step), tmp_path)

    return keep


def pytest_configure(config):
    config.addinivalue_line("markers", "shopping")
"""
TESTS = """
import pytest
from conftest import CHECKS, TRAJECTORY


@pytest.mark.shopping
@pytest.mark.parametrize("agent_name", ["mine"])
def test_lost(conclude, agent_name):
    conclude("failed", TRAJECTORY, checks=CHECKS, reason="not Nova", sites=("shopping", "reddit"))
    pytest.fail("answer: not Nova", pytrace=False)


def test_won(conclude):
    conclude("passed", TRAJECTORY, checks=CHECKS[:1], difficulty="video_hard")


def test_question(conclude):
    conclude("passed", None, kind="question", checks=CHECKS[:1], difficulty=None)


def test_broken(keep):
    keep(action="click [1]", reply="I click", note="not done: it is gone", image="step-01.jpg")
    keep(action="", reply="hm")
"""
Result = dict[str, Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("allure")
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_tasks.py").write_text(TESTS)
    subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "allure_pytest.plugin", "--alluredir", "results"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(HERE), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        check=False,
    )
    return folder / "results"


@pytest.fixture(scope="module")
def results(folder: Path) -> dict[str, Result]:
    found = [json.loads(path.read_text("utf-8")) for path in folder.glob("*-result.json")]
    assert len(found) == 4, "each test once"
    return {result["fullName"].partition("#")[2]: result for result in found}


def labels(result: Result, name: str) -> list[str]:
    return sorted(label["value"] for label in result["labels"] if label["name"] == name)


def names(steps: list[Result]) -> list[str]:
    return [step["name"] for step in steps]


def test_allure_title_is_short_and_description_complete(results: dict[str, Result]) -> None:
    lost = results["test_lost"]
    assert lost["name"].startswith("test_lost: Find the {boat} x x")
    assert len(lost["name"]) < 100
    assert lost["description"].count("x ") == 99
    assert "Agent: mine · demo (built-in stand-in, not a language model)" in lost["description"]


def test_allure_labels_name_benchmark_site_and_category(results: dict[str, Result]) -> None:
    lost = results["test_lost"]
    assert labels(lost, "epic") == ["arena"]
    assert labels(lost, "feature") == ["reddit", "shopping"]
    assert labels(lost, "story") == ["temporal_reasoning"]
    assert labels(lost, "tag") == ["shopping"]


def test_allure_severity_is_higher_for_easier_tasks(results: dict[str, Result]) -> None:
    assert labels(results["test_lost"], "severity") == ["critical"]
    assert labels(results["test_won"], "severity") == ["minor"]
    assert labels(results["test_question"], "severity") == ["normal"]


def test_allure_kept_steps_have_picture_reply_and_note(results: dict[str, Result]) -> None:
    first, second = results["test_broken"]["steps"]
    assert [first["name"], second["name"]] == ["1. click [1]", "1. no valid action"]
    assert [each["name"] for each in first["attachments"]] == ["observation", "reply", "note"]
    assert [each["name"] for each in second["attachments"]] == ["reply"]


def test_allure_step_is_named_by_its_action(results: dict[str, Result]) -> None:
    assert names(results["test_lost"]["steps"]) == [
        "1. click [1]",
        "2. no valid action",
        "3. stop [Sea Ray]",
        "verdict: failed",
    ]


def test_allure_step_attaches_screenshot_reply_and_note(
    results: dict[str, Result], folder: Path
) -> None:
    first, second, *_ = results["test_lost"]["steps"]
    picture, reply = first["attachments"]
    assert picture["type"] == "image/jpeg"
    assert (folder / picture["source"]).read_bytes() == b"JPEG"
    assert (folder / reply["source"]).read_text() == "I click {boat}"
    note = second["attachments"][-1]
    assert note["name"] == "note"
    assert (folder / note["source"]).read_text() == "no action found"


def test_allure_failed_check_is_a_failed_step(results: dict[str, Result]) -> None:
    verdict = results["test_lost"]["steps"][-1]
    assert verdict["status"] == "failed"
    assert [(check["name"], check["status"]) for check in verdict["steps"]] == [
        ("url: 1", "passed"),
        ("answer: 0", "failed"),
    ]
    assert "not Nova" in verdict["steps"][1]["statusDetails"]["message"]


def test_allure_verdict_does_not_set_test_status(results: dict[str, Result]) -> None:
    assert results["test_lost"]["status"] == "failed"
    assert results["test_lost"]["statusDetails"]["message"] == "Failed: answer: not Nova"
    assert results["test_won"]["status"] == "passed"
    assert results["test_won"]["steps"][-1]["status"] == "passed"


def test_allure_failed_check_has_no_traceback(results: dict[str, Result]) -> None:
    assert "allure.py" not in json.dumps(results["test_lost"]["steps"])


def test_allure_model_parameter_is_excluded_from_history(results: dict[str, Result]) -> None:
    told = {each["name"]: each for each in results["test_lost"]["parameters"]}
    assert told["model"]["excluded"]
    assert not told["agent_name"].get("excluded")


def test_allure_attaches_the_record(results: dict[str, Result], folder: Path) -> None:
    (kept,) = results["test_lost"]["attachments"]
    assert kept["name"] == "record"
    assert json.loads((folder / kept["source"]).read_text("utf-8"))["outcome"] == "failed"


def test_allure_question_has_verdict_and_no_steps(results: dict[str, Result]) -> None:
    assert names(results["test_question"]["steps"]) == ["verdict: passed"]
