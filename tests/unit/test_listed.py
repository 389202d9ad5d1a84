"""Many tasks named in few words, and none left out."""

import pytest

from pytest_vwa.reporting.listed import listed


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (["arena/map/3"], "arena/map/3"),
        (["arena/map/10", "arena/map/9"], "arena/map/9, 10"),
        (["arena/map/2", "arena/map/4", "arena/map/3", "arena/map/9"], "arena/map/2-4, 9"),
        (["b/1", "a/1", "a/3"], "a/1, 3; b/1"),
        (["a/1", "a/lamp"], "a/lamp, 1"),
        (["alone"], "alone"),
    ],
)
def test_task_ranges_group_by_folder_and_neighbours(keys: list[str], told: str) -> None:
    assert listed({(key, False): "" for key in keys}) == told


def test_task_ranges_append_note_to_task() -> None:
    notes = {(f"a/{number}", False): "" for number in range(1, 8)}
    assert listed(notes | {("a/4", False): "1/3"}) == "a/1-3, 4 1/3, 5-7"


def test_task_ranges_separate_questions() -> None:
    assert listed({("a/1", True): "", ("a/1", False): ""}) == "a/1; questions: a/1"
    assert listed({("a/1", True): ""}) == "questions: a/1"
