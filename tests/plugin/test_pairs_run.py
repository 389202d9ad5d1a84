"""Several agents on the same tasks: the report of a real run pairs them."""

import subprocess
import sys

import pytest
from taskfiles import QUESTION, Run

pytest_plugins = ["pytester"]

LOGIN = {"reference_actions": ['click [A "Log in"]', "stop []"]}
UNSOLVED = {"reference_actions": [], "task_id": 5}


def test_two_agents_are_paired_on_their_tasks_and_on_their_questions(
    run: Run, write, pytester: pytest.Pytester, workers: str
) -> None:
    tasks = [LOGIN | QUESTION | {"task_id": number} for number in (9, 10)]
    write("tasks.json", *tasks, UNSOLVED)
    result = run("--agent=reference", "--agent=noop", "-n", workers)
    result.stdout.fnmatch_lines(
        [
            "noop against reference on 2 tasks, p 0.500",
            "  gained 0",
            "  lost 2:*",
            "  both 0, neither 0; 1 left out, not judged for both",
            "noop against reference on 2 questions, p 0.500",
        ]
    )
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    command = [sys.executable, "-m", "pytest_vwa.reporting", str(journal)]
    again = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    told = [
        line
        for line in result.outlines
        if line.startswith(("noop against", "  lost 2", "  both 0"))
    ]
    assert [line for line in again.splitlines() if line in told] == told
    assert len(told) == 6


def test_one_agent_alone_is_no_pair(run: Run, write) -> None:
    write("tasks.json", LOGIN)
    run("--agent=noop").stdout.no_fnmatch_line("*gained*")


@pytest.mark.parametrize("flags", [(), ("-v",)], ids=["short", "v"])
def test_v_names_every_task(run: Run, write, flags: tuple[str, ...]) -> None:
    judged = QUESTION["intermediate_eval"] | {"reference_answers": {"must_include": ["N/A"]}}
    asked = QUESTION | {"intermediate_eval": judged}
    write("tasks.json", *(asked | {"task_id": number} for number in range(12)))
    result = run("--agent=constant", "--agent=noop", "-k", "question", *flags)
    shown = " ".join(result.stdout.str().split())
    assert "constant against noop on 12 questions, p 5e-04 gained 12:" in shown
    assert ("and 2 more (-v names all)" in shown) == (not flags)
