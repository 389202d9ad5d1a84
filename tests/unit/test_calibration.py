"""The hand-graded set that judges are held against, and what the command says of a judge."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from pytest_vwa.evaluators.calibrate import main
from pytest_vwa.evaluators.calibration import Agreement, Judged, Pair, exact, measure, pairs
from pytest_vwa.evaluators.grading import GRADES, Grade


def test_the_set_holds_at_least_sixty_different_pairs_of_every_grade() -> None:
    assert len({(each.question, each.reference, each.answer) for each in pairs()}) >= 60
    assert Counter(each.grade for each in pairs()).keys() == set(GRADES)
    assert len({each.kind for each in pairs()}) >= 12


def test_a_judge_that_grades_as_the_set_does_agrees_wholly() -> None:
    agreement = measure(lambda pair: Judged(pair, pair.grade))
    assert (agreement.share, agreement.kappa) == (1.0, 1.0)


def test_a_judge_that_always_says_the_same_agrees_no_more_than_by_chance() -> None:
    agreement = measure(lambda pair: Judged(pair, "correct"))
    assert agreement.kappa == pytest.approx(0.0, abs=1e-9)


def judged(*grades: tuple[Grade, Grade]) -> Agreement:
    return Agreement(
        tuple(
            Judged(Pair(kind="k", question="q", reference="r", answer="a", grade=hand, why=""), it)
            for hand, it in grades
        )
    )


def test_kappa_is_cohens() -> None:
    """The worked example of two raters with 20, 5, 10 and 15 of 50: 0.7 agreed, 0.5 by chance."""
    both = [("correct", "correct")] * 20 + [("incorrect", "incorrect")] * 15
    apart = [("correct", "incorrect")] * 5 + [("incorrect", "correct")] * 10
    agreement = judged(*both, *apart)
    assert agreement.kappa == pytest.approx(0.4)
    low, high = agreement.kappa_interval
    assert (low, high) == pytest.approx((0.146, 0.654), abs=1e-3)


def test_equal_words_are_the_rule_to_beat() -> None:
    agreement = measure(exact)
    assert 0.3 < agreement.share < 0.7
    assert agreement.confusion()["incorrect", "correct"] == 0


def test_the_command_prints_the_agreement_and_what_was_judged_otherwise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["exact"]) == 0
    shown = capsys.readouterr().out
    assert "exact: agrees on" in shown
    assert "Cohen's kappa" in shown
    assert "'2500 grams': judged incorrect, by hand correct" in shown


def test_the_command_fails_below_the_share_asked_for() -> None:
    assert main(["exact", "--least", "0.9"]) == 1


def test_a_model_that_gives_no_grade_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo"]) == 2
    assert "no verdict" in capsys.readouterr().err


def test_a_pair_without_a_grade_is_a_failure_of_the_judges_and_the_rest_is_measured(
    graders: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    right = '{"verdict": "correct"}'
    server = graders(right, "Well...", "Who knows?", right)
    assert main(["openai/grader", "--base-url", server.url]) == 0
    shown = capsys.readouterr().out
    assert "gave no grade to 1; agrees on" in shown
    assert f"of {len(pairs())} pairs" in shown
    assert "judged no grade, by hand" in shown


def test_no_grade_agrees_with_nothing() -> None:
    half = Agreement((*judged(("correct", "correct")).judged, Judged(pairs()[0], None, "?")))
    assert (half.share, half.graded.share) == (0.5, 1.0)
    assert sum(half.confusion().values()) == 2


def test_the_command_asks_a_real_endpoint_and_counts_its_cost(
    grader: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    url = grader('{"reason": "as told", "verdict": "incorrect"}')
    assert main(["openai/grader", "--base-url", url]) == 0
    assert "agrees on 29 of" in capsys.readouterr().out
