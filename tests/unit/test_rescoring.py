"""Which record a test is judged again from, and what is told of it."""

from pathlib import Path

import pytest
from records import question, record

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import CheckRecord, Record
from pytest_vwa.reporting.journal import Journal
from pytest_vwa.rescoring.changes import Unmatched, lines
from pytest_vwa.rescoring.past import Past, identity, open_run

WON = (CheckRecord(kind="string_match", value=1.0, reason="answer: as expected"),)


def past(*records: Record) -> Past:
    return Past(Path("reports/r1"), records)


def test_past_separates_tasks_questions_and_agents() -> None:
    task, asked, others = record(), question(), record(agent="other")
    run = past(task, asked, others)
    assert run.agents == ("mine", "other")
    assert [run.of(each) for each in (task, asked, others)] == [task, asked, others]
    assert run.of(record(number=2)) is None


def test_past_uses_last_record_of_rerun_test() -> None:
    first, last = record("error"), record("passed")
    assert past(first, last).of(record()) is last


def test_past_find_matches_browser_or_the_only_one() -> None:
    chromium = record(nodeid="a.json::shopping-1[mine-chromium]")
    firefox = record(nodeid="a.json::shopping-1[mine-firefox]")
    key = identity(chromium)
    assert past(chromium, firefox).find(key, "b.json::shopping-1[mine-chromium]") is chromium
    assert past(firefox).find(key, "b.json::shopping-1[mine-chromium]") is firefox


def test_past_lists_records_without_collected_test() -> None:
    one, two = record(number=1), record(number=2)
    assert past(one, two).without([identity(one)]) == (two,)


def test_open_run_accepts_name_folder_or_journal(tmp_path: Path) -> None:
    reports = tmp_path / "reports"
    Journal(reports / "monday" / "journal.jsonl").append(record())
    for name in ("monday", "reports/monday", "reports/monday/journal.jsonl"):
        assert open_run(name, reports, tmp_path).folder == reports / "monday"
    with pytest.raises(UsageError, match=r"no run 'mondag' in .*; did you mean 'monday'"):
        open_run("mondag", reports, tmp_path)


def test_rescore_lists_changed_verdicts_with_reasons() -> None:
    pairs = [
        (record("failed", reason="expected a"), record("passed", profile="strict", checks=WON)),
        (record("passed", 2), record("failed", 2, reason="expected b\nmore")),
        (record("passed", 3), record("passed", 3)),
    ]
    assert list(lines(pairs, Unmatched())) == [
        "2 of 3 verdicts changed",
        "  tasks/arena/shopping.json::shopping-1[mine]: failed -> passed (reference -> strict)",
        "    before: expected a",
        "    now: answer: as expected",
        "  tasks/arena/shopping.json::shopping-2[mine]: passed -> failed",
        "    before: passed",
        "    now: expected b",
    ]


def test_rescore_skipped_record_is_no_changed_verdict() -> None:
    pairs = [(record("passed"), record("skipped", reason="the page was not looked at"))]
    assert list(lines(pairs, Unmatched())) == [
        "0 of 0 verdicts changed",
        "1 could not be judged again",
        "  tasks/arena/shopping.json::shopping-1[mine]: the page was not looked at",
    ]


def test_rescore_error_is_no_changed_verdict() -> None:
    broken = record("error", error_kind="evidence", reason="it is damaged\na traceback")
    assert list(lines([(record("passed"), broken)], Unmatched())) == [
        "0 of 0 verdicts changed",
        "1 could not be judged again",
        "  tasks/arena/shopping.json::shopping-1[mine]: it is damaged",
    ]


@pytest.mark.parametrize(
    ("text", "held"), [("", "no record"), ('{"version": 1, "run"', "a single line, which is cut")]
)
def test_open_run_refuses_journal_without_records(tmp_path: Path, text: str, held: str) -> None:
    (tmp_path / "journal.jsonl").write_text(text)
    with pytest.raises(UsageError, match=f"holds {held}.*nothing to judge again"):
        open_run(".", tmp_path, tmp_path)


def test_open_run_flags_truncated_last_line(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    journal.append(record())
    assert not open_run(".", tmp_path, tmp_path).flaws
    with journal.path.open("a") as file:
        file.write('{"version": 1, "ru')
    found = open_run(".", tmp_path, tmp_path)
    assert (len(found.flaws), len(found.records)) == (1, 1)


def test_rescore_long_lists_end_with_count_of_rest() -> None:
    told = list(lines([], Unmatched(1, tuple(map(str, range(25))))))
    assert told[1:3] == [
        "1 collected test has no record in the run and was left out",
        "25 records of the run have no test among those collected",
    ]
    assert told[-1] == "  and 5 more"
