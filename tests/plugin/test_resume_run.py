"""A run that was left goes on: what has a verdict stands, all else runs again, in one journal."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from taskfiles import QUESTION, TWO_WORKERS, Run

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import final, read

pytest_plugins = ["pytester"]

TASKS = [{"task_id": number} for number in range(1, 7)]
WAVERING = """
from pathlib import Path

class Wavering:
    def begin(self, brief):
        if Path("broken").exists():
            raise RuntimeError("not today")

    def act(self, observation):
        if "page=login" in observation.url:
            return "```stop```"
        return "```goto [__CLASSIFIEDS__/index.php?page=login]```"

    def answer(self, question):
        return "red"
"""


@pytest.fixture
def journal(pytester: pytest.Pytester) -> Callable[[], Path]:
    """Of the only run."""

    def journal() -> Path:
        (path,) = pytester.path.glob("reports/*/journal.jsonl")
        return path

    return journal


def merge(*arguments: object) -> None:
    subprocess.run([sys.executable, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def outcomes(records: tuple[Record, ...]) -> dict[str, str]:
    return {record.nodeid.partition("::")[2]: record.outcome.value for record in records}


def test_resume_reruns_only_tests_without_verdict(
    run_still: Run, write, journal, pytester: pytest.Pytester
) -> None:
    write("tasks.json", *TASKS[:2])
    pytester.makepyfile(**{"agents/wavering": WAVERING})
    (pytester.path / "broken").touch()
    run_still("--agent=noop", "--agent=wavering")
    before = read(journal())
    assert sorted(outcomes(before).values()) == ["error", "error", "failed", "failed"]
    (pytester.path / "broken").unlink()
    result = run_still("--agent=noop", "--agent=wavering", "--vwa-resume")
    result.stdout.fnmatch_lines(
        [
            f"vwa resume: run {before[0].run}: 2 with a verdict are left out; all others run, "
            "2 of them again",
            "*2 of 2 tasks passed*",
        ]
    )
    result.assert_outcomes(passed=2, deselected=2)
    after = read(journal())
    assert after[:4] == before
    assert len(after) == 6
    assert {record.run for record in after} == {before[0].run}
    assert sorted(outcomes(final(after)).values()) == ["failed", "failed", "passed", "passed"]


def test_resume_continues_truncated_journal(run_still: Run, write, journal) -> None:
    write("tasks.json", QUESTION, TASKS[3])
    run_still("--agent=noop")
    whole = read(journal())
    lines = journal().read_text().splitlines(keepends=True)
    journal().write_text("".join(lines[:-1]) + lines[-1][:200])
    run_still("--agent=noop", "-n", "2", f"--vwa-resume={whole[0].run}")
    assert outcomes(read(journal())) == outcomes(whole)


def test_resume_reruns_changed_task(run_still: Run, write, journal) -> None:
    write("tasks.json", *TASKS[:2])
    run_still("--agent=noop")
    write("tasks.json", TASKS[0], TASKS[1] | {"intent": "Take me elsewhere."})
    run_still("--agent=noop", "--vwa-resume").assert_outcomes(failed=1, deselected=1)
    assert [record.intent for record in final(read(journal()))][1] == "Take me elsewhere."


def test_resume_of_finished_run_summarizes_all_tasks(run_still: Run, write) -> None:
    write("tasks.json", *TASKS[:2])
    run_still("--agent=noop")
    result = run_still("--agent=noop", "--vwa-resume", "--vwa-gate=errors == 0")
    result.stdout.fnmatch_lines(["*0 of 2 tasks passed*", "*gate held: exit code 0*"])
    assert result.ret == 0


def test_resume_without_run_starts_new_one(run_still: Run, write, journal) -> None:
    write("tasks.json", TASKS[0])
    result = run_still("--agent=noop", "--vwa-resume")
    result.stdout.fnmatch_lines(["vwa resume: no run in * to continue: a new one begins"])
    assert len(read(journal())) == 1


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--vwa-resume=2020"], "*--vwa-resume: no run '2020' in *reports*"),
        (["--vwa-resume", "tasks.json"], "*is no run. A path after the option*"),
        (["--vwa-resume", "--vwa-profile=strict"], "*made with --vwa-profile=reference, not with*"),
        (
            ["--vwa-resume", "--vwa-trials=2"],
            "*was made without several --vwa-trials, not with*=2*",
        ),
        (["--vwa-resume", "--vwa-lint"], "*--vwa-resume and --vwa-lint mean different runs*"),
    ],
)
def test_invalid_resume_is_usage_error(run_still: Run, write, given: list[str], told: str) -> None:
    write("tasks.json", TASKS[0])
    run_still("--agent=noop")
    result = run_still("--agent=noop", *given)
    result.stderr.fnmatch_lines([told])
    assert result.ret == pytest.ExitCode.USAGE_ERROR


@pytest.mark.parametrize("workers", [(), TWO_WORKERS])
def test_shards_are_disjoint_complete_and_resumable(
    run_still: Run, write, pytester: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    write("tasks.json", *TASKS)
    seen: list[str] = []
    for part in ("1/2", "2/2"):
        result = run_still("--agent=noop", *workers, f"--vwa-shard={part}")
        result.stdout.fnmatch_lines([f"vwa shard: part {part[0]} of 2, alike in number of tests"])
        newest = max(pytester.path.glob("reports/*/journal.jsonl"), key=lambda p: p.stat().st_mtime)
        records = read(newest)
        assert {record.versions["shard"] for record in records} == {part}
        seen += [record.key for record in records]
    assert len(seen) == len(set(seen)) == len(TASKS)
    first = min(pytester.path.glob("reports/*/journal.jsonl"), key=lambda p: p.stat().st_mtime)
    first.write_text("".join(first.read_text().splitlines(keepends=True)[:1]))
    run_still("--agent=noop", *workers, "--vwa-resume", "--vwa-shard=1/2")
    assert sorted(record.key for record in read(first)) == sorted(seen[:3])


def test_resume_continues_merged_shards(run_still: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", *TASKS[:3])
    for part in ("1/3", "2/3"):  # of the third nothing came
        run_still("--agent=noop", f"--vwa-shard={part}")
    parts = sorted(pytester.path.glob("reports/*"), key=lambda path: path.stat().st_mtime)
    merge("-m", "pytest_vwa.reporting", "merge", *parts, "-o", "reports/whole")
    result = run_still("--agent=noop", "--vwa-resume")
    result.stdout.fnmatch_lines(["vwa resume: run whole: 2 with *"])
    records = read(pytester.path / "reports/whole/journal.jsonl")
    assert len({record.key for record in records}) == len(records) == 3
    assert records[-1].run == "whole"


def test_shards_balance_durations_of_last_run(
    run_still: Run, write, journal, pytester: pytest.Pytester
) -> None:
    write("tasks.json", *TASKS)
    run_still("--agent=noop")
    seconds = dict(zip(range(1, 7), (100, 1, 1, 1, 1, 1), strict=True))
    lines = [json.loads(line) for line in journal().read_text().splitlines()]
    for line in lines:
        line["seconds"]["total"] = seconds[int(line["key"].rpartition("/")[2])]
    journal().write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    name = journal().parent.name
    for part, count in (("1/2", 1), ("2/2", 5)):
        result = run_still("--agent=noop", f"--vwa-shard={part}", "--collect-only", "-v")
        result.stdout.fnmatch_lines([f"vwa shard: part * of 2, alike in duration by run {name}"])
        result.stdout.fnmatch_lines([f"*{count}/6 tests collected*"])
