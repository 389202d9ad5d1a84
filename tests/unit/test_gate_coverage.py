"""Too many runs without a verdict: whatever the gate is of, it could not be judged."""

from pathlib import Path

import pytest
from records import question, record

from pytest_vwa.core.record import Record
from pytest_vwa.reporting import baseline
from pytest_vwa.reporting.gate import Gate, GateResult, judge
from pytest_vwa.reporting.rules import parse

HARDLY = (record("passed", 1), *(record("skipped", n, reason="no video") for n in range(2, 81)))


def gate(*rules: str, runs: tuple[Record, ...], must: tuple[str, ...] = ()) -> GateResult:
    return judge(Gate(tuple(map(parse, rules)), must), runs)


def told(result: GateResult) -> list[str]:
    return [str(finding) for finding in result.findings]


@pytest.mark.parametrize(
    "rule", ["errors == 0", "errors <= 2%", "cost <= 5", "final >= 0.1", "errors[shopping] == 0"]
)
def test_gate_with_few_verdicts_is_inconclusive(rule: str) -> None:
    result = gate(rule, runs=HARDLY)
    assert result.code == 2
    assert "79 of 80" in told(result)[0]


def test_gate_few_verdicts_reason_gives_counts_and_advice() -> None:
    assert told(gate("errors == 0", runs=HARDLY)) == [
        "UNJUDGED  mine: 79 of 80 runs have no verdict, that is too many (79 skipped); mend what "
        "breaks, or leave out with -k or -m what cannot run here",
        "held  errors == 0: 0 of 1 run",
    ]
    broken = (record("error", 1), *(record("passed", n) for n in range(2, 4)))
    assert "mine: 1 of 3 runs has no verdict, that is too many (1 error)" in " ".join(
        told(gate("errors <= 1", runs=broken))
    )


def test_gate_must_pass_with_few_verdicts_is_inconclusive() -> None:
    assert gate(runs=HARDLY, must=("shopping-1",)).code == 2
    assert gate(runs=(record("passed", 1), question("passed", 1)), must=("shopping-1",)).code == 0


def test_gate_failed_rule_fails_despite_few_verdicts() -> None:
    runs = (*HARDLY, record("error", 81))
    assert gate("errors == 0", runs=runs).code == 1


def test_gate_tolerates_fifth_without_verdict() -> None:
    runs = (record("error", 1), *(record("passed", n) for n in range(2, 6)))
    assert gate("errors <= 1", "cost <= 1", runs=runs).code == 0
    assert gate("errors <= 1", "cost <= 1", runs=runs[:-1]).code == 2


def test_gate_verdict_coverage_is_per_agent() -> None:
    well = tuple(record("passed", n, agent="good") for n in range(9))
    ill = (record("passed", 1, agent="bad"), record("error", 2, agent="bad"))
    result = gate("errors <= 10%", runs=(*well, *ill))
    assert result.code == 2
    assert "bad: 1 of 2 runs has no verdict" in told(result)[0]


def test_gate_group_rule_needs_verdicts_of_group() -> None:
    runs = (
        *(record("passed", n) for n in range(9)),
        record("passed", 1, sites=("map",)),
        record("skipped", 2, sites=("map",)),
    )
    assert gate("errors == 0", runs=runs).code == 0
    result = gate("errors[map] == 0", runs=runs)
    assert result.code == 2
    assert "errors[map] == 0: 0 of 1 run; 1 of 2 runs has no verdict" in told(result)[0]


def test_gate_rule_is_inconclusive_for_other_task_set(tmp_path: Path) -> None:
    path = tmp_path / "base.jsonl"
    baseline.store(path, [record("passed", n) for n in range(10)])
    stored = baseline.load(path, tmp_path)
    others = tuple(record("passed", n) for n in range(50, 60))
    result = judge(Gate((parse("errors == 0"),), (), stored), others)
    assert result.code == 2
    assert "10 tasks and questions of the baseline were not run" in " ".join(told(result))
    for nothing in ((), HARDLY[1:]):
        assert judge(Gate((parse("errors == 0"),), ("shopping-1",)), nothing).code == 2


def test_gate_suggests_leaving_out_questions() -> None:
    runs = (*(record("passed", n) for n in range(3)), *(question("skipped", n) for n in range(3)))
    result = gate("final >= 0.1", runs=runs)
    assert result.code == 2
    assert "leave them out with -m 'not question'" in told(result)[0]
    assert gate("final >= 0.1", runs=runs[:3]).code == 0


def test_gate_counts_trials_as_runs() -> None:
    runs = tuple(record("passed", n, trial=trial) for n in range(3) for trial in (1, 2, 3))
    assert told(gate("final >= 0.1", runs=runs)) == [
        "held  final >= 0.1: 1.000 (9 of 9 runs of 3 tasks)"
    ]


def test_gate_unreported_heading_depends_on_exit_code() -> None:
    runs = (record("failed", 1), *(record("passed", n) for n in range(2, 9)))
    assert gate("final >= 0.1", runs=runs).over_absorbed == "not told by the exit code"
    assert gate("final >= 0.9", runs=runs).over_absorbed == "all that was lost or broke"
