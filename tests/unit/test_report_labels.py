"""What the pages call those who ran, and what they count."""

from records import record

from pytest_vwa.reporting.html.overview import overview
from pytest_vwa.reporting.html.who import labels


def test_labels_name_run_only_to_distinguish() -> None:
    runs = [record(run="a"), record(run="b"), record(run="b", agent="text")]
    assert labels(runs) == ["mine · some-model · a", "mine · some-model · b", "text · some-model"]
    assert labels(runs[1:]) == ["mine · some-model", "text · some-model"]


def test_overview_counts_tasks_separately_with_trials() -> None:
    (once,) = overview([record(), record("failed", 2)]).agents
    assert (once.tasks.judged, once.tasks.tasks) == (2, None)
    (twice,) = overview([record(trial=1), record("failed", trial=2)]).agents
    assert (twice.tasks.judged, twice.tasks.tasks) == (2, 1)
