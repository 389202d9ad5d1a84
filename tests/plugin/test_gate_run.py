"""A gate in real runs: what is stored, what falls, what cannot be judged, and what it says.

Tasks run on still pages; most of these runs ask questions alone.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from taskfiles import QUESTION, TWO_WORKERS, Run

from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]

LOGIN = {"reference_actions": ["goto [__CLASSIFIEDS__/index.php?page=login]", "stop []"]}
STORED = "--vwa-baseline=base.jsonl"
ASKING = ("-m", "question", STORED)
AGENT = """
class Mine:
    def begin(self, brief):
        pass
    def act(self, observation):
        return "```stop```"
    def answer(self, question):
        {body}
"""


@pytest.fixture
def agent(pytester: pytest.Pytester) -> Callable[[str], None]:
    """Write agents/mine.py anew."""

    def agent(body: str) -> None:
        folder = pytester.path / "agents"
        folder.mkdir(exist_ok=True)
        (folder / "mine.py").write_text(AGENT.format(body=body))

    return agent


def questions(*numbers: int) -> list[dict[str, object]]:
    return [QUESTION | {"task_id": number} for number in numbers]


def test_gate_fails_worse_agent_and_passes_unchanged_one(
    run_still: Run, write, agent, pytester: pytest.Pytester
) -> None:
    write("bench/tasks.json", *questions(*range(6)))
    agent('return "red"')
    options = ("--agent=mine", *ASKING)
    stored = run_still(*options, "--vwa-update-baseline")
    stored.stdout.fnmatch_lines(
        [
            "* gate held: exit code 0 *",
            "held  base.jsonl now holds 6 runs of 6 tasks and questions by mine",
        ]
    )
    assert stored.ret == 0
    assert {record.outcome for record in read(pytester.path / "base.jsonl")} == {"passed"}
    again = run_still(*options)
    again.stdout.fnmatch_lines(["* gate held: exit code 0 *", "held  all questions * 100 % *"])
    assert again.ret == 0
    agent('return "blue"')
    worse = run_still(*options)
    worse.stdout.fnmatch_lines(
        [
            "* gate fell: exit code 1 *",
            "mine compared with base.jsonl: 6 tasks and questions of 6 templates, 1 trial each",
            "FELL  all questions * 100 %   0 % *-100 (-100 to -100)*",
            "regressed 6: bench/tasks/0 (question), *",
            "all that was lost or broke:",
            "  lost 6 by mine: questions: bench/tasks/0-5",
        ]
    )
    assert worse.ret == 1


def test_update_baseline_refuses_run_with_errors(
    run_still: Run, write, agent, pytester: pytest.Pytester
) -> None:
    write("tasks.json", *questions(3, 4))
    agent('raise KeyError("lost")')
    result = run_still("--agent=mine", *ASKING, "--vwa-update-baseline")
    result.stdout.fnmatch_lines(
        [
            "* gate could not be judged: exit code 2 *",
            "UNJUDGED  base.jsonl was not written: 2 of 2 runs ended in an error, such as*",
        ]
    )
    assert result.ret == 2
    assert not (pytester.path / "base.jsonl").exists()


def test_gate_is_inconclusive_for_changed_task_set(run_still: Run, write) -> None:
    write("bench/tasks.json", *questions(0, 1, 2))
    run_still("--agent=reference", *ASKING, "--vwa-update-baseline")
    write("bench/tasks.json", *questions(0), QUESTION | {"task_id": 1, "intent": "Log me in."})
    result = run_still("--agent=reference", *ASKING)
    told = " ".join(result.stdout.str().split())
    assert "1 task or question of the baseline was not run: bench/tasks/2 (question); run" in told
    assert "1 task or question is not as it was when the baseline was stored: bench/tasks/1" in told
    result.stdout.fnmatch_lines(["* gate could not be judged: exit code 2 *"])
    assert result.ret == 2


def test_gate_is_inconclusive_when_nothing_ran(run_still: Run, write) -> None:
    write("tasks.json", *questions(3))
    run_still("--agent=reference", *ASKING, "--vwa-update-baseline")
    skipped = run_still(*ASKING)
    skipped.stdout.fnmatch_lines(["UNJUDGED  nothing was run*", "  skipped 1 by no agent, *"])
    assert skipped.ret == 2
    assert run_still("--agent=reference", STORED, "-k", "nothing").ret == 2
    assert run_still("--agent=reference", STORED, "--collect-only").ret == 0


def test_must_pass_fails_gate_for_failed_task(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", LOGIN | QUESTION, {"task_id": 4, "reference_actions": ["stop []"]})
    (pytester.path / "must.txt").write_text("classifieds-3\nclassifieds-3-question # the colour\n")
    options = ("--agent=reference", "--vwa-must-pass=must.txt")
    held = run_still(*options)
    held.stdout.fnmatch_lines(["held  must pass classifieds-3", "  lost 1 by reference:*"])
    assert held.ret == 0
    fell = run_still(*options, "--vwa-must-pass=classifieds-4", "--vwa-must-pass=classifieds-33")
    fell.stdout.fnmatch_lines(
        [
            "FELL  must pass classifieds-4: 1 of 1 run lost: address: *",
            "UNJUDGED  must pass classifieds-33: it was not run; did you mean*",
        ]
    )
    assert fell.ret == 1


@pytest.mark.parametrize(
    ("options", "lesson"),
    [
        (("--vwa-update-baseline",), "--vwa-update-baseline writes the file that --vwa-baseline"),
        ((STORED,), "--vwa-baseline: no such file: *base.jsonl*--vwa-update-baseline*"),
        (("--vwa-gate=regressions == 0",), "*about regressions needs --vwa-baseline=FILE*"),
        (("--vwa-must-pass=gone.txt",), "--vwa-must-pass: no such file: *gone.txt"),
        (("--vwa-gate=finale >= 1",), "*unknown 'finale'; did you mean 'final'*"),
    ],
)
def test_invalid_gate_option_is_usage_error(
    run_still: Run, write, options: tuple[str, ...], lesson: str
) -> None:
    write("tasks.json", LOGIN)
    result = run_still("--agent=reference", *options)
    result.stderr.fnmatch_lines([f"*{lesson}*"])
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_unknown_group_in_gate_rule_is_usage_error(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", LOGIN | QUESTION)
    options = ("--agent=reference", "-m", "question")
    wrong = run_still(*options, "--vwa-gate=final[clasifieds] >= 0.1", "-n", "2")
    wrong.stderr.fnmatch_lines(
        ["*--vwa-gate: gate rule 'final?clasifieds? >= 0.1': no task is marked 'clasifieds', "
         "those collected are marked *question*; did you mean 'classifieds'?"]
    )  # fmt: skip
    assert wrong.ret == pytest.ExitCode.USAGE_ERROR
    assert not (pytester.path / "reports").exists()
    # A word of the benchmarks of which no task was collected is no mistake, only not judged.
    other = run_still(*options, "--vwa-gate=intermediate[reddit] >= 0.1")
    other.stdout.fnmatch_lines(["UNJUDGED  intermediate?reddit? >= 0.1: there was nothing to *"])
    assert other.ret == 2
    # Nor is a marker that -m leaves out: which tasks there are is known all the same.
    assert run_still(*options, "--vwa-gate=errors[question] == 0").ret == 0


def test_validate_refuses_must_pass_option(run_still: Run, write) -> None:
    write("tasks.json", LOGIN)
    result = run_still("--vwa-validate", "--vwa-must-pass=x")
    result.stderr.fnmatch_lines(["*leave out --vwa-must-pass"])
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_baseline_ini_accepts_journal_of_another_run(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", *questions(*range(5)))
    run_still("--agent=reference", "-m", "question")
    (journal,) = Path(pytester.path).glob("reports/*/journal.jsonl")
    pytester.makeini(f"[pytest]\nvwa_baseline = {journal.relative_to(pytester.path)}\n")
    result = run_still("--agent=noop", "-m", "question")
    result.stdout.fnmatch_lines(["noop compared with reports/*, there reference: 5*"])
    assert result.ret == 1


def test_gate_is_inconclusive_for_run_stopped_early(
    run_still: Run, write, agent, pytester: pytest.Pytester
) -> None:
    write("tasks.json", *questions(1, 2))
    agent('return "blue"')
    options = ("--agent=mine", *ASKING, "--vwa-update-baseline", "--vwa-gate=errors == 0")
    result = run_still(*options, "-x")
    result.stdout.fnmatch_lines(
        [
            "* gate could not be judged: exit code 2 *",
            "UNJUDGED  not all was run: stopping after 1 failures",
            "held  errors == 0: 0 of 1 run",
        ]
    )
    assert result.ret == 2
    assert not (pytester.path / "base.jsonl").exists()
    assert run_still(*options).ret == 0


@pytest.mark.parametrize("spread", [(), TWO_WORKERS])
def test_gate_lists_other_failed_tests(
    run_still: Run, write, agent, pytester: pytest.Pytester, spread: tuple[str, ...]
) -> None:
    write("tasks.json", *questions(1))
    agent('return "red"')
    pytester.makepyfile(
        test_plain="def test_plain():\n    assert 1 == 2", test_off="import nowhere"
    )
    options = ("--agent=mine", "--vwa-gate=errors == 0", *spread)
    result = run_still(*options, "-k", "question or plain", "--continue-on-collection-errors")
    result.stdout.fnmatch_lines(
        [
            "* gate held: exit code 0 *",
            "held  errors == 0: 0 of 1 run",
            "not told by the exit code:",
            "  failed and no task 2: test_off.py, test_plain.py::test_plain",
        ]
    )
    assert result.ret == 0
