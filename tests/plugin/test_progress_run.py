"""What stands in the terminal while tasks run: in a real one, and in a log."""

import pytest
from screen import in_terminal
from taskfiles import PLAIN, Run

pytest_plugins = ["pytester"]

STILL = (*PLAIN, "-p", "pytest_vwa.testing.plugin")


@pytest.mark.parametrize("workers", ["0", "2"])
def test_terminal_has_line_per_finished_task(
    write, pytester: pytest.Pytester, workers: str
) -> None:
    write("tasks.json", {"task_id": 1}, {"task_id": 2})
    told = in_terminal(pytester, *STILL, "--agent=noop", "-n", workers)
    assert told.count("\n  failed  classifieds-1[noop-chromium]  1 step") == 1
    assert told.count("\n  failed  classifieds-2[noop-chromium]  1 step") == 1
    assert ("running classifieds-1[noop-chromium]" in told) == (workers == "2")
    assert "FAILED tasks.json::classifieds-1" in told, "the list at the end is pytest's"


@pytest.mark.full
def test_terminal_verbose_shows_running_tasks_and_actions(write, pytester: pytest.Pytester) -> None:
    write("tasks.json", {"task_id": 1}, {"task_id": 2})
    told = in_terminal(pytester, *STILL, "--agent=noop", "-n", "2", "-v")
    assert "running classifieds-1[noop-chromium]  since" in told
    assert told.count("FAILED 1 step") == 2
    assert told.count("      1. stop []") == 2


def test_progress_keeps_pytest_dots_in_ci_and_logs(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", {})
    for told in (
        in_terminal(pytester, *STILL, "--agent=noop", CI="true"),
        run_still("--agent=noop").stdout.str(),
    ):
        assert "\n  failed  classifieds" not in told
        assert "tasks.json " in told


def test_verbose_shows_actions_in_logs(run_still: Run, write) -> None:
    write("tasks.json", {"task_id": 1}, {"task_id": 2})
    result = run_still("--agent=noop", "-v")
    told = result.stdout.str()
    assert told.count("FAILED 1 step") == 2
    assert told.count("      1. stop []") == 2
