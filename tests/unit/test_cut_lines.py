"""A process may be killed in the middle of a write, after any byte of the last line."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from records import record, steps

from pytest_vwa.reporting.journal import Journal, load, read
from pytest_vwa.reporting.runs import SPOOL

FIRST = record("passed", 1, steps=steps(2))
LAST = record("failed", 2, reason="ein “schönes”\nWort 漢字 😀", answer='{"a": "}"}')
LINE = f"{LAST.model_dump_json()}\n".encode()
WHOLE = len(LINE) - 1
"""So many bytes are the record; its end is missing."""


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "run" / "journal.jsonl"


@pytest.fixture
def spool(journal: Path) -> Path:
    path = journal.parent / SPOOL / "gw0-1.jsonl"
    path.parent.mkdir(parents=True)
    return path


def written(path: Path, last: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(f"{FIRST.model_dump_json()}\n".encode() + last)


def telling(length: int) -> bool:
    """Return whether the line is cut near its ends or within a character, or by chance."""
    near = LINE[max(0, length - 2) : length + 2]
    return min(length, len(LINE) - length) < 20 or not near.isascii() or length % 9 == 0


@pytest.fixture(params=["telling", pytest.param("all", marks=pytest.mark.full)])
def lengths(request: pytest.FixtureRequest) -> Sequence[int]:
    """After how many bytes of the last line the file ends."""
    return [n for n in range(len(LINE) + 1) if request.param == "all" or telling(n)]


def cut_at(path: Path, lengths: Sequence[int]) -> Iterator[int]:
    """The file holds one whole line and so many bytes of another."""
    for length in lengths:
        written(path, LINE[:length])
        yield length


def test_cut_line_sample_has_multibyte_characters() -> None:
    assert len(LINE) > len(LINE.decode())


def test_journal_load_survives_truncated_last_line(journal: Path, lengths: Sequence[int]) -> None:
    for length in cut_at(journal, lengths):
        content = load(journal)
        assert content.records == ((FIRST, LAST) if length >= WHOLE else (FIRST,)), length
        assert content.cut == (0 < length < WHOLE), length


def test_journal_append_repairs_truncated_last_line(journal: Path, lengths: Sequence[int]) -> None:
    after = record("passed", 3)
    for length in cut_at(journal, lengths):
        Journal(journal).append(after)
        before = (FIRST, LAST) if length >= WHOLE else (FIRST,)
        assert read(journal) == (*before, after), length
        assert not load(journal).cut


def test_journal_of_one_truncated_line_can_be_continued(
    journal: Path, lengths: Sequence[int]
) -> None:
    journal.parent.mkdir()
    for length in lengths[: lengths.index(WHOLE)]:
        journal.write_bytes(LINE[:length])
        assert read(journal) == ()
        Journal(journal).append(LAST)
        assert read(journal) == (LAST,), length


@pytest.mark.parametrize("begun", [False, True], ids=["no journal yet", "a journal"])
def test_journal_reads_spool_with_truncated_last_line(
    journal: Path, spool: Path, lengths: Sequence[int], begun: bool
) -> None:
    if begun:
        Journal(journal).append(FIRST)
    for length in cut_at(spool, lengths):
        assert read(journal) == ((FIRST, LAST) if length == len(LINE) else (FIRST,)), length


@pytest.mark.parametrize("cut", ["journal", "spool"])
def test_journal_counts_record_in_journal_and_spool_once(
    journal: Path, spool: Path, lengths: Sequence[int], cut: str
) -> None:
    whole, torn = (spool, journal) if cut == "journal" else (journal, spool)
    written(whole, LINE)
    for length in cut_at(torn, lengths):
        assert read(journal) == (FIRST, LAST), length
