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


def test_pair_counts_outcomes_of_both_agents() -> None:
    pair = only(runs("mine", "ppppff") + runs("other", "ppffpf"))
    assert (pair.first, pair.second, pair.noun) == ("mine", "other", "tasks")
    assert pair.gained == ("arena/shopping/2", "arena/shopping/3")
    assert pair.lost == ("arena/shopping/4",)
    assert (pair.both, pair.neither, pair.left_out, pair.compared) == (2, 1, 0, 6)


def test_pair_leaves_out_tasks_without_both_verdicts() -> None:
    pair = only(runs("mine", "pespp-p") + runs("other", "fppespp"))
    assert pair.gained == ("arena/shopping/0",)
    assert (pair.both, pair.left_out, pair.compared) == (1, 5, 2)


def test_pairs_separate_tasks_and_questions() -> None:
    asked = [question("passed", agent="mine"), question("failed", agent="other")]
    found = pairs(runs("mine", "f") + runs("other", "p") + asked)
    assert [(pair.noun, len(pair.gained), len(pair.lost)) for pair in found] == [
        ("tasks", 0, 1),
        ("questions", 1, 0),
    ]


def test_pairs_cover_all_agents_in_stable_order() -> None:
    records = runs("text", "p") + runs("video", "p") + runs("summary", "p")
    named = [(pair.first, pair.second) for pair in pairs(records)]
    assert named == [("summary", "video"), ("summary", "text"), ("video", "text")]
    assert named == [(pair.first, pair.second) for pair in pairs(records[::-1])]


def test_pairs_include_models_and_name_them() -> None:
    one, other = runs("mine", "p", model="gpt-4o"), runs("mine", "f", model="phi")
    pair = only(one + other)
    assert (pair.first, pair.second) == ("mine · gpt-4o", "mine · phi")


def test_pairs_exclude_self_and_runs_of_other_tasks() -> None:
    assert pairs(runs("mine", "pf")) == ()
    assert pairs(runs("mine", "p-") + runs("other", "-p")) == ()
    strict = runs("other", "p", profile="strict")
    assert pairs(runs("mine", "p") + strict) == ()


@pytest.mark.parametrize(
    ("trials", "won"), [("ppf", True), ("pff", False), ("pf", False), ("pe", True), ("ees", None)]
)
def test_pair_uses_majority_of_judged_trials(trials: str, won: bool | None) -> None:
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
def test_mcnemar_is_exact_two_sided_binomial(gained: int, lost: int, p: float) -> None:
    assert mcnemar(gained, lost) == pytest.approx(p, rel=1e-12)
    assert mcnemar(lost, gained) == mcnemar(gained, lost)


def test_mcnemar_handles_thousands_of_tasks() -> None:
    assert mcnemar(1010, 1011) == 1.0
    assert 0 < mcnemar(900, 1121) < 1e-5
    assert mcnemar(3, 40) == 2 * sum(comb(43, k) for k in range(4)) / 2**43
    with pytest.raises(ValueError, match="negative"):
        mcnemar(-1, 3)


# --- as text --------------------------------------------------------------------------------------


def text(records: list[Record], *, whole: bool = False) -> str:
    return render(summarise(records), whole=whole)


def test_pair_summary_lists_differing_tasks() -> None:
    shown = text(runs("mine", "ppppffe") + runs("other", "ppffpfp")).splitlines()
    at = shown.index("mine against other on 6 tasks, p 1.000")
    assert shown[at + 1 : at + 5] == [
        "  gained 2: arena/shopping/2, arena/shopping/3",
        "  lost 1: arena/shopping/4",
        "  both 2, neither 1; 1 left out, not judged for both",
        "gained: won by the first alone; lost: by the second alone. p: exact two-sided",
    ]


def test_pair_summary_says_when_nothing_is_comparable() -> None:
    shown = text(runs("mine", "pe") + runs("other", "ep")).splitlines()
    at = shown.index("mine against other on 0 tasks")
    assert shown[at + 1] == "  nothing to compare: 2 left out, not judged for both"
    assert not [line for line in shown if "gained" in line or "McNemar" in line]


def test_pair_summary_is_absent_for_one_agent() -> None:
    assert "gained" not in text(runs("mine", "pf"))


def test_pair_summary_truncates_lists_unless_verbose() -> None:
    records = runs("mine", "p" * 30) + runs("other", "f" * 30)
    assert "and 20 more (-v names all)" in " ".join(text(records).split())
    assert "arena/shopping/29" not in text(records)
    assert "arena/shopping/29" in text(records, whole=True)
    assert max(map(len, text(records, whole=True).splitlines())) <= 80


def test_pair_headline_shows_very_small_p() -> None:
    pair = only(runs("mine", "p" * 30) + runs("other", "f" * 30))
    assert paired.headline(pair).endswith("p 2e-09")


def test_pair_headline_uses_singular_task() -> None:
    assert "on 1 task, p " in paired.headline(only(runs("mine", "p") + runs("other", "f")))
