"""A run held against a stored one: what can be compared, what is worse, what is stored."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from records import question, record, steps

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.core.result import result_of
from pytest_vwa.reporting import baseline, must_pass
from pytest_vwa.reporting.baseline import Baseline
from pytest_vwa.reporting.comparison import compare
from pytest_vwa.reporting.gate import Gate, GateResult, judge
from pytest_vwa.reporting.journal import Journal, read
from pytest_vwa.reporting.matched import match
from pytest_vwa.reporting.rules import parse

SHORT = {"p": "passed", "f": "failed", "e": "error", "s": "skipped"}


def run(*outcomes: str, **changes: Any) -> list[Record]:
    """A task per text, a trial per letter; ``-`` was not run. Each task is its own template."""
    return [
        record(SHORT[letter], task, trial=trial, **changes)
        for task, letters in enumerate(outcomes)
        for trial, letter in enumerate(letters, 1)
        if letter != "-"
    ]


def held_against(before: Sequence[Record], now: Sequence[Record], *rules: str) -> GateResult:
    stored = Baseline(Path("base.jsonl"), tuple(before))
    return judge(Gate(tuple(map(parse, rules)), baseline=stored), now)


def told(result: GateResult) -> str:
    return "\n".join(map(str, result.findings))


WON, LOST = run(*["ppp"] * 12), run(*["fff"] * 12)


def test_baseline_gate_fails_only_worse_run() -> None:
    assert held_against(WON, WON).code == 0
    assert held_against(LOST, WON).code == 0
    fell = held_against(WON, LOST)
    assert fell.code == 1
    assert "FELL  all tasks" in told(fell)
    assert "regressed 12: arena/shopping/0, arena/shopping/1" in told(fell)
    assert "McNemar p 0.000" in told(fell)


def test_baseline_gate_fails_category_although_total_passes() -> None:
    def suite(worse: str) -> list[Record]:
        calm = run(*["ppp", "fff"] * 40, categories=("audio_perception",))
        return calm + [
            each.model_copy(update={"key": f"arena/reddit/{each.key}"})
            for each in run(*[worse] * 10, categories=("temporal_reasoning",))
        ]

    result = held_against(suite("ppp"), suite("pff"))
    assert result.code == 1
    assert "FELL  temporal_reasoning" in told(result)
    assert "held  audio_perception" in told(result)


def test_baseline_gate_groups_tasks_by_template() -> None:
    one = held_against(run(*["p"] * 12, template_id="7"), run(*["f"] * 12, template_id="7"))
    assert one.code == 2
    assert "too few templates for chance to be told from a loss" in told(one)
    pairs = [
        [each.model_copy(update={"template_id": str(at // 2)}) for at, each in enumerate(runs)]
        for runs in (run(*["p"] * 12), run(*["f"] * 12))
    ]
    six = held_against(*pairs)
    assert six.code == 1
    assert "12 tasks and questions of 6 templates" in told(six)


def test_regressions_rule_applies_with_few_templates() -> None:
    before, now = run("ppp", "ppp", "fff"), run("ppp", "pff", "ppp")
    result = held_against(before, now, "regressions == 0")
    assert result.code == 1
    assert "FELL  regressions == 0: 1 won in the baseline and not now" in told(result)
    assert held_against(before, before, "regressions == 0").code == 0


def test_match_compares_trials_with_verdicts_in_both_runs() -> None:
    matched = match(run("pef", "pp"), run("ppe", "p"))
    rates = [(each.trials, each.before, each.now) for each in matched.matches]
    assert rates == [(1, 1.0, 1.0), (1, 1.0, 1.0)]
    assert (matched.expected, matched.without_verdict) == (4, 2)


def test_baseline_gate_allows_fewer_trials() -> None:
    result = held_against(run(*["pff"] * 12), run(*["p"] * 12))
    assert result.code == 0
    assert "3 trials then, 1 now" in told(result)


def test_baseline_gate_counts_agent_error_as_failure() -> None:
    crashed = run(*["e"] * 12, error_kind="agent")
    assert held_against(run(*["p"] * 12), crashed).code == 1
    down = run(*["e"] * 12, error_kind="site")
    result = held_against(run(*["p"] * 12), down)
    assert result.code == 2
    assert "12 of 12 runs that base.jsonl has a verdict of have none now" in told(result)


@pytest.mark.parametrize(
    ("now", "lesson"),
    [
        (
            WON[:-3],
            "mine: 1 task or question of the baseline was not run: arena/shopping/11; run",
        ),
        (
            run(*["ppp"] * 12, task_sha256="b"),
            "mine: 12 tasks and questions are not as they were when the baseline was stored: ",
        ),
        (run(*["ppp"] * 12, profile="strict"), "scored by the profile reference, this run of"),
        (run(*["sss"] * 12), "nothing was run"),
        (run(*["eps"] * 12), "24 of 36 runs that base.jsonl has a verdict of have none now"),
    ],
    ids=["missing", "changed", "profile", "skipped", "errors"],
)
def test_baseline_gate_other_task_set_is_inconclusive(now: list[Record], lesson: str) -> None:
    result = held_against(run(*["ppp"] * 12, task_sha256="a" if "not as" in lesson else ""), now)
    assert result.code == 2
    assert lesson in told(result)


def test_baseline_gate_names_and_ignores_new_tasks() -> None:
    result = held_against(WON, [*WON, record("failed", 77)])
    assert result.code == 0
    assert "not in the baseline: arena/shopping/77" in told(result)


def test_baseline_gate_compares_single_agents_despite_names() -> None:
    result = held_against(WON, run(*["fff"] * 12, agent="other"))
    assert result.code == 1
    assert "other compared with base.jsonl, there mine: 12 tasks" in told(result)


def test_baseline_gate_compares_each_agent_with_itself() -> None:
    good, bad = run(*["ppp"] * 12, agent="good"), run(*["fff"] * 12, agent="bad")
    assert held_against(good + bad, good + bad).code == 0
    result = held_against(good + bad, [*good, *run(*["fff"] * 12, agent="new")])
    assert result.code == 2
    assert "new has no run in base.jsonl, which knows bad, good" in told(result)


def test_baseline_gate_separates_tasks_and_questions() -> None:
    asked = [question("passed", number) for number in range(8)]
    lost = [question("failed", number) for number in range(8)]
    result = held_against(WON + asked, WON + lost)
    assert result.code == 1
    assert "FELL  all questions" in told(result)
    assert "held  all tasks" in told(result)


def test_comparison_reports_detectable_difference() -> None:
    (difference, *_) = compare(match(run(*["ppf"] * 60), run(*["pfp"] * 60))).differences
    assert difference.detectable == pytest.approx(5 / 60)


# --- stored runs ----------------------------------------------------------------------------------


def test_baseline_store_names_removed_tasks(tmp_path: Path) -> None:
    path = tmp_path / "base.jsonl"
    agents = [each.model_copy(update={"agent": "another"}) for each in WON]
    baseline.store(path, [*WON, *agents])
    told_of = baseline.store(path, [each for each in WON if each.key == WON[0].key])
    gone = "; gone from it: 11 tasks and questions that it held before: arena/shopping/1-11"
    assert told_of.endswith(f" by mine{gone}; runs by another")
    assert "gone" not in baseline.store(path, WON)
    path.write_text("no journal\n")
    assert baseline.store(path, WON).endswith("; what it held before could not be read")


def test_baseline_store_is_small_and_compares_like_journal(tmp_path: Path) -> None:
    full = [each.model_copy(update={"steps": steps(30), "answer": "x" * 999}) for each in WON]
    told_of = baseline.store(tmp_path / "new" / "base.jsonl", [*full, record("skipped", 99)])
    assert told_of.endswith("base.jsonl now holds 36 runs of 12 tasks and questions by mine")
    stored = baseline.load(tmp_path / "new" / "base.jsonl", tmp_path)
    assert stored.path == Path("new/base.jsonl")
    assert compare(match(stored.records, LOST)) == compare(match(full, LOST))
    assert (tmp_path / "new" / "base.jsonl").stat().st_size < 500 * len(WON)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["base.jsonl"]


@pytest.mark.parametrize(
    ("records", "lesson"),
    [
        ([*WON, record("error", 3, reason="the site\nis down")], "1 of 37 runs ended in an error"),
        ([record("skipped")], "no run has a verdict"),
        ([], "no run has a verdict"),
    ],
)
def test_baseline_store_refuses_broken_run(
    tmp_path: Path, records: list[Record], lesson: str
) -> None:
    path = tmp_path / "base.jsonl"
    baseline.store(path, WON)
    with pytest.raises(UsageError, match=lesson):
        baseline.store(path, records)
    assert len(read(path)) == len(WON)


def test_baseline_store_reports_unwritable_path(tmp_path: Path) -> None:
    (tmp_path / "base.jsonl").mkdir()
    with pytest.raises(UsageError, match=r"base\.jsonl was not written: Is a directory"):
        baseline.store(tmp_path / "base.jsonl", WON)
    assert [path.name for path in tmp_path.iterdir()] == ["base.jsonl"]


def test_baseline_load_accepts_run_folder(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "r1" / "journal.jsonl")
    for each in WON:
        journal.append(each)
    assert baseline.load(tmp_path / "r1", tmp_path).records == tuple(map(result_of, WON))


def test_baseline_load_takes_final_record_of_rerun(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "r1" / "journal.jsonl")
    for outcome in ("error", "failed", "passed", "error"):
        journal.append(record(outcome))
    (only,) = baseline.load(journal.path, tmp_path).records
    assert only.outcome == "passed"


@pytest.mark.parametrize(
    ("content", "lesson"),
    [
        (None, "no such file.*--vwa-update-baseline"),
        ("", "holds no run with a verdict"),
        ('{"run": 1}\n', "base.jsonl:1: not a record"),
        (record("skipped").model_dump_json() + "\n", "holds no run with a verdict"),
    ],
)
def test_baseline_load_refuses_unreadable_file(
    tmp_path: Path, content: str | None, lesson: str
) -> None:
    path = tmp_path / "base.jsonl"
    if content is not None:
        path.write_text(content)
    with pytest.raises(UsageError, match=lesson):
        baseline.load(path, tmp_path)


# --- must pass ------------------------------------------------------------------------------------


def must(*names: str, runs: Sequence[Record]) -> list[str]:
    return [str(finding) for finding in must_pass.check(names, runs)]


def test_must_pass_needs_every_run_to_pass() -> None:
    runs = run("ppp", "ppf", "pep")
    assert must("arena/shopping/0", "shopping-0", runs=[]) == [
        "UNJUDGED  must pass arena/shopping/0: it was not run",
        "UNJUDGED  must pass shopping-0: it was not run",
    ]
    assert must("arena/shopping/0", "arena/shopping/1", "shopping-2", runs=runs) == [
        "held  must pass arena/shopping/0",
        "FELL  must pass arena/shopping/1: 1 of 3 runs lost",
        "UNJUDGED  must pass shopping-2: 1 of 3 runs without a verdict",
    ]


def test_must_pass_unknown_name_suggests_nearest() -> None:
    assert must("arena/shoping/0", runs=run("p")) == [
        "UNJUDGED  must pass arena/shoping/0: it was not run; did you mean 'arena/shopping/0'?"
    ]


def test_must_pass_names_come_from_files_and_options(tmp_path: Path) -> None:
    (tmp_path / "must.txt").write_text("# the shop\nshopping-1\n\nshopping-2 # slow\n")
    assert must_pass.read(["must.txt", "reddit-3", "shopping-1"], tmp_path) == (
        "shopping-1",
        "shopping-2",
        "reddit-3",
    )


def test_must_pass_missing_or_empty_file_is_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        must_pass.read(["gone.txt"], tmp_path)
    (tmp_path / "must.txt").write_text("# none yet\n")
    with pytest.raises(UsageError, match="names no task"):
        must_pass.read(["must.txt"], tmp_path)


def test_baseline_gate_missing_agent_is_inconclusive() -> None:
    other = run(*["ppp"] * 12, agent="other")
    result = held_against([*WON, *other], WON)
    assert result.code == 2
    assert "UNJUDGED  other is in base.jsonl and was not run; run it too" in told(result)
    assert held_against([*WON, *other], [*WON, *other]).code == 0


def test_regressions_rule_needs_comparable_runs() -> None:
    others = run(*["ppp"] * 12, task_sha256="b")
    result = held_against(run(*["ppp"] * 12, task_sha256="a"), others, "regressions == 0")
    assert result.code == 2
    assert "UNJUDGED  regressions == 0: not all of it could be compared" in told(result)
    assert "0 of 0" not in told(result), "what was not compared needs no second reason"


def test_baseline_store_names_shard(tmp_path: Path) -> None:
    part = run(*["p"] * 3, versions={"shard": "1/2"})
    assert baseline.store(tmp_path / "base.jsonl", part).endswith("by mine; part 1/2 alone")
