"""A journal read for what counts, without the words of steps: the same as read whole."""

from pathlib import Path
from typing import Any

import pytest
from records import record, steps

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import CheckRecord, ProfileRecord, Record
from pytest_vwa.core.result import Result, decode, result_of
from pytest_vwa.core.verdict import Outcome
from pytest_vwa.reporting.journal import Journal, read, results
from pytest_vwa.reporting.merging import merge
from pytest_vwa.reporting.runs import SPOOL
from pytest_vwa.reporting.summary import summarise

CHECKS = (CheckRecord(kind="url_match", value=0.5, reason="expected /a", expected="/a"),)
FULL = record(
    "failed",
    reason="expected “a”\ngot b",
    steps=steps(3),
    checks=CHECKS,
    profiles=(ProfileRecord(profile="strict", outcome=Outcome.ERROR, checks=CHECKS),),
    seconds={"model": 1.5, "act": 0.25},
    warnings=("no price is known",),
    versions={"shard": "1/2"},
)


def test_result_has_all_fields_and_defaults_of_record() -> None:
    assert Result.__struct_fields__ == tuple(Record.model_fields)
    given: dict[str, Any] = {
        name: getattr(FULL, name)
        for name, field in Record.model_fields.items()
        if field.is_required()
    }
    assert result_of(Record(**given)) == Result(**given)


def test_result_decoded_from_json_equals_its_record() -> None:
    assert decode(FULL.model_dump_json().encode()) == result_of(FULL)
    assert result_of(FULL).outcome is Outcome.FAILED


@pytest.mark.parametrize("name", ["is_judged", "is_question", "name", "test", "why", "duration"])
def test_result_derived_properties_equal_the_records(name: str) -> None:
    assert getattr(result_of(FULL), name) == getattr(FULL, name)


def test_summary_is_equal_from_results_and_records(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    for outcome in ("failed", "passed", "error", "skipped"):
        changes = {"outcome": Outcome(outcome), "error_kind": "site" * (outcome == "error")}
        journal.append(FULL.model_copy(update={**changes, "nodeid": outcome, "key": outcome}))
    assert summarise(results(journal.path)) == summarise(read(journal.path))


@pytest.mark.parametrize("wrong", [b'{"run": "\xff"', b"\xff"])
def test_results_and_read_leave_out_damaged_line(tmp_path: Path, wrong: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    line = FULL.model_dump_json().encode()
    path.write_bytes(b"\n".join([line, b"", wrong, line, b""]))
    assert len(read(path)) == len(results(path)) == 2


@pytest.mark.parametrize("wrong", [b"{}", b"[1]", b'{"run": 1}', b"null"])
def test_results_and_read_report_same_error_for_bad_line(tmp_path: Path, wrong: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    line = FULL.model_dump_json().encode()
    path.write_bytes(b"\n".join([line, b"", wrong, line, b""]))
    with pytest.raises(UsageError) as whole:
        read(path)
    with pytest.raises(UsageError, match=r"journal\.jsonl:3: not a record of this version") as told:
        results(path)
    assert str(told.value) == str(whole.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [('"trial":1', '"trail":1'), ('"version":1', '"version":2'), ('"failed"', '"lost"')],
)
def test_results_reject_unknown_field_version_or_outcome(
    tmp_path: Path, old: str, new: str
) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text(FULL.model_dump_json().replace(old, new, 1) + "\n")
    with pytest.raises(UsageError, match=r"journal\.jsonl:1: not a record"):
        results(path)


def test_results_replace_invalid_utf8_in_text(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(FULL.model_dump_json().encode().replace("“".encode(), b"\xff\xfe") + b"\n")
    (found,) = results(path)
    assert found == result_of(read(path)[0])
    assert "\N{REPLACEMENT CHARACTER}" in found.reason


def test_results_count_last_line_only_when_complete(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    line = FULL.model_dump_json()
    for end, count in (("", 2), ("\n", 2), ("\n" + line[:-1], 2), ("\n" + line, 3)):
        path.write_text(f"{line}\n{line}{end}")
        assert len(results(path)) == len(read(path)) == count


def test_merge_writes_final_records_unchanged(tmp_path: Path) -> None:
    for name, number in (("a", 1), ("b", 2)):
        path = tmp_path / name / "journal.jsonl"
        Journal(path).append(record("error", number))
        Journal(path).append(record("failed", number, steps=steps(2)))
        with path.open("a") as file:
            file.write(record("passed", 10 + number).model_dump_json())
    Journal(tmp_path / "a" / SPOOL / "gw0.jsonl").append(record("passed", 21))
    merge([tmp_path / "a/journal.jsonl", tmp_path / "b/journal.jsonl"], tmp_path / "all")
    merged = (tmp_path / "all" / "journal.jsonl").read_bytes().splitlines(keepends=True)
    assert all(line.endswith(b"\n") for line in merged)
    kept = [record("failed", 1, steps=steps(2)), record("passed", 11), record("passed", 21)]
    kept += [record("failed", 2, steps=steps(2)), record("passed", 12)]
    assert read(tmp_path / "all" / "journal.jsonl") == tuple(kept)
