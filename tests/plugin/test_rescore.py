"""A finished run is judged again from what it left: no agent, no browser, no site."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from taskfiles import QUESTION, TASK, Run

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]

# Under the profile reference a number keeps the full stop of its sentence.
NUMBER = QUESTION | {
    "intermediate_eval": {
        "eval_types": ["string_match"],
        "reference_answers": {"must_include": ["25000"]},
    }
}
MEANING = QUESTION | {
    "intermediate_eval": {
        "eval_types": ["string_match"],
        "reference_answers": {"fuzzy_match": ["scarlet"]},
    }
}
JUDGE = """
import os

import pytest
from pytest_vwa.core.errors import JudgeError
from pytest_vwa.core.verdict import Score


class OneWord:
    def matches(self, answer, reference, question):
        if os.environ["VERDICT"] == "none":
            raise JudgeError("no reply")
        return Score(float(os.environ["VERDICT"] == "yes"), "as told")


@pytest.fixture
def judge():
    return OneWord()
"""
PEEK = """
import os

from pytest_vwa.core.verdict import Score


def peek(evidence, check):
    page = evidence.visit(evidence.sites.resolve(os.environ["PEEK"]))
    return Score(float(len(page.html()) > 100), "expected a long page")


def pytest_vwa_register(registry):
    registry.evaluators.add("peek", peek)
"""
BLOCKED = """
import pytest


@pytest.fixture(autouse=True)
def folder_is_taken(vwa_run):
    vwa_run.artifacts.parent.mkdir(parents=True, exist_ok=True)
    vwa_run.artifacts.write_text("a file where the folder should be")
"""

Answer = Callable[..., str]


@pytest.fixture
def answer(run: Run, pytester: pytest.Pytester) -> Answer:
    """Run the questions with an agent that says this, take the agent away; the run's name."""

    def answer(text: str, *args: str) -> str:
        path = pytester.path / "agents" / "mine.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            "class Mine:\n"
            "    def begin(self, brief): pass\n"
            "    def act(self, observation): return '```stop```'\n"
            f"    def answer(self, question): return {text!r}\n"
        )
        run("--agent=mine", "-m", "question", *args)
        path.unlink()
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        return journal.parent.name

    return answer


@pytest.fixture
def records(pytester: pytest.Pytester) -> Callable[[str], dict[str, Record]]:
    """The records of the run that was made from this one, by test name."""

    def records(name: str) -> dict[str, Record]:
        (journal,) = set(pytester.path.glob("reports/*/journal.jsonl")) - {
            pytester.path / "reports" / name / "journal.jsonl"
        }
        return {record.nodeid.partition("::")[2]: record for record in read(journal)}

    return records


def evidence_file(pytester: pytest.Pytester) -> Path:
    (path,) = pytester.path.glob("reports/**/evidence.json.gz")
    return path


def test_a_run_is_judged_again_with_no_agent_browser_or_site(
    run: Run,
    write,
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    records,
    workers: str,
) -> None:
    page = {
        "url": "last",
        "locator": "document.body.innerText",
        "required_contents": {"must_include": ["Password"]},
    }
    checks = TASK["eval"] | {"eval_types": ["url_match", "program_html"], "program_html": [page]}
    steps = ['click [A "Log in"]', "stop []"]
    write("tasks.json", QUESTION | {"eval": checks, "reference_actions": steps})
    run("--agent=reference", "--agent=noop", "-n", workers)
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    before = {record.nodeid.partition("::")[2]: record for record in read(journal)}
    for name in ("CLASSIFIEDS", "SHOPPING"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("VWA_BROWSER", "/there/is/no/browser")

    name = journal.parent.name
    result = run(f"--vwa-rescore={name}", "-n", workers)
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(
        [
            f"vwa rescore: run {name}, 4 records by *; judged by stored evidence*",
            f"*= judged again: run {name} =*",
            "0 of 4 verdicts changed",
        ]
    )
    after = records(name)
    assert after.keys() == before.keys()
    for test, old in before.items():
        new = after[test]
        assert (new.outcome, new.checks, new.profiles) == (old.outcome, old.checks, old.profiles)
        assert (new.steps, new.stop, new.answer) == (old.steps, old.stop, old.answer)
        assert (new.rescored_from, old.rescored_from) == (name, "")
        assert new.seconds["total"] <= old.seconds["total"] + 1
        folder = pytester.path / "reports" / new.run / new.artifacts
        assert (folder / "evidence.json.gz").is_file()
    lost = after["classifieds-3[noop-chromium]"]
    assert f"(1 step, reports/{name}/" in lost.reason


def test_what_another_profile_changes_is_listed(run: Run, write, answer: Answer, workers) -> None:
    write("tasks.json", NUMBER, NUMBER | {"task_id": 4})
    name = answer("It is 25000. I am done now.")
    result = run(f"--vwa-rescore={name}", "--vwa-profile=strict", "-n", workers)
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [
            "2 of 2 verdicts changed",
            "  tasks.json::classifieds-?-question*: failed -> passed (reference -> strict)",
            "    before: answer: expected to include '25000', got *",
            "    now: answer: as expected",
        ]
    )


