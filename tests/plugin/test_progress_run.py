"""What stands in the terminal while tasks run: in a real one, and in a log."""

import pytest
from screen import in_terminal
from taskfiles import Run

pytest_plugins = ["pytester"]


def test_a_terminal_has_a_line_for_each_finished_task(
    write, pytester: pytest.Pytester, workers: str
) -> None:
    write("tasks.json", {"task_id": 1}, {"task_id": 2})
    told = in_terminal(pytester, "--agent=noop", "-n", workers)
    assert told.count("\n  failed  classifieds-1[noop-chromium]  1 step") == 1
    assert told.count("\n  failed  classifieds-2[noop-chromium]  1 step") == 1
    assert ("running classifieds-1[noop-chromium]" in told) == (workers == "2")
    assert "FAILED tasks.json::classifieds-1" in told, "the list at the end is pytest's"


def test_what_workers_are_at_is_told_with_v_too(write, pytester: pytest.Pytester) -> None:
    write("tasks.json", {"task_id": 1}, {"task_id": 2})
    told = in_terminal(pytester, "--agent=noop", "-n", "2", "-v")
    assert "running classifieds-1[noop-chromium]  since" in told
    assert told.count("FAILED 1 step") == 2
    assert told.count("      1. stop []") == 2


def test_in_ci_and_in_logs_pytests_dots_stay(run: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", {})
    for told in (
        in_terminal(pytester, "--agent=noop", CI="true"),
        run("--agent=noop").stdout.str(),
    ):
        assert "\n  failed  classifieds" not in told
        assert "tasks.json " in told


def test_verbose_shows_the_actions_also_in_logs(run: Run, write, workers: str) -> None:
    write("tasks.json", {"task_id": 1}, {"task_id": 2})
    result = run("--agent=noop", "-v", "-n", workers)
    told = result.stdout.str()
    assert told.count("FAILED 1 step") == 2
    assert told.count("      1. stop []") == 2
