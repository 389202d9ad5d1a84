import pytest
from records import question, record

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.reporting.gate import Gate, GateResult, judge
from pytest_vwa.reporting.rules import parse

RUNS = (
    *(record("passed", n, cost_usd=0.5) for n in range(2)),
    *(record("failed", n, sites=("reddit",), cost_usd=0.5) for n in range(2, 8)),
    *(question("passed", n) for n in range(3)),
    question("failed", 3),
    record("error", 9, sites=("map",), cost_usd=1.0),
    record("skipped", 10, sites=("map",)),
)


def gate(*rules: str, runs: tuple[Record, ...] = RUNS) -> GateResult:
    return judge(Gate(tuple(map(parse, rules))), runs)


def told(result: GateResult) -> list[str]:
    return [str(finding) for finding in result.findings]


def test_gate_cost_includes_judge_cost() -> None:
    judged = tuple(record("passed", n, cost_usd=1.0, judge_cost_usd=0.5) for n in range(2))
    assert gate("cost == 3", runs=judged).code == 0


@pytest.mark.parametrize(
    "rule",
    [
        "final >= 0.25",
        "final >= 25%",
        "final == 0.25",
        "final[shopping]==1",
        "final[ temporal_reasoning ] < 0.26",
        "intermediate > 0.7",
        "errors <= 1",
        "errors <= 8%",
        "errors[reddit] == 0",
        "cost <= 5",
    ],
)
def test_gate_rule_passes(rule: str) -> None:
    result = gate(rule)
    assert result.code == 0
    assert told(result)[0].startswith(f"held  {rule}: ")


@pytest.mark.parametrize(
    "rule",
    ["final > 0.25", "final[reddit] > 0", "intermediate >= 76%", "errors == 0", "errors <= 7%",
     "cost < 5"],
)  # fmt: skip
def test_gate_rule_fails(rule: str) -> None:
    result = gate(rule)
    assert result.code == 1
    assert told(result)[0].startswith(f"FELL  {rule}: ")


def test_gate_title_has_result_and_exit_code() -> None:
    titles = [gate(rule).title for rule in ("cost <= 5", "cost < 5", "final[shoping] >= 0")]
    assert titles == [
        "gate held: exit code 0",
        "gate fell: exit code 1",
        "gate could not be judged: exit code 2",
    ]


def test_gate_fails_if_one_rule_fails() -> None:
    result = gate("final >= 0.2", "errors == 0")
    assert result.code == 1
    assert told(result) == [
        "held  final >= 0.2: 0.250 (2 of 8 tasks)",
        "FELL  errors == 0: 1 of 13 runs",
    ]


@pytest.mark.parametrize("runs", [(), (record("skipped"),)])
def test_gate_without_runs_is_inconclusive(runs: tuple[Record, ...]) -> None:
    assert gate("cost <= 5", runs=runs).code == 2


def test_gate_rule_without_data_is_inconclusive_with_hint() -> None:
    result = gate("final[shoping] >= 0")
    assert result.code == 2
    assert "nothing to measure; did you mean 'shopping'?" in told(result)[0]


def test_gate_rate_with_missing_verdicts_is_inconclusive() -> None:
    runs = [record("passed", n) for n in range(7)] + [record("error", 7), record("skipped", 8)]
    assert gate("final >= 0.9", runs=(*runs, record("passed", 9))).code == 0
    result = gate("final >= 0.9", runs=tuple(runs))
    assert result.code == 2
    assert told(result) == [
        "UNJUDGED  final >= 0.9: 2 of 9 tasks have no verdict, that is too many"
    ]


def test_gate_failed_rule_outranks_inconclusive_rule() -> None:
    assert gate("final[shoping] >= 0", "errors == 0").code == 1


def test_gate_lists_unreported_failures() -> None:
    runs = (
        *(record(outcome, 10, trial=n) for n, outcome in enumerate(("passed", "failed"), 1)),
        record("failed", 9),
        question("failed", 9),
        record("error", 3, reason="the site is down\nat once", error_kind="site"),
        record("skipped", 4, reason="no video"),
        *(record("passed", n) for n in range(20, 24)),
    )
    result = gate("cost <= 1", runs=runs)
    assert result.code == 0
    assert result.absorbed == (
        "error 1 by mine, the site is down: arena/shopping/3",
        "lost 3 by mine: arena/shopping/9, 10 1/2; questions: arena/shopping/9",
        "skipped 1 by mine, no video: arena/shopping/4",
    )


def test_gate_judges_each_agent_separately() -> None:
    runs = (record("passed", agent="good"), record("failed", agent="bad"))
    assert told(gate("final >= 0.5", runs=runs)) == [
        "FELL  bad: final >= 0.5: 0.000 (0 of 1 task)",
        "held  good: final >= 0.5: 1.000 (1 of 1 task)",
    ]


@pytest.mark.parametrize(
    ("rule", "lesson"),
    [
        ("", "write METRIC SIGN NUMBER"),
        ("final => 0.1", "Signs: == <= >= < >"),
        ("final", r"for example 'errors <= 2%'"),
        ("finale >= 0.1", "did you mean 'final'"),
        ("final >= 12", "twelve percent is 0.12 or 12%"),
        ("cost <= 5%", "cost is a number, not a share"),
        ("regressions <= 5%", "write 'regressions <= 5'"),
    ],
)
def test_gate_refuses_unreadable_rule(rule: str, lesson: str) -> None:
    with pytest.raises(UsageError, match=lesson):
        parse(rule)
