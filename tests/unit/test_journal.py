import resource
from pathlib import Path

import pytest
from records import record, steps

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.result import result_of
from pytest_vwa.reporting.journal import Content, Journal, flaws, load, read, results

FIRST, SECOND = record("passed", 1, steps=steps(2)), record("failed", 2, reason="a “quoted”\nword")


def test_journal_reads_back_appended_records(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "run" / "journal.jsonl")
    journal.append(FIRST)
    assert read(journal.path) == (FIRST,)
    journal.append(SECOND)
    assert read(journal.path) == (FIRST, SECOND)
    assert len(journal.path.read_text("utf-8").splitlines()) == 2


def test_journal_creates_nothing_before_first_record(tmp_path: Path) -> None:
    Journal(tmp_path / "run" / "journal.jsonl")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("more", [-1, 0, 1, 2 * 65_536 + 7])
def test_journal_repairs_truncated_line_longer_than_block(tmp_path: Path, more: int) -> None:
    """The end of the line before is just in the last block that is read, or outside of it."""
    path = tmp_path / "journal.jsonl"
    Journal(path).append(FIRST)
    long = record("failed", 2, reason="x" * 300_000).model_dump_json()
    with path.open("a") as file:
        file.write(long[: 65_536 + more])
    assert load(path) == Content((FIRST,), cut=True)
    Journal(path).append(SECOND)
    assert load(path) == Content((FIRST, SECOND))


def test_journal_accepts_last_line_without_newline(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text(FIRST.model_dump_json())
    assert read(path) == (FIRST,)
    Journal(path).append(SECOND)
    assert read(path) == (FIRST, SECOND)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (FIRST.model_dump_json().replace('"version":1', '"version":2'), "version: Input should"),
        (FIRST.model_dump_json().replace('"passed"', '"won"'), "outcome: Input should"),
    ],
)
def test_journal_malformed_line_error_names_file_and_line(
    tmp_path: Path, line: str, why: str
) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text(f"{FIRST.model_dump_json()}\n{line}\n{SECOND.model_dump_json()}\n")
    with pytest.raises(UsageError, match=rf"journal\.jsonl:2: .*{why}"):
        read(path)


def test_journal_damaged_line_is_left_out_and_named(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    first, second = FIRST.model_dump_json(), SECOND.model_dump_json()
    path.write_text(f"{first}\n{first[:99]}\n\0\0\n{second}\n")
    assert load(path) == Content((FIRST, SECOND), damaged=(2, 3))
    assert results(path) == (result_of(FIRST), result_of(SECOND))
    assert [flaw.partition(",")[0] for flaw in flaws(path)] == [
        "line 2 is damaged",
        "line 3 is damaged",
    ]


def test_journal_record_behind_part_of_another_is_read(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text(f"{FIRST.model_dump_json()[:99]}{SECOND.model_dump_json()}\n")
    assert load(path) == Content((SECOND,), damaged=(1,))


def test_journal_without_any_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_text("# No journal\n\nWords.\n")
    with pytest.raises(UsageError, match=r"README\.md:1: not a record .*Invalid JSON"):
        read(path)


def test_journal_removes_what_a_full_disk_left_of_a_record(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    journal.append(FIRST)
    room = path.stat().st_size + 50
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            journal.append(SECOND)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.stat().st_size == room
    journal.append(SECOND)
    assert load(path) == Content((FIRST, SECOND))


def test_journal_missing_file_error_names_it(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.jsonl: No such file"):
        read(tmp_path / "none.jsonl")
