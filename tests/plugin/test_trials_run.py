"""Trials and samples in real runs; and what listing tests says of them."""

import re
from collections import Counter

import openai.resources  # noqa: F401 - once here, not in each inner run
import pytest
from provider import Provider
from taskfiles import QUESTION, Run

from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]

FLAKY = """
from pathlib import Path

class Mine:
    def __init__(self, memory):
        self.memory = memory
    def begin(self, brief):
        self.home = brief.sites["classifieds"]
        self.memory.append(brief.key)
        assert len(self.memory) == 1, self.memory
        tried = Path("tried")
        tried.mkdir(exist_ok=True)
        self.first = not list(tried.iterdir())
        (tried / str(len(list(tried.iterdir())))).touch()
    def act(self, observation):
        if self.first and "login" not in observation.url:
            return f"```goto [{self.home}/index.php?page=login]```"
        return "```stop```"
"""


def node_ids(result: pytest.RunResult) -> list[str]:
    return [line.partition("::")[2] for line in result.outlines if "::" in line]


def records(pytester: pytest.Pytester):
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    return read(journal)


def test_trials_are_separate_tests_with_numbered_ids(run_still: Run, write) -> None:
    write("tasks.json", QUESTION, {"task_id": 4})
    listed = run_still("--agent=noop", "--agent=constant", "--vwa-trials=2", "--collect-only", "-q")
    assert node_ids(listed)[:5] == [
        "classifieds-3[noop-chromium-1]",
        "classifieds-3[noop-chromium-2]",
        "classifieds-3[constant-chromium-1]",
        "classifieds-3[constant-chromium-2]",
        "classifieds-4[noop-chromium-1]",
    ]
    assert "classifieds-3-question[constant-2]" in node_ids(listed)
    assert len(node_ids(listed)) == 12
    once = run_still("--agent=noop", "--vwa-trials=1", "--collect-only", "-q")
    assert node_ids(once)[0] == "classifieds-3[noop-chromium]"


def test_report_shows_pass_at_k_and_flaky_tasks(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("bench/tasks.json", {})
    folder = pytester.mkdir("agents")
    (folder / "mine.py").write_text(FLAKY)
    result = run_still("--agent=mine", "--vwa-trials=3")
    told = {record.trial: record.outcome for record in records(pytester)}
    assert told == {1: "passed", 2: "failed", 3: "failed"}
    assert len({record.artifacts for record in records(pytester)}) == 3
    result.stdout.fnmatch_lines(
        [
            "1 of 3 runs of 1 task passed: 33 %*",
            "trials of the tasks, mean 33 %",
            "  k           1      2      3",
            "  pass@k   33 %   67 %  100 %",
            "  pass^k   33 %    0 %    0 %",
            "  flaky 1 of 1: bench/tasks/3 1/3",
        ]
    )


def test_baseline_comparison_counts_trials(run_still: Run, write) -> None:
    write("tasks.json", *(QUESTION | {"task_id": n} for n in range(5)))
    options = ("-m", "question", "--vwa-trials=2", "--vwa-baseline=base.jsonl")
    assert run_still("--agent=reference", "--vwa-update-baseline", *options).ret == 0
    result = run_still("--agent=noop", *options)
    told = " ".join(result.stdout.str().split())
    assert "5 tasks and questions of 5 templates, 2 trials each" in told
    assert result.ret == 1


def test_rescore_judges_each_trial(run_still: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", QUESTION)
    run_still("--agent=reference", "-m", "question", "--vwa-trials=2")
    first = records(pytester)
    result = run_still(f"--vwa-rescore={first[0].run}", "-m", "question")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["0 of 2 verdicts changed"])


def test_cassette_records_replies_of_each_trial(
    run_still: Run, write, pytester: pytest.Pytester, provider: Provider
) -> None:
    write("tasks.json", {})
    options = ("--agent=text", *provider.options, "--vwa-trials=3")
    run_still(*options, "--vwa-cassette=record:tape")
    assert len(provider.asked) == 3
    replayed = run_still(*options, "--vwa-cassette=replay:tape")
    replayed.assert_outcomes(failed=3)
    replayed.stdout.no_fnmatch_line("*in no rate*")
    assert len(provider.asked) == 3


# --- samples --------------------------------------------------------------------------------------

MANY = [
    {"task_id": n, "sites": [site], "overall_difficulty": ("easy", "hard")[n % 2]}
    for site, numbers in (("classifieds", range(8)), ("reddit", range(8, 12)))
    for n in numbers
]


def test_sample_is_proportional_to_sites(run_still: Run, write) -> None:
    write("tasks.json", *MANY)
    result = run_still("--agent=noop", "--vwa-sample=6", "--collect-only", "-q")
    sites = Counter(name.partition("-")[0] for name in node_ids(result))
    assert sites == {"classifieds": 4, "reddit": 2}
    result.stdout.fnmatch_lines(["*6/12 tests collected (6 deselected)*"])


def test_sample_draws_selected_tasks_with_all_their_tests(run_still: Run, write) -> None:
    write("tasks.json", *(QUESTION | each for each in MANY))
    chosen = ("--vwa-sample=2", "-m", "reddit", "--collect-only", "-q")
    result = run_still("--agent=noop", "--agent=constant", *chosen)
    names = node_ids(result)
    assert len(names) == 2 * 2 * 2
    assert {name.partition("-")[0] for name in names} == {"reddit"}
    assert len({re.sub(r"-question|\[.*", "", name) for name in names}) == 2


def test_seed_selects_same_sample_with_and_without_workers(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", *(QUESTION | each for each in MANY[:8]))
    pytester.makepyfile("def test_of_my_own(): pass")
    options = ("--agent=noop", "--vwa-sample=3", "--vwa-seed=5", "-k", "question or own")
    listed = node_ids(run_still(*options, "--collect-only", "-q"))
    result = run_still(*options, "-n", "2")
    result.assert_outcomes(passed=1, failed=3)
    ran = {record.nodeid.partition("::")[2] for record in records(pytester)}
    assert ran | {"test_of_my_own"} == set(listed)
    other = node_ids(run_still(*options, "--vwa-seed=6", "--collect-only", "-q"))
    assert set(other) != set(listed)


def test_collect_only_estimates_cost_from_last_run(run_still: Run, write) -> None:
    write("tasks.json", {})
    unknown = run_still("--agent=noop", "--collect-only", "-q")
    unknown.stdout.no_fnmatch_line("*expected*")
    run_still("--agent=noop")
    write("tasks.json", {}, {"task_id": 4})
    listed = run_still("--agent=noop", "--agent=constant", "--vwa-trials=3", "--collect-only")
    listed.stdout.fnmatch_lines(
        [
            "expected of 6 tests, by run *, 3 by tasks like them: 6 steps, 0 tokens, $0, * of work",
            "unknown of 6 tests: run * judged nothing like them by their agents",
        ]
    )


def test_collect_only_survives_damaged_journal(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", {})
    (pytester.mkdir("reports") / "r1").mkdir()
    (pytester.path / "reports/r1/journal.jsonl").write_text("{}\n{}\n")
    result = run_still("--agent=noop", "--collect-only")
    result.stdout.fnmatch_lines(["nothing can be expected: *journal.jsonl:1: not a record*"])
    assert result.ret == 0