def test_a_run_that_was_judged_again_can_be_judged_again(
    run: Run, write, answer: Answer, records, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION)
    name = answer("red")
    run(f"--vwa-rescore={name}")
    (again,) = records(name).values()
    result = run(f"--vwa-rescore=reports/{again.run}", "--vwa-report-dir=elsewhere/reports")
    result.assert_outcomes(passed=1)
    (journal,) = pytester.path.glob("elsewhere/reports/*/journal.jsonl")
    result = run(f"--vwa-rescore={journal}")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["0 of 1 verdicts changed"])


def test_another_judge_may_judge_otherwise(
    run: Run, write, answer: Answer, pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeconftest(JUDGE)
    write("tasks.json", MEANING)
    monkeypatch.setenv("VERDICT", "yes")
    name = answer("crimson", "--vwa-judge-model=one")
    monkeypatch.setenv("VERDICT", "no")
    result = run(f"--vwa-rescore={name}", "--vwa-judge-model=other")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["1 of 1 verdicts changed", "*: passed -> failed"])


def test_a_run_whose_judge_broke_can_be_judged_again(
    run: Run, write, answer: Answer, pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeconftest(JUDGE)
    write("tasks.json", MEANING)
    monkeypatch.setenv("VERDICT", "none")
    name = answer("crimson", "--vwa-judge-model=one")
    monkeypatch.setenv("VERDICT", "yes")
    result = run(f"--vwa-rescore={name}", "--vwa-judge-model=one")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*: error -> passed"])


def test_without_a_judge_the_tasks_that_need_one_are_skipped(
    run: Run, write, answer: Answer, pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeconftest(JUDGE)
    write("tasks.json", MEANING)
    monkeypatch.setenv("VERDICT", "yes")
    name = answer("crimson", "--vwa-judge-model=one")
    result = run(f"--vwa-rescore={name}", "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["1 could not be judged again", "*needs a model as judge*"])


def test_a_page_that_was_not_looked_at_is_named(
    run: Run, write, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeconftest(PEEK)
    write("tasks.json", {"eval": {"eval_types": ["peek"]}})
    monkeypatch.setenv("PEEK", "__CLASSIFIEDS__/")
    run("--agent=noop")
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    run(f"--vwa-rescore={journal}").assert_outcomes(passed=1)
    monkeypatch.setenv("PEEK", "__CLASSIFIEDS__/index.php?page=login")
    result = run(f"--vwa-rescore={journal}", "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(
        [
            "1 could not be judged again",
            "*the page __CLASSIFIEDS__/index.php[?]page=login was not looked at in that run",
        ]
    )


def test_a_task_that_changed_since_is_skipped(run: Run, write, answer: Answer) -> None:
    write("tasks.json", QUESTION, QUESTION | {"task_id": 4})
    name = answer("red")
    write("tasks.json", QUESTION, QUESTION | {"task_id": 4, "intent": "Something else."})
    result = run(f"--vwa-rescore={name}")
    result.assert_outcomes(passed=1, skipped=1, deselected=2)
    result.stdout.fnmatch_lines(["1 could not be judged again", "*classifieds-4-question*sha256*"])


def test_missing_evidence_is_skipped_and_named(
    run: Run, write, answer: Answer, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION)
    name = answer("red")
    evidence_file(pytester).unlink()
    result = run(f"--vwa-rescore={name}")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*no evidence was kept: *evidence.json.gz is not there*"])


def test_a_run_that_broke_before_there_was_evidence_is_skipped(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", {})
    (pytester.mkdir("agents") / "mine.py").write_text(
        "class Mine:\n"
        "    def begin(self, brief): raise KeyError('lost')\n"
        "    def act(self, observation): pass\n"
    )
    run("--agent=mine")
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    result = run(f"--vwa-rescore={journal}")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*the run * ended in an error: the agent raised KeyError: 'lost'"])


SPOILT = {
    "truncated": lambda data: data[:40],
    "foreign": lambda data: b"no evidence",
    "another task's": lambda data: _with(data, task="arena/other/9"),
    "another agent's": lambda data: _with(data, agent="noop"),
    "another run's": lambda data: _with(data, run="monday"),
    "another test's": lambda data: _with(data, nodeid="tasks.json::classifieds-3[mine-firefox]"),
}


def _with(data: bytes, **changes: str) -> bytes:
    content: dict[str, Any] = json.loads(gzip.decompress(data))
    content["source"] |= changes
    return gzip.compress(json.dumps(content).encode())


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_damaged_or_foreign_file_is_an_error_that_names_it(
    run: Run, write, answer: Answer, pytester: pytest.Pytester, spoil: str, records
) -> None:
    write("tasks.json", QUESTION)
    name = answer("red")
    path = evidence_file(pytester)
    path.write_bytes(SPOILT[spoil](path.read_bytes()))
    result = run(f"--vwa-rescore={name}")
    result.assert_outcomes(failed=1, deselected=1)
    result.stdout.fnmatch_lines(["0 of 0 verdicts changed", "1 could not be judged again"])
    result.stdout.no_fnmatch_line("*Traceback*")
    (record,) = records(name).values()
    assert (record.outcome, record.error_kind) == ("error", "evidence")
    assert str(path.parent) in record.reason


def test_a_journal_that_was_cut_off_is_told(
    run: Run, write, answer: Answer, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION)
    name = answer("red")
    with (pytester.path / "reports" / name / "journal.jsonl").open("a") as journal:
        journal.write('{"version": 1, "ru')
    result = run(f"--vwa-rescore={name}")
    result.assert_outcomes(passed=1, deselected=1)
    result.stdout.fnmatch_lines(["*the journal's last line is cut off: 1 record read"])


def test_evidence_that_cannot_be_written_is_a_warning_and_costs_no_verdict(
    run: Run, write, answer: Answer, pytester: pytest.Pytester
) -> None:
    pytester.makeconftest(BLOCKED)
    write("tasks.json", QUESTION)
    name = answer("red")
    (record,) = read(pytester.path / "reports" / name / "journal.jsonl")
    assert (record.outcome, record.artifacts) == ("passed", "")
    (warning,) = record.warnings
    assert "the evidence was not kept" in warning


def test_pictures_that_cannot_be_written_are_a_warning_too(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    pytester.makeconftest(BLOCKED)
    write("tasks.json", {})
    run("--agent=noop").assert_outcomes(failed=1)
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    (record,) = read(journal)
    assert record.outcome == "failed"
    assert [warning.partition(":")[0] for warning in record.warnings] == [
        "a picture was not kept",
        "the evidence was not kept",
    ]


def test_tests_without_a_record_are_left_out_and_records_without_a_test_are_named(
    run: Run, write, answer: Answer, workers: str
) -> None:
    write("tasks.json", QUESTION, QUESTION | {"task_id": 4})
    name = answer("red")
    write("tasks.json", QUESTION, QUESTION | {"task_id": 5})
    result = run(f"--vwa-rescore={name}", "-n", workers)
    result.assert_outcomes(passed=1, deselected=3 if workers == "0" else 0)
    result.stdout.fnmatch_lines(
        [
            "3 collected tests have no record in the run and were left out",
            "1 record of the run has no test among those collected",
            "  */4 (question, mine)",
        ]
    )


def test_other_tests_of_the_session_run_as_ever(
    run: Run, write, answer: Answer, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION)
    name = answer("red")
    pytester.makepyfile("def test_plain(): pass")
    run(f"--vwa-rescore={name}").assert_outcomes(passed=2, deselected=1)


def test_the_agents_are_those_of_the_run_and_agent_picks_among_them(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION)
    run("--agent=noop", "--agent=constant", "-m", "question")
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    run(f"--vwa-rescore={journal}", "-m", "question").assert_outcomes(failed=2, deselected=2)
    picked = run(f"--vwa-rescore={journal}", "--agent=noop", "-m", "question")
    picked.assert_outcomes(failed=1, deselected=1)
    picked.stdout.no_fnmatch_line("*constant*")
    wrong = run(f"--vwa-rescore={journal}", "--agent=nop")
    wrong.stderr.fnmatch_lines(["*--agent=nop: the run * has no such agent; did you mean 'noop'*"])


def test_a_run_that_is_not_there_is_a_usage_error_with_the_nearest(
    run: Run, write, answer: Answer
) -> None:
    write("tasks.json", QUESTION)
    name = answer("red")
    result = run(f"--vwa-rescore={name}x")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*no run '{name}x' in *did you mean '{name}'*"])
