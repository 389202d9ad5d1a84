"""``--vwa-lint`` looks at task files and runs nothing; overlays are in force in every run."""

import json

import pytest
from taskfiles import QUESTION, Run

pytest_plugins = ["pytester"]
OVERLAY = """
version: 7
rows:
- task: tasks/classifieds/3
  field: start_url
  value: __CLASSIFIEDS__
  reason: it was no address
"""


def test_lint_prints_findings_and_exits_with_1_for_errors(run: Run, write) -> None:
    write("tasks/classifieds.json", QUESTION, {"task_id": 4, "start_url": "shop"})
    result = run("--vwa-lint", "tasks")
    result.stdout.fnmatch_lines(
        [
            "*lint of 1 task file*",
            "tasks/classifieds.json:1: tasks/classifieds/4: VWA105 error: start_url: 'shop' is*",
            "VWA105*error*a start_url that is no address*1",
            "1 error, 0 warnings, 0 notes",
        ]
    )
    assert result.ret == 1


def test_lint_of_valid_tasks_exits_with_0(run: Run, write) -> None:
    write("tasks/classifieds.json", QUESTION)
    result = run("--vwa-lint", "tasks")
    result.stdout.fnmatch_lines(["nothing found", "=* 1 task file looked at in *"])
    result.stdout.no_fnmatch_line("*no tests*")
    assert result.ret == 0


@pytest.mark.full
def test_lint_starts_no_workers(run_alone: Run, write) -> None:
    write("tasks/classifieds.json", QUESTION)
    result = run_alone("--vwa-lint", "tasks", "-n", "2")
    result.stdout.no_fnmatch_line("created: *")
    assert result.ret == 0


def test_lint_runs_no_test_and_imports_no_module(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    write("classifieds.json", {})
    pytester.makepyfile(test_other="raise RuntimeError('imported')")
    result = run("--vwa-lint", "--agent=noop")
    assert result.ret == 0
    assert not (pytester.path / "reports").exists()


def test_lint_reports_invalid_json_only_when_named(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    write("classifieds.json", {})
    (pytester.path / "broken.json").write_text("{")
    assert run("--vwa-lint", ".").ret == 0
    result = run("--vwa-lint", "broken.json")
    result.stdout.fnmatch_lines(["broken.json:1: *: VWA101 error: *not valid JSON*"])
    assert result.ret == 1


def test_lint_quiet_omits_notes(run: Run, write) -> None:
    write("classifieds.json", {"colour": "red"})
    run("--vwa-lint").stdout.fnmatch_lines(["*VWA103 note: colour: is not read*"])
    run("--vwa-lint", "-q").stdout.no_fnmatch_line("*VWA103 note: colour*")


def test_lint_groups_notes_and_prints_errors_last(run: Run, write) -> None:
    noted = [{"task_id": n, "colour": "red", "intent": f"Go to {n}."} for n in range(1, 6)]
    write("classifieds.json", {"start_url": "shop"}, {"task_id": 9, "image": "__MAP__"}, *noted)
    result = run("--vwa-lint")
    result.stdout.fnmatch_lines(
        [
            "VWA103 note: 5 times a task with an unknown field: */1, */2, */3, ... (-v for all)",
            "classifieds.json:1: *9: VWA109 warning: *",
            "classifieds.json:1: *3: VWA105 error: *",
            "code *",
        ]
    )
    assert run("--vwa-lint", "-v").stdout.str().count("VWA103 note: colour") == 5


def test_lint_accepts_registered_checks_and_functions(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    target = {
        "url": "func:mine()",
        "required_contents": {"must_include": ["a"]},
    }
    write("a.json", {"eval": {"eval_types": ["program_html", "own"], "program_html": [target]}})
    pytester.makeconftest(
        "def pytest_vwa_register(registry):\n"
        "    registry.functions.add('mine', lambda evidence: '')\n"
        "    registry.evaluators.add('own', lambda evidence, check: None)\n"
    )
    assert run("--vwa-lint").ret == 0


def test_lint_without_task_files_exits_with_no_tests(run: Run) -> None:
    assert run("--vwa-lint").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_overlay_changes_tasks_and_is_recorded(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks/classifieds.json", {"start_url": "__NOWHERE__"}, {"task_id": 4})
    (pytester.path / "fixes.yaml").write_text(OVERLAY)
    result = run_still("tasks", "--agent=noop", "--vwa-overlay=fixes.yaml")
    result.stdout.fnmatch_lines(["vwa overlays: published 1 (* tasks), fixes 7 (1 task)"])
    result.stdout.fnmatch_lines(["vwa overlays: fixes 7 mends 1 of the tasks"])
    (journal,) = (pytester.path / "reports").glob("*/journal.jsonl")
    records = {each["key"]: each for each in map(json.loads, journal.read_text().splitlines())}
    assert records["tasks/classifieds/3"]["versions"]["overlay"] == "fixes 7"
    assert "overlay" not in records["tasks/classifieds/4"]["versions"]


def test_overlay_ini_names_files(run: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks/classifieds.json", {})
    (pytester.path / "fixes.yaml").write_text(OVERLAY)
    pytester.makeini("[pytest]\nvwa_overlay =\n    none\n    fixes.yaml\n")
    result = run("--collect-only", "--agent=noop")
    result.stdout.fnmatch_lines(["vwa overlays: fixes 7 (1 task)"])


def test_overlay_none_disables_default_overlay(run: Run, write) -> None:
    write("tasks/classifieds.json", {})
    result = run("--collect-only", "--agent=noop", "--vwa-overlay=none")
    result.stdout.no_fnmatch_line("vwa overlays:*")


def test_overlay_row_without_task_is_collection_error(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks/classifieds.json", {"task_id": 9})
    (pytester.path / "fixes.yaml").write_text(OVERLAY)
    result = run("--collect-only", "--vwa-overlay=fixes.yaml")
    result.stdout.fnmatch_lines(["*fixes.yaml: row 1 (tasks/classifieds/3, start_url): no such*9*"])
    assert result.ret == pytest.ExitCode.INTERRUPTED


def test_missing_overlay_file_is_usage_error(run: Run, write) -> None:
    write("tasks/classifieds.json", {})
    result = run("--collect-only", "--vwa-overlay=none_such.yaml")
    result.stderr.fnmatch_lines(["*overlay *none_such.yaml: *No such file*"])
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_lint_survives_values_that_no_program_expects(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    write("video.json", {"video": "v" * 5000})
    (pytester.path / "number.json").write_text('[{"intent": "x", "sites": [%s]}]' % ("9" * 99_999))
    (pytester.path / "time.yaml").write_text("intent: x\ntask_id: " + ":".join(["59"] * 3000))
    result = run("--vwa-lint", "video.json", "number.json", "time.yaml")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["number.json:1: *a number of more than 4,000 digits*"])
    result.stdout.no_fnmatch_line("*INTERNALERROR*")
