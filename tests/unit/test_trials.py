"""Tasks that were tried several times."""

import pytest
from records import question, record

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.summary import summarise
from pytest_vwa.reporting.terminal import render
from pytest_vwa.reporting.trials import Trials, lines, pass_all, pass_at, trials

SHORT = {"p": "passed", "f": "failed", "e": "error"}


def tried(*outcomes: str) -> list[Record]:
    return [
        record(SHORT[letter], task, trial=trial)
        for task, letters in enumerate(outcomes, 8)
        for trial, letter in enumerate(letters, 1)
    ]


def found(*outcomes: str) -> Trials:
    trials_of = trials(tried(*outcomes))
    assert trials_of is not None
    return trials_of


def test_trials_pass_at_k_and_pass_all_k_are_means_over_tasks() -> None:
    told = found("ppp", "pff", "fff")
    assert told.mean == pytest.approx(4 / 9)
    assert told.at_least_one == pytest.approx((4 / 9, (1 + 2 / 3 + 0) / 3, 2 / 3))
    assert told.all_of == pytest.approx((4 / 9, 1 / 3, 1 / 3))


def test_trials_mean_weights_tasks_equally() -> None:
    told = found("ppp", "fee")
    assert told.mean == pytest.approx(0.5)
    assert told.at_least_one == pytest.approx((0.5, 1.0, 1.0))
    assert "tasks       2      1      1" in lines(told), "each rate says of how many tasks it is"
    assert not any(line.startswith("tasks") for line in lines(found("ppp", "fff")))


def test_pass_at_and_pass_all_count_pairs_of_trials() -> None:
    """Of two tasks, one a coin and one a sure thing, all pairs of trials counted."""
    assert pass_at(2, 5, 10) == pytest.approx(1 - (5 * 4) / (10 * 9))
    assert pass_all(2, 5, 10) == pytest.approx((5 * 4) / (10 * 9))


def test_trials_list_flaky_tasks_by_flakiness() -> None:
    told = found("pppf", "ppff", "ffff", "pppp")
    assert [(mixed.name[0], mixed.flakiness) for mixed in told.mixed] == [
        ("arena/shopping/9", pytest.approx(2 / 3)),
        ("arena/shopping/8", pytest.approx(1 / 2)),
    ]


def test_trials_of_tasks_judged_once_are_none() -> None:
    assert trials(tried("p", "f")) is None
    assert trials(tried("pe")) is None
    assert trials([]) is None


def test_summary_shows_trials_of_tasks() -> None:
    shown = render(summarise([*tried("ppf", "fff"), question("passed"), question("failed")]))
    assert "3 of 6 runs" not in shown
    at = shown.index("trials of the tasks, mean 33 %")
    assert shown[at:].splitlines()[1:5] == [
        "  k           1      2      3",
        "  pass@k   33 %   50 %   50 %",
        "  pass^k   33 %   17 %    0 %",
        "  flaky 1 of 2: arena/shopping/8 2/3",
    ]
    assert "trials" not in render(summarise(tried("p", "f"))).replace("the trials", "")


def test_trials_lines_shorten_many_ks_and_flaky_tasks() -> None:
    told = found(*["p" * 6 + "f" * 6] * 12)
    head, *_, flaky = lines(told)
    assert head.split() == ["k", "1", "2", "3", "4", "5", "10", "12"]
    assert flaky.endswith("and 2 more (-v names all)")
    assert "more" not in list(lines(told, whole=True))[-1]
