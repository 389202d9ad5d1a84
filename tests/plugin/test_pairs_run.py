"""Several agents on the same tasks: the report of a real run pairs them."""

import pytest
from reporting_command import command
from taskfiles import QUESTION, Run

pytest_plugins = ["pytester"]

LOGIN = {"reference_actions": ["goto [__CLASSIFIEDS__/index.php?page=login]", "stop []"]}
UNSOLVED = {"reference_actions": [], "task_id": 5}


def test_report_pairs_two_agents_on_tasks_and_questions(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    tasks = [LOGIN | QUESTION | {"task_id": number} for number in (9, 10)]
    write("tasks.json", *tasks, UNSOLVED)
    result = run_still("--agent=reference", "--agent=noop")
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
    again = command(journal).stdout
    told = [
        line
        for line in result.outlines
        if line.startswith(("noop against", "  lost 2", "  both 0"))
    ]
    assert [line for line in again.splitlines() if line in told] == told
    assert len(told) == 6


def test_report_of_one_agent_has_no_pairs(run_still: Run, write) -> None:
    write("tasks.json", LOGIN)
    run_still("--agent=noop").stdout.no_fnmatch_line("*gained*")


@pytest.mark.parametrize("flags", [(), ("-v",)], ids=["short", "v"])
def test_verbose_names_every_task_of_a_pair(run_still: Run, write, flags: tuple[str, ...]) -> None:
    judged = QUESTION["intermediate_eval"] | {"reference_answers": {"must_include": ["N/A"]}}
    asked = QUESTION | {"intermediate_eval": judged}
    write("tasks.json", *(asked | {"task_id": number} for number in range(12)))
    result = run_still("--agent=constant", "--agent=noop", "-k", "question", *flags)
    shown = " ".join(result.stdout.str().split())
    assert "constant against noop on 12 questions, p 5e-04 gained 12:" in shown
    assert ("and 2 more (-v names all)" in shown) == (not flags)
