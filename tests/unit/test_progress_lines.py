from records import record, steps

from pytest_vwa.core.record import StepRecord
from pytest_vwa.reporting.progress import actions, facts, line
from pytest_vwa.reporting.workers import region


def test_progress_line_shows_outcome_steps_cost_and_reason() -> None:
    run = record("failed", 3, steps=steps(7), cost_usd=0.0123, reason="answer: expected\n'red'")
    assert line(run, 200) == (
        "  failed  shopping-3[mine]  7 steps, $0.0123  answer: expected 'red'"
    )


def test_progress_line_fits_terminal_and_drops_escapes() -> None:
    run = record("failed", 3, reason="\x1b[31m" + "x" * 300)
    assert len(line(run, 66)) == 66
    assert line(run, 66).endswith("…")
    assert "\x1b" not in line(run, 66)


def test_progress_line_omits_empty_facts() -> None:
    assert facts(record("skipped")) == ""
    assert line(record("passed"), 200) == "  passed  shopping-1[mine]"
    assert line(record("failed", reason="lost"), 200) == "  failed  shopping-1[mine]  lost"
    assert facts(record(steps=steps(1))) == "1 step"


def test_progress_actions_are_listed_with_notes() -> None:
    noted = StepRecord(number=2, url="http://a/", action="", note="no action found")
    told = actions(record("failed", reason="lost", steps=(*steps(1), noted)))
    assert told.splitlines() == [
        "      lost",
        "      1. click [1]",
        "      2. no valid action  (no action found)",
    ]


def test_worker_region_restores_cursor() -> None:
    told = region({"t.json::shop-1[a]": "10:00:00", "t.json::shop-2[a]": "10:00:01"}, 79)
    assert told.startswith("\x1bD" * 3 + "\x1b[3A\x1b7")
    assert told.endswith("\r\n\x1b8")
    assert "  running shop-2[a]  since 10:00:01" in told


def test_worker_region_shows_waiting_worker() -> None:
    began = {"t.json::shop-1[a]": "10:00:00", "t.json::shop-2[a]": "10:00:01"}
    waits = {"t.json::shop-2[a]": "since 10:00:02  for shopping, after shop-1[a]"}
    told = region(began, 79, waits)
    assert "  running shop-1[a]  since 10:00:00" in told
    assert "  waiting shop-2[a]  since 10:00:02  for shopping, after shop-1[a]" in told
