"""Two agents on the same tasks: a pure function of their records."""

from math import comb
from typing import Any

import pytest
from records import question, record

from pytest_vwa.core.record import Record
from pytest_vwa.reporting import paired
from pytest_vwa.reporting.pairs import Pair, pairs
from pytest_vwa.reporting.stats import mcnemar
from pytest_vwa.reporting.summary import summarise
from pytest_vwa.reporting.terminal import render

SHORT = {"p": "passed", "f": "failed", "e": "error", "s": "skipped"}


def runs(agent: str, outcomes: str, **changes: Any) -> list[Record]:
    """One run per letter, of tasks 0, 1, 2, ...; ``-`` is a task that was not met."""
    return [
        record(SHORT[letter], number, agent=agent, **changes)
        for number, letter in enumerate(outcomes)
        if letter != "-"
    ]


def only(records: list[Record]) -> Pair:
    (pair,) = pairs(records)
    return pair


def test_a_pair_is_gained_lost_both_neither() -> None:
    pair = only(runs("mine", "ppppff") + runs("other", "ppffpf"))
    assert (pair.first, pair.second, pair.noun) == ("mine", "other", "tasks")
    assert pair.gained == ("arena/shopping/2", "arena/shopping/3")
    assert pair.lost == ("arena/shopping/4",)
    assert (pair.both, pair.neither, pair.left_out, pair.compared) == (2, 1, 0, 6)


def test_what_has_no_verdict_for_both_is_left_out_and_counted() -> None:
    pair = only(runs("mine", "pespp-p") + runs("other", "fppespp"))
    assert pair.gained == ("arena/shopping/0",)
    assert (pair.both, pair.left_out, pair.compared) == (1, 5, 2)


def test_tasks_and_questions_stand_apart() -> None:
    asked = [question("passed", agent="mine"), question("failed", agent="other")]
    found = pairs(runs("mine", "f") + runs("other", "p") + asked)
    assert [(pair.noun, len(pair.gained), len(pair.lost)) for pair in found] == [
        ("tasks", 0, 1),
        ("questions", 1, 0),
    ]


def test_every_two_agents_are_a_pair_and_the_one_without_tutorial_comes_last() -> None:
    records = runs("text", "p") + runs("video", "p") + runs("summary", "p")
    named = [(pair.first, pair.second) for pair in pairs(records)]
    assert named == [("summary", "video"), ("summary", "text"), ("video", "text")]
    assert named == [(pair.first, pair.second) for pair in pairs(records[::-1])]


def test_models_are_paired_too_and_then_named() -> None:
    one, other = runs("mine", "p", model="gpt-4o"), runs("mine", "f", model="phi")
    pair = only(one + other)
    assert (pair.first, pair.second) == ("mine · gpt-4o", "mine · phi")


def test_an_agent_is_no_pair_with_itself_nor_with_who_did_other_tasks() -> None:
    assert pairs(runs("mine", "pf")) == ()
    assert pairs(runs("mine", "p-") + runs("other", "-p")) == ()
    strict = runs("other", "p", profile="strict")
    assert pairs(runs("mine", "p") + strict) == ()


@pytest.mark.parametrize(
    ("trials", "won"), [("ppf", True), ("pff", False), ("pf", False), ("pe", True), ("ees", None)]
)
def test_a_task_of_several_trials_is_won_by_more_than_half_of_its_judged_runs(
    trials: str, won: bool | None
) -> None:
    mine = [
        record(SHORT[letter], agent="mine", trial=number) for number, letter in enumerate(trials, 1)
    ]
    pair = only([*mine, record("failed", agent="other")])
    found = {(1, 0): True, (0, 1): False, (0, 0): None}[len(pair.gained), pair.neither]
    assert found == won
    assert pair.left_out == (won is None)


@pytest.mark.parametrize(
    ("gained", "lost", "p"),
    [
        (0, 0, 1.0),
        (1, 1, 1.0),
        (5, 0, 0.0625),
        (0, 5, 0.0625),
        (10, 2, 2 * (1 + 12 + 66) / 4096),
        (6, 16, 0.052478790283203125),
    ],
)
def test_p_is_the_exact_two_sided_binomial(gained: int, lost: int, p: float) -> None:
    assert mcnemar(gained, lost) == pytest.approx(p, rel=1e-12)
    assert mcnemar(lost, gained) == mcnemar(gained, lost)


def test_p_of_thousands_of_tasks_is_a_number() -> None:
    assert mcnemar(1010, 1011) == 1.0
    assert 0 < mcnemar(900, 1121) < 1e-5
    assert mcnemar(3, 40) == 2 * sum(comb(43, k) for k in range(4)) / 2**43
    with pytest.raises(ValueError, match="negative"):
        mcnemar(-1, 3)


# --- as text --------------------------------------------------------------------------------------


def text(records: list[Record], *, whole: bool = False) -> str:
    return render(summarise(records), whole=whole)


def test_the_summary_names_what_each_pair_gained_and_lost() -> None:
    shown = text(runs("mine", "ppppffe") + runs("other", "ppffpfp")).splitlines()
    at = shown.index("mine against other on 6 tasks, p 1.000")
    assert shown[at + 1 : at + 5] == [
        "  gained 2: arena/shopping/2, arena/shopping/3",
        "  lost 1: arena/shopping/4",
        "  both 2, neither 1; 1 left out, not judged for both",
        "gained: won by the first alone; lost: by the second alone. p: exact two-sided",
    ]


def test_where_no_task_was_judged_for_both_there_is_nothing_to_compare() -> None:
    shown = text(runs("mine", "pe") + runs("other", "ep")).splitlines()
    at = shown.index("mine against other on 0 tasks")
    assert shown[at + 1] == "  nothing to compare: 2 left out, not judged for both"
    assert not [line for line in shown if "gained" in line or "McNemar" in line]


def test_one_agent_alone_has_no_pairs() -> None:
    assert "gained" not in text(runs("mine", "pf"))


def test_long_lists_are_shortened_unless_all_is_asked_for() -> None:
    records = runs("mine", "p" * 30) + runs("other", "f" * 30)
    assert "and 20 more (-v names all)" in " ".join(text(records).split())
    assert "arena/shopping/29" not in text(records)
    assert "arena/shopping/29" in text(records, whole=True)
    assert max(map(len, text(records, whole=True).splitlines())) <= 80


def test_a_small_p_is_told_as_such() -> None:
    pair = only(runs("mine", "p" * 30) + runs("other", "f" * 30))
    assert paired.headline(pair).endswith("p 2e-09")


def test_a_single_task_is_no_tasks() -> None:
    assert "on 1 task, p " in paired.headline(only(runs("mine", "p") + runs("other", "f")))
