"""What a run leaves for others: a table, Markdown, JUnit's properties."""

import csv
from pathlib import Path
from xml.etree import ElementTree

import pytest
from taskfiles import Run

pytest_plugins = ["pytester"]


def test_exports_contain_every_task(run_still: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", {"task_id": 1}, {"task_id": 2})
    files = ("--vwa-export=out/runs.csv", "--vwa-export=runs.parquet", "--vwa-markdown=told.md")
    result = run_still("--agent=noop", "--junitxml=junit.xml", *files)
    result.stdout.fnmatch_lines(["export: *runs.csv", "export: *runs.parquet", "markdown: *.md"])
    with (pytester.path / "out/runs.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["agent"] for row in rows] == ["noop"] * 2
    assert (pytester.path / "runs.parquet").stat().st_size > 1000
    assert "| noop | tasks |" in (pytester.path / "told.md").read_text(encoding="utf-8")
    cases = ElementTree.parse(pytester.path / "junit.xml").iter("testcase")
    told = [{p.get("name"): p.get("value") for p in case.iter("property")} for case in cases]
    assert sorted(row["outcome"] for row in rows) == sorted(case["outcome"] for case in told)
    assert all(case["agent"] == "noop" and int(case["steps"]) >= 1 for case in told)


def test_markdown_contains_gate_result(run_still: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", {})
    result = run_still("--agent=noop", "--vwa-gate=errors == 0", "--vwa-markdown=told.md")
    result.stdout.fnmatch_lines(
        ["* web-agent tasks *", "journal: *", "report: *", "markdown: *told.md", "* gate held*"]
    )
    assert "errors == 0" in (pytester.path / "told.md").read_text(encoding="utf-8")


def test_exports_list_skipped_tasks(run_still: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", {"task_id": 1}, {"task_id": 2})
    run_still("--vwa-export=runs.csv", "--vwa-markdown=told.md")
    with (pytester.path / "runs.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["outcome"] for row in rows] == ["skipped"] * 2
    told = (pytester.path / "told.md").read_text(encoding="utf-8")
    assert "skipped: 2" in told
    assert all(row["reason"] in told for row in rows)
    assert not (pytester.path / "reports").exists()


def test_collect_only_writes_no_export(run_still: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", {})
    result = run_still("--vwa-export=runs.csv", "--collect-only")
    assert not (pytester.path / "runs.csv").exists()
    result.stdout.no_fnmatch_line("export:*")


def test_export_refuses_unknown_file_type(run_still: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", {})
    result = run_still("--agent=noop", "--vwa-export=runs.xlsx")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--vwa-export*ends in .csv or .parquet*runs.xlsx*"])


def test_unwritable_markdown_keeps_exit_code(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", {})
    (pytester.path / "taken").write_text("")
    result = run_still("--agent=noop", f"--vwa-markdown={Path('taken') / 'told.md'}")
    result.stdout.fnmatch_lines(["markdown: *told.md was not written: *"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


BROKEN_ONCE = """
from pathlib import Path

class Once:
    def begin(self, brief):
        if not Path("tried").exists():
            Path("tried").touch()
            raise RuntimeError("not today")

    def act(self, observation):
        return "```stop```"
"""


def test_export_has_last_rerun_of_task(run_still: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", {})
    pytester.makepyfile(**{"agents/once": BROKEN_ONCE})
    run_still("--agent=once", "--reruns=1", "--vwa-export=runs.csv", "--vwa-gate=errors == 0")
    with (pytester.path / "runs.csv").open(encoding="utf-8", newline="") as file:
        assert [row["outcome"] for row in csv.DictReader(file)] == ["failed"]
