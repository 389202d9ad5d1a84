"""Whether the trials of a task agree, as the report's list tells it."""

from records import question, record

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.html.rows import rows


def told(*records: Record) -> list[tuple[int, str]]:
    return [(row["trials"], row["steady"]) for row in rows(records)]


def test_rows_mark_trials_as_always_never_or_flaky() -> None:
    for outcomes, steady in (
        (("passed", "passed"), "always passed"),
        (("failed", "failed"), "never passed"),
        (("failed", "passed"), "flaky"),
        (("passed", "error", "passed"), "always passed"),
        (("passed", "error"), ""),
    ):
        tried = [record(each, trial=number) for number, each in enumerate(outcomes, 1)]
        assert told(*tried) == [(len(outcomes), steady)] * len(outcomes)


def test_rows_group_trials_by_agent_and_task() -> None:
    others = (record("failed", 2), question("failed"), record("failed", agent="other"))
    assert told(record("passed"), *others) == [(1, "")] * 4


def test_rows_single_trial_keeps_its_number() -> None:
    assert told(record(trial=3)) == [(3, "")]
