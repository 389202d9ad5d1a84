import pytest
from records import question, record

from pytest_vwa.core.record import Record, StepRecord, is_blocked
from pytest_vwa.core.trajectory import NOT_DONE, NOT_OPENED
from pytest_vwa.reporting.failures import failure, failures

DOWN = {"site": "reddit", "kind": "down"}
WRONG = ({"kind": "string_match", "value": 0.0},)


def tried(note: str, action: str = "click [1]") -> tuple[StepRecord, ...]:
    first = StepRecord(number=1, url="http://a/", action=action, note=note)
    return first, StepRecord(number=2, url="http://a/", action="stop []")


@pytest.mark.parametrize(
    ("run", "told"),
    [
        (record("failed", stop="unreadable replies"), "ended by unreadable replies"),
        (record("failed", stop="repeated action"), "ended by repeated action"),
        (record("failed", stop="answered", checks=WRONG), "gave the wrong answer"),
        (record("failed", blocked=True, checks=WRONG), "gave up where it was blocked"),
        (question("failed", checks=WRONG), "misread the video"),
        (question("failed", watched=True), "misread the video"),
        (question("failed", watched=False), "gave the wrong answer, without the video"),
        (record("error", error_kind="model"), "model error"),
        (record("error", error_kind="site"), "site error"),
        (record("error", error_kind="site", trouble=DOWN), "site error: down"),
        (
            record("error", error_kind="site", trouble=DOWN | {"not_run": True}),
            "site error: down, not run",
        ),
    ],
)
def test_failure_names_cause(run: Record, told: str) -> None:
    assert failure(run) == told


@pytest.mark.parametrize(
    ("steps", "blocked"),
    [
        ((), False),
        (tried(f"{NOT_DONE}covered"), True),
        (tried(f"x{NOT_OPENED}y"), True),
        (tried("a list opened"), False),
        (tried(f"{NOT_DONE}the end", "scroll [down]"), False),
    ],
)
def test_is_blocked_when_action_failed_before_stop(
    steps: tuple[StepRecord, ...], blocked: bool
) -> None:
    assert is_blocked(steps) is blocked


def test_failures_sorted_by_frequency_with_share() -> None:
    runs = [record("passed"), record("error", error_kind="site")]
    runs += [record("failed", n, stop="step limit") for n in range(3)]
    most, least = failures(runs)
    assert (most.name, most.count, most.share) == ("ended by step limit", 3, 0.75)
    assert (least.name, least.outcome) == ("site error", "error")
