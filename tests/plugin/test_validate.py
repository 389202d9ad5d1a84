"""``--vwa-validate`` says which tasks pass for free and which cannot be won."""

import json
from typing import Any

import pytest
from taskfiles import QUESTION, TWO_WORKERS, Run

pytest_plugins = ["pytester"]
SOUND = {"reference_actions": ["goto [__CLASSIFIEDS__/index.php?page=login]", "stop []"]}
START = {
    "eval_types": ["url_match"],
    "reference_url": "__CLASSIFIEDS__/index.php",
    "url_note": "GOLD in PRED",
}
FREE = {
    "task_id": 4,
    "start_url": "__CLASSIFIEDS__/index.php",
    "eval": START,
    "reference_actions": ["stop []"],
}


def test_validate_proves_valid_tasks_without_failed_tests(run_still: Run, write) -> None:
    write("tasks/classifieds.json", SOUND)
    result = run_still("--vwa-validate", "tasks")
    result.stdout.fnmatch_lines(
        [
            "*validity of the tasks, as the profile reference judges*",
            "1 of 1 task or question is proven: won by reference, and by no trivial agent",
            "*5 tried in *",
        ]
    )
    result.stdout.no_fnmatch_line("*FAILED*")
    result.stdout.no_fnmatch_line("*web-agent tasks*")
    assert result.ret == 0


@pytest.mark.parametrize("spread", [(), TWO_WORKERS])
def test_validate_names_task_that_passes_for_free(
    run_still: Run, write, spread: tuple[str, ...]
) -> None:
    write("tasks/classifieds.json", SOUND, FREE)
    result = run_still("--vwa-validate", "tasks", *spread)
    result.stdout.fnmatch_lines(
        [
            "pass for free: 1 of 2",
            "  tasks/classifieds.json::classifieds-4: by noop, constant, start-page, "
            "list-everything: address: as expected",
            "1 of 2 tasks and questions are proven: *",
        ]
    )
    assert result.ret == 1


def test_validate_allows_declared_free_pass(run_still: Run, write) -> None:
    write("tasks/classifieds.json", SOUND, FREE | {"free_pass": "a warm-up"})
    result = run_still("--vwa-validate", "tasks")
    result.stdout.fnmatch_lines(["*classifieds-4: by noop, *: allowed: a warm-up"])
    assert result.ret == 0


def test_validate_reports_unsolvable_tasks(run_still: Run, write) -> None:
    lost: dict[str, Any] = {"reference_actions": ["stop []"]}
    stuck = {"task_id": 5, "reference_actions": ['click [A "No such link"]']}
    unsolved = {"task_id": 6}
    write("tasks/classifieds.json", lost, stuck, unsolved)
    result = run_still("--vwa-validate", "tasks")
    result.stdout.fnmatch_lines(
        [
            "unsolvable: 3 of 3",
            "  *classifieds-3: address: expected *",
            '  *classifieds-5: *no A "No such link"*',
            "  *classifieds-6: not proven: the task has no reference_actions to play",
        ]
    )
    assert result.ret == 1


def test_validate_tries_questions(run_still: Run, write) -> None:
    eager = QUESTION | {
        "intermediate_intent": "Is it red?",
        "intermediate_eval": QUESTION["intermediate_eval"],
    }
    write("tasks/classifieds.json", SOUND | eager)
    result = run_still("--vwa-validate", "tasks", "-k", "question")
    result.stdout.fnmatch_lines(
        ["*classifieds-3-question: by start-page, list-everything: answer: as expected"]
    )
    assert result.ret == 1


def test_validate_uses_the_profile_option(run_still: Run, write) -> None:
    write("tasks/classifieds.json", FREE)
    result = run_still("--vwa-validate", "tasks", "--vwa-profile=strict", "-k", "noop or reference")
    result.stdout.fnmatch_lines(
        [
            "*as the profile strict judges*",
            "satisfied before anything is done: 1 of 1",
            "  *classifieds-4: *already so before*",
        ]
    )
    result.stdout.no_fnmatch_line("pass for free*")
    result.stdout.no_fnmatch_line("unsolvable*")


