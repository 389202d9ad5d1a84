from pathlib import Path

import pytest
from records import record, steps

from pytest_vwa.core.errors import UsageError
from pytest_vwa.reporting.journal import Journal, read

FIRST, SECOND = record("passed", 1, steps=steps(2)), record("failed", 2, reason="a “quoted”\nword")


def test_what_was_appended_is_read_back_at_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "run" / "journal.jsonl")
    journal.append(FIRST)
    assert read(journal.path) == (FIRST,)
    journal.append(SECOND)
    assert read(journal.path) == (FIRST, SECOND)
    assert len(journal.path.read_text("utf-8").splitlines()) == 2


def test_nothing_is_created_before_the_first_record(tmp_path: Path) -> None:
    Journal(tmp_path / "run" / "journal.jsonl")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kept", [1, 40, -2])
def test_a_torn_last_line_is_dropped_and_mended(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(path).append(FIRST)
    with path.open("a") as file:
        file.write(SECOND.model_dump_json()[:kept])
    assert read(path) == (FIRST,)
    Journal(path).append(SECOND)
    assert read(path) == (FIRST, SECOND)


def test_a_whole_last_line_without_its_newline_counts(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text(FIRST.model_dump_json())
    assert read(path) == (FIRST,)
    Journal(path).append(SECOND)
    assert read(path) == (FIRST, SECOND)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("not json", "the line: Invalid JSON"),
        (FIRST.model_dump_json().replace('"version":1', '"version":2'), "version: Input should"),
        (FIRST.model_dump_json().replace('"passed"', '"won"'), "outcome: Input should"),
    ],
)
def test_another_malformed_line_is_an_error_that_names_file_and_line(
    tmp_path: Path, line: str, why: str
) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text(f"{FIRST.model_dump_json()}\n{line}\n{SECOND.model_dump_json()}\n")
    with pytest.raises(UsageError, match=rf"journal\.jsonl:2: .*{why}"):
        read(path)


def test_a_missing_journal_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.jsonl: No such file"):
        read(tmp_path / "none.jsonl")
