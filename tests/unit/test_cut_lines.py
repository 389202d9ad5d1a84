"""A process may be killed in the middle of a write, after any byte of the last line."""

from collections.abc import Iterator
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


def each_length(path: Path) -> Iterator[int]:
    """The file holds one whole line and so many bytes of another."""
    for length in range(len(LINE) + 1):
        written(path, LINE[:length])
        yield length


def test_the_line_has_signs_of_several_bytes_to_cut() -> None:
    assert len(LINE) > len(LINE.decode())


def test_a_journal_is_read_after_each_length_of_its_last_line(journal: Path) -> None:
    for length in each_length(journal):
        content = load(journal)
        assert content.records == ((FIRST, LAST) if length >= WHOLE else (FIRST,)), length
        assert content.cut == (0 < length < WHOLE), length


def test_a_journal_goes_on_after_each_length_of_its_last_line(journal: Path) -> None:
    after = record("passed", 3)
    for length in each_length(journal):
        Journal(journal).append(after)
        before = (FIRST, LAST) if length >= WHOLE else (FIRST,)
        assert read(journal) == (*before, after), length
        assert not load(journal).cut


def test_a_journal_that_is_one_cut_line_is_read_and_goes_on(journal: Path) -> None:
    journal.parent.mkdir()
    for length in range(WHOLE):
        journal.write_bytes(LINE[:length])
        assert read(journal) == ()
        Journal(journal).append(LAST)
        assert read(journal) == (LAST,), length


@pytest.mark.parametrize("begun", [False, True], ids=["no journal yet", "a journal"])
def test_what_a_worker_wrote_is_read_after_each_length_of_its_last_line(
    journal: Path, spool: Path, begun: bool
) -> None:
    if begun:
        Journal(journal).append(FIRST)
    for length in each_length(spool):
        assert read(journal) == ((FIRST, LAST) if length == len(LINE) else (FIRST,)), length


@pytest.mark.parametrize("cut", ["journal", "spool"])
def test_what_both_were_writing_counts_once_after_each_length_of_either(
    journal: Path, spool: Path, cut: str
) -> None:
    whole, torn = (spool, journal) if cut == "journal" else (journal, spool)
    written(whole, LINE)
    for length in each_length(torn):
        assert read(journal) == (FIRST, LAST), length
