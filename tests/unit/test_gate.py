import pytest
from records import question, record

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.reporting.gate import GateResult, judge, parse

RUNS = (
    *(record("passed", n, cost_usd=0.5) for n in range(2)),
    *(record("failed", n, sites=("reddit",), cost_usd=0.5) for n in range(2, 8)),
    *(question("passed", n) for n in range(3)),
    question("failed", 3),
    record("error", 9, cost_usd=1.0),
    record("skipped", 10),
)


def gate(*rules: str, runs: tuple[Record, ...] = RUNS) -> GateResult:
    return judge([parse(rule) for rule in rules], runs)


def test_what_the_judge_costs_is_part_of_the_cost() -> None:
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
def test_holds(rule: str) -> None:
    result = gate(rule)
    assert (result.held, result.code) == (True, 0)
    assert result.lines[0].startswith(f"held  {rule}: ")


@pytest.mark.parametrize(
    "rule",
    ["final > 0.25", "final[reddit] > 0", "intermediate >= 76%", "errors == 0", "errors <= 7%",
     "cost < 5"],
)  # fmt: skip
def test_falls(rule: str) -> None:
    result = gate(rule)
    assert (result.held, result.code) == (False, 1)
    assert result.lines[0].startswith(f"FELL  {rule}: ")


def test_one_fallen_rule_is_enough_and_each_has_its_line() -> None:
    result = gate("final >= 0.2", "errors == 0")
    assert result.code == 1
    assert result.lines == (
        "held  final >= 0.2: 0.250 (2 of 8 tasks)",
        "FELL  errors == 0: 1 of 13 runs",
    )


@pytest.mark.parametrize("runs", [(), (record("skipped"),)])
def test_when_nothing_was_run_no_rule_holds(runs: tuple[Record, ...]) -> None:
    assert gate("cost <= 5", runs=runs).code == 2


def test_a_rule_without_anything_to_measure_falls_and_names_the_nearest_marker() -> None:
    result = gate("final[shoping] >= 0")
    assert result.code == 1
    assert "nothing to measure; did you mean 'shopping'?" in result.lines[0]


def test_a_good_agent_does_not_make_up_for_a_bad_one() -> None:
    runs = (record("passed", agent="good"), record("failed", agent="bad"))
    assert gate("final >= 0.5", runs=runs).lines == (
        "FELL  bad: final >= 0.5: 0.000 (0 of 1 tasks)",
        "held  good: final >= 0.5: 1.000 (1 of 1 tasks)",
    )


@pytest.mark.parametrize(
    ("rule", "lesson"),
    [
        ("", "write METRIC SIGN NUMBER"),
        ("final => 0.1", "Signs: == <= >= < >"),
        ("final", r"for example 'errors <= 2%'"),
        ("finale >= 0.1", "did you mean 'final'"),
        ("final >= 12", "twelve percent is 0.12 or 12%"),
        ("cost <= 5%", "US dollars"),
    ],
)
def test_a_rule_that_cannot_be_read_is_refused_with_a_lesson(rule: str, lesson: str) -> None:
    with pytest.raises(UsageError, match=lesson):
        parse(rule)
