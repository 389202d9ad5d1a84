"""A finished run is judged again from what it left: no agent, no browser, no site."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from taskfiles import QUESTION, TASK, TWO_WORKERS, Run

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
def answer(run_still: Run, pytester: pytest.Pytester) -> Answer:
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
        run_still("--agent=mine", "-m", "question", *args)
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


def test_rescore_needs_no_agent_browser_or_site(
    run: Run,
    write,
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    records,
) -> None:
    page = {
        "url": "last",
        "locator": "document.body.innerText",
        "required_contents": {"must_include": ["Password"]},
    }
    checks = TASK["eval"] | {"eval_types": ["url_match", "program_html"], "program_html": [page]}
    steps = ['click [A "Log in"]', "stop []"]
    write("tasks.json", QUESTION | {"eval": checks, "reference_actions": steps})
    run("--agent=reference", "--agent=noop")
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    before = {record.nodeid.partition("::")[2]: record for record in read(journal)}
    for name in ("CLASSIFIEDS", "SHOPPING"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("VWA_BROWSER", "/there/is/no/browser")

    name = journal.parent.name
    result = run(f"--vwa-rescore={name}")
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


def test_rescore_lists_verdicts_changed_by_profile(run_still: Run, write, answer: Answer) -> None:
    write("tasks.json", NUMBER, NUMBER | {"task_id": 4})
    name = answer("It is 25000. I am done now.")
    result = run_still(f"--vwa-rescore={name}", "--vwa-profile=strict")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [
            "2 of 2 verdicts changed",
            "  tasks.json::classifieds-?-question*: failed -> passed (reference -> strict)",
            "    before: answer: expected to include '25000', got *",
            "    now: answer: as expected",
        ]
    )


def test_rescore_accepts_rescored_run(
    run_still: Run, write, answer: Answer, records, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION)
    name = answer("red")
    run_still(f"--vwa-rescore={name}")
    (again,) = records(name).values()
    result = run_still(f"--vwa-rescore=reports/{again.run}", "--vwa-report-dir=elsewhere/reports")
    result.assert_outcomes(passed=1)
    (journal,) = pytester.path.glob("elsewhere/reports/*/journal.jsonl")
    result = run_still(f"--vwa-rescore={journal}")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["0 of 1 verdicts changed"])


def test_rescore_with_other_judge_changes_verdict(
    run_still: Run, write, answer: Answer, pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeconftest(JUDGE)
    write("tasks.json", MEANING)
    monkeypatch.setenv("VERDICT", "yes")
    name = answer("crimson", "--vwa-judge-model=one")
    monkeypatch.setenv("VERDICT", "no")
    result = run_still(f"--vwa-rescore={name}", "--vwa-judge-model=other")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["1 of 1 verdicts changed", "*: passed -> failed"])


def test_rescore_judges_run_with_judge_error(
    run_still: Run, write, answer: Answer, pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeconftest(JUDGE)
    write("tasks.json", MEANING)
    monkeypatch.setenv("VERDICT", "none")
    name = answer("crimson", "--vwa-judge-model=one")
    monkeypatch.setenv("VERDICT", "yes")
    result = run_still(f"--vwa-rescore={name}", "--vwa-judge-model=one")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*: error -> passed"])


def test_rescore_without_judge_skips_judged_tasks(
    run_still: Run, write, answer: Answer, pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeconftest(JUDGE)
    write("tasks.json", MEANING)
    monkeypatch.setenv("VERDICT", "yes")
    name = answer("crimson", "--vwa-judge-model=one")
    result = run_still(f"--vwa-rescore={name}", "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["1 could not be judged again", "*needs a model as judge*"])


def test_rescore_names_page_missing_from_evidence(
    run_still: Run, write, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeconftest(PEEK)
    write("tasks.json", {"eval": {"eval_types": ["peek"]}})
    monkeypatch.setenv("PEEK", "__CLASSIFIEDS__/")
    run_still("--agent=noop")
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    run_still(f"--vwa-rescore={journal}").assert_outcomes(passed=1)
    monkeypatch.setenv("PEEK", "__CLASSIFIEDS__/index.php?page=login")
    result = run_still(f"--vwa-rescore={journal}", "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(
        [
            "1 could not be judged again",
            "*the page __CLASSIFIEDS__/index.php[?]page=login was not looked at in that run",
        ]
    )


def test_rescore_skips_changed_task(run_still: Run, write, answer: Answer) -> None:
    write("tasks.json", QUESTION, QUESTION | {"task_id": 4})
    name = answer("red")
    write("tasks.json", QUESTION, QUESTION | {"task_id": 4, "intent": "Something else."})
    result = run_still(f"--vwa-rescore={name}")
    result.assert_outcomes(passed=1, skipped=1, deselected=2)
    result.stdout.fnmatch_lines(["1 could not be judged again", "*classifieds-4-question*sha256*"])


def test_rescore_skips_missing_evidence(
    run_still: Run, write, answer: Answer, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION)
    name = answer("red")
    evidence_file(pytester).unlink()
    result = run_still(f"--vwa-rescore={name}")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*no evidence was kept: *evidence.json.gz is not there*"])


def test_rescore_skips_run_with_agent_error(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", {})
    (pytester.mkdir("agents") / "mine.py").write_text(
        "class Mine:\n"
        "    def begin(self, brief): raise KeyError('lost')\n"
        "    def act(self, observation): pass\n"
    )
    run_still("--agent=mine")
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    result = run_still(f"--vwa-rescore={journal}")
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


def test_rescore_of_damaged_evidence_is_error(
    run_still: Run, write, answer: Answer, pytester: pytest.Pytester, records
) -> None:
    """Spoils the evidence of each task in another way."""
    write("tasks.json", *(QUESTION | {"task_id": number} for number in range(len(SPOILT))))
    name = answer("red")
    reports = pytester.path / "reports"
    folders = {
        record.nodeid.partition("::")[2]: reports / name / record.artifacts
        for record in read(reports / name / "journal.jsonl")
    }
    for folder, spoil in zip(folders.values(), SPOILT.values(), strict=True):
        path = folder / "evidence.json.gz"
        path.write_bytes(spoil(path.read_bytes()))
    result = run_still(f"--vwa-rescore={name}")
    result.assert_outcomes(failed=6, deselected=6)
    result.stdout.fnmatch_lines(["0 of 0 verdicts changed", "6 could not be judged again"])
    result.stdout.no_fnmatch_line("*Traceback*")
    again = records(name)
    assert again.keys() == folders.keys()
    assert {(record.outcome, record.error_kind) for record in again.values()} == {
        ("error", "evidence")
    }
    assert [test for test in folders if str(folders[test]) not in again[test].reason] == []


def test_rescore_reports_truncated_journal(
    run_still: Run, write, answer: Answer, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION)
    name = answer("red")
    with (pytester.path / "reports" / name / "journal.jsonl").open("a") as journal:
        journal.write('{"version": 1, "ru')
    result = run_still(f"--vwa-rescore={name}")
    result.assert_outcomes(passed=1, deselected=1)
    result.stdout.fnmatch_lines(
        ["*run *, 1 record by *", "*of the journal its last line is cut off*"]
    )


def test_unwritable_evidence_is_warning_only(
    run_still: Run, write, answer: Answer, pytester: pytest.Pytester
) -> None:
    pytester.makeconftest(BLOCKED)
    write("tasks.json", QUESTION)
    name = answer("red")
    (record,) = read(pytester.path / "reports" / name / "journal.jsonl")
    assert (record.outcome, record.artifacts) == ("passed", "")
    (warning,) = record.warnings
    assert "the evidence was not kept" in warning


def test_unwritable_pictures_are_warning_only(run: Run, write, pytester: pytest.Pytester) -> None:
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


@pytest.mark.parametrize("workers", [(), TWO_WORKERS])
def test_rescore_lists_unmatched_tests_and_records(
    run_still: Run, write, answer: Answer, workers: tuple[str, ...]
) -> None:
    write("tasks.json", QUESTION, QUESTION | {"task_id": 4})
    name = answer("red")
    write("tasks.json", QUESTION, QUESTION | {"task_id": 5})
    result = run_still(f"--vwa-rescore={name}", *workers)
    result.assert_outcomes(passed=1, deselected=0 if workers else 3)
    result.stdout.fnmatch_lines(
        [
            "3 collected tests have no record in the run and were left out",
            "1 record of the run has no test among those collected",
            "  */4 (question, mine)",
        ]
    )


def test_rescore_runs_other_tests_of_session(
    run_still: Run, write, answer: Answer, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION)
    name = answer("red")
    pytester.makepyfile("def test_plain(): pass")
    run_still(f"--vwa-rescore={name}").assert_outcomes(passed=2, deselected=1)


def test_rescore_agent_option_filters_agents_of_run(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION)
    run_still("--agent=noop", "--agent=constant", "-m", "question")
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    run_still(f"--vwa-rescore={journal}", "-m", "question").assert_outcomes(failed=2, deselected=2)
    picked = run_still(f"--vwa-rescore={journal}", "--agent=noop", "-m", "question")
    picked.assert_outcomes(failed=1, deselected=1)
    picked.stdout.no_fnmatch_line("*constant*")
    wrong = run_still(f"--vwa-rescore={journal}", "--agent=nop")
    wrong.stderr.fnmatch_lines(["*--agent=nop: the run * has no such agent; did you mean 'noop'*"])


def test_rescore_of_unknown_run_suggests_nearest_name(
    run_still: Run, write, answer: Answer
) -> None:
    write("tasks.json", QUESTION)
    name = answer("red")
    result = run_still(f"--vwa-rescore={name}x")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*no run '{name}x' in *did you mean '{name}'*"])
