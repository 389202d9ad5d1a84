"""What the time of a run is booked on."""

import json
from pathlib import Path
from time import perf_counter

import pytest
from records import record

from pytest_vwa.core.observation import Image, Observation
from pytest_vwa.core.record import StepRecord
from pytest_vwa.core.result import decode
from pytest_vwa.core.task import Task
from pytest_vwa.core.trajectory import Step
from pytest_vwa.reporting.breakdown import OTHER, phases
from pytest_vwa.runlog import RunLog


@pytest.fixture
def log(tmp_path: Path) -> RunLog:
    fields = {"key": "arena/shopping/1", "name": "shopping-1", "kind": "skill"}
    fields |= {"benchmark": "arena", "intent": "Find it."}
    task = Task(**fields, sites=("shopping",), start_urls=())
    return RunLog(task, None, "t.json::shopping-1[]", run="r", report_dir=tmp_path, folder="f")


def test_nested_phases_count_time_once(log: RunLog) -> None:
    began = perf_counter()
    with log.phase("start"), log.phase("login"):
        sum(range(100_000))
    assert min(log.seconds["start"], log.seconds["login"]) > 0
    assert log.seconds["start"] + log.seconds["login"] <= perf_counter() - began


def test_phase_time_is_recorded_despite_exception(log: RunLog) -> None:
    with pytest.raises(ZeroDivisionError), log.phase("watch"):
        _ = 1 / 0
    assert log.seconds["watch"] > 0


def test_step_record_has_image_scale(log: RunLog) -> None:
    for image in (Image(b"", "image/jpeg", 2.0), None):
        seen = Observation("", image, (), url="http://127.0.0.1/", tabs=())
        log.watch(Step(1, seen, "", None, "", {}))
    assert [step.scale for step in log.steps] == [2.0, 1.0]


def test_breakdown_has_start_and_other_phases() -> None:
    seconds = {"start": 5.0, "watch": 1.0, "agent": 2.0, "total": 8.5}
    found = {each.name: each for each in phases([record(seconds=seconds)])}
    assert list(found) == ["start", "watch", "agent", "other"]
    assert found["other"].seconds == pytest.approx(0.5)
    assert found["other"].about == OTHER


def test_old_journal_without_scale_is_readable() -> None:
    """One pixel per CSS pixel is what was meant."""
    told = record(steps=(StepRecord(number=1, url="u", action="a", scale=2.0),))
    line = json.loads(told.model_dump_json())
    del line["steps"][0]["scale"]
    assert type(told).model_validate(line).steps[0].scale == 1.0
    assert len(decode(json.dumps(line)).steps) == 1