UNACHIEVABLE = {
    "task_id": 7,
    "eval": {
        "eval_types": ["string_match"],
        "reference_answers": {"fuzzy_match": "N/A"},
        "string_note": "there is no such boat",
    },
    "reference_actions": ["stop [there is no such boat]"],
}


def test_validate_finds_free_pass_without_judge(run_still: Run, write) -> None:
    write("tasks/classifieds.json", SOUND, UNACHIEVABLE)
    result = run_still("--vwa-validate", "tasks")
    result.stdout.fnmatch_lines(
        [
            "pass for free: 1 of 2",
            "  *classifieds-7: by constant: answer: as expected",
            "not decided, for want of a judge (--vwa-judge-model): 1 of 2",
            "  *classifieds-7: noop, start-page, list-everything, reference: it takes a judge",
            "1 of 2 tasks and questions are proven: *",
        ]
    )
    assert result.ret == 1


def test_validate_reports_tasks_that_need_a_judge(run_still: Run, write) -> None:
    meaning = UNACHIEVABLE["eval"] | {"reference_answers": {"fuzzy_match": ["a boat"]}}
    write("tasks/classifieds.json", SOUND, UNACHIEVABLE | {"eval": meaning})
    result = run_still("--vwa-validate", "tasks")
    result.stdout.fnmatch_lines(
        ["not decided, *: 1 of 2", "  *classifieds-7: noop, *, reference: *"]
    )
    assert result.ret == 0


def test_validate_of_unrun_tasks_proves_nothing(run_still: Run, write) -> None:
    write("tasks/classifieds.json", SOUND | {"eval": {"eval_types": []}})
    result = run_still("--vwa-validate", "tasks")
    result.stdout.fnmatch_lines(["not run: 1 of 1", "  *classifieds-3: cannot be judged: *"])
    assert result.ret == 2
    assert run_still("--vwa-validate", "tasks", "-k", "nothing_is_called_so").ret == 2


def test_validate_reports_broken_runs_separately(
    run_alone: Run, write, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Alone, because in this process the browser of the tests would be used.
    monkeypatch.setenv("VWA_BROWSER", "/nowhere/chromium")
    write("tasks/classifieds.json", SOUND)
    result = run_alone("--vwa-validate", "tasks")
    result.stdout.fnmatch_lines(
        ["broke, so nothing is proven: 1 of 1", "  *classifieds-3: noop, constant*: *"]
    )
    assert result.ret == 2


@pytest.mark.parametrize(
    "other", ["--agent=noop", "--vwa-gate=errors == 0", "--vwa-lint", "--vwa-rescore=x"]
)
def test_validate_refuses_other_run_options(run_still: Run, write, other: str) -> None:
    write("tasks/classifieds.json", SOUND)
    result = run_still("--vwa-validate", other, "tasks")
    result.stderr.fnmatch_lines([f"*--vwa-validate *: leave out {other.partition('=')[0]}"])
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_validate_ignores_agent_and_gate_of_ini(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks/classifieds.json", SOUND)
    pytester.makeini("[pytest]\nvwa_agent = text\nvwa_gate = final >= 0.9\n")
    assert run_still("--vwa-validate", "tasks").ret == 0


def test_validate_runs_no_other_tests_and_records_outcomes(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks/classifieds.json", SOUND)
    pytester.makepyfile(test_other="raise RuntimeError('imported')")
    assert run("--vwa-validate").ret == 0
    (journal,) = (pytester.path / "reports").glob("*/journal.jsonl")
    records = map(json.loads, journal.read_text().splitlines())
    assert {each["agent"]: each["outcome"] for each in records} == {
        "noop": "failed",
        "constant": "failed",
        "start-page": "failed",
        "list-everything": "failed",
        "reference": "passed",
    }
