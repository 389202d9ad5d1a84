"""What the pages call those who ran, and what they count."""

from records import record

from pytest_vwa.reporting.html.overview import overview
from pytest_vwa.reporting.html.who import labels


def test_a_run_is_named_only_where_it_tells_two_apart() -> None:
    runs = [record(run="a"), record(run="b"), record(run="b", agent="text")]
    assert labels(runs) == ["mine · some-model · a", "mine · some-model · b", "text · some-model"]
    assert labels(runs[1:]) == ["mine · some-model", "text · some-model"]


def test_runs_are_told_from_tasks_where_a_task_has_several() -> None:
    (once,) = overview([record(), record("failed", 2)]).agents
    assert (once.tasks.judged, once.tasks.tasks) == (2, None)
    (twice,) = overview([record(trial=1), record("failed", trial=2)]).agents
    assert (twice.tasks.judged, twice.tasks.tasks) == (2, 1)
