"""Which record a test is judged again from, and what is told of it."""

from pathlib import Path

import pytest
from records import question, record

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import Journal
from pytest_vwa.rescoring.changes import Unmatched, lines
from pytest_vwa.rescoring.past import Past, identity, open_run


def past(*records: Record) -> Past:
    return Past(Path("reports/r1"), records)


def test_a_task_its_question_and_other_agents_are_different_records() -> None:
    task, asked, others = record(), question(), record(agent="other")
    run = past(task, asked, others)
    assert run.agents == ("mine", "other")
    assert [run.of(each) for each in (task, asked, others)] == [task, asked, others]
    assert run.of(record(number=2)) is None


def test_of_a_test_that_ran_again_the_last_record_counts() -> None:
    first, last = record("error"), record("passed")
    assert past(first, last).of(record()) is last


def test_two_browsers_are_told_apart_and_one_is_taken_under_any_name() -> None:
    chromium = record(nodeid="a.json::shopping-1[mine-chromium]")
    firefox = record(nodeid="a.json::shopping-1[mine-firefox]")
    key = identity(chromium)
    assert past(chromium, firefox).find(key, "b.json::shopping-1[mine-chromium]") is chromium
    assert past(firefox).find(key, "b.json::shopping-1[mine-chromium]") is firefox


def test_records_of_tasks_that_are_not_collected_are_told() -> None:
    one, two = record(number=1), record(number=2)
    assert past(one, two).without([identity(one)]) == (two,)


def test_a_run_is_found_by_name_folder_or_journal(tmp_path: Path) -> None:
    reports = tmp_path / "reports"
    Journal(reports / "monday" / "journal.jsonl").append(record())
    for name in ("monday", "reports/monday", "reports/monday/journal.jsonl"):
        assert open_run(name, reports, tmp_path).folder == reports / "monday"
    with pytest.raises(UsageError, match=r"no run 'mondag' in .*; did you mean 'monday'"):
        open_run("mondag", reports, tmp_path)


def test_every_changed_verdict_is_told_with_both_and_the_reason() -> None:
    pairs = [
        (record("failed", reason="expected a"), record("passed", profile="strict")),
        (record("passed", 2), record("failed", 2, reason="expected b\nmore")),
        (record("passed", 3), record("passed", 3)),
    ]
    assert list(lines(pairs, Unmatched())) == [
        "2 of 3 verdicts changed",
        "  tasks/arena/shopping.json::shopping-1[mine]: failed -> passed (reference -> strict)",
        "    expected a",
        "  tasks/arena/shopping.json::shopping-2[mine]: passed -> failed",
        "    expected b",
    ]


def test_what_could_not_be_judged_again_is_no_changed_verdict() -> None:
    pairs = [(record("passed"), record("skipped", reason="the page was not looked at"))]
    assert list(lines(pairs, Unmatched())) == [
        "0 of 0 verdicts changed",
        "1 could not be judged again",
        "  tasks/arena/shopping.json::shopping-1[mine]: the page was not looked at",
    ]


def test_long_lists_end_with_how_many_more_there_are() -> None:
    told = list(lines([], Unmatched(1, tuple(map(str, range(25))))))
    assert told[1:3] == [
        "1 collected test has no record in the run and was left out",
        "25 records of the run have no test among those collected",
    ]
    assert told[-1] == "  and 5 more"
