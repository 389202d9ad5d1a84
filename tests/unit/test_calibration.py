"""The hand-graded set that judges are held against, and what the command says of a judge."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from pytest_vwa.evaluators.calibrate import main
from pytest_vwa.evaluators.calibration import Agreement, Judged, Pair, exact, measure, pairs
from pytest_vwa.evaluators.grading import GRADES, Grade


def test_calibration_set_has_60_pairs_and_every_grade() -> None:
    assert len({(each.question, each.reference, each.answer) for each in pairs()}) >= 60
    assert Counter(each.grade for each in pairs()).keys() == set(GRADES)
    assert len({each.kind for each in pairs()}) >= 12


def test_calibration_perfect_judge_has_kappa_one() -> None:
    agreement = measure(lambda pair: Judged(pair, pair.grade))
    assert (agreement.share, agreement.kappa) == (1.0, 1.0)


def test_calibration_constant_judge_has_kappa_zero() -> None:
    agreement = measure(lambda pair: Judged(pair, "correct"))
    assert agreement.kappa == pytest.approx(0.0, abs=1e-9)


def judged(*grades: tuple[Grade, Grade]) -> Agreement:
    return Agreement(
        tuple(
            Judged(Pair(kind="k", question="q", reference="r", answer="a", grade=hand, why=""), it)
            for hand, it in grades
        )
    )


def test_calibration_kappa_matches_worked_example() -> None:
    """The worked example of two raters with 20, 5, 10 and 15 of 50: 0.7 agreed, 0.5 by chance."""
    both = [("correct", "correct")] * 20 + [("incorrect", "incorrect")] * 15
    apart = [("correct", "incorrect")] * 5 + [("incorrect", "correct")] * 10
    agreement = judged(*both, *apart)
    assert agreement.kappa == pytest.approx(0.4)
    low, high = agreement.kappa_interval
    assert (low, high) == pytest.approx((0.146, 0.654), abs=1e-3)


def test_calibration_exact_match_is_a_weak_baseline() -> None:
    agreement = measure(exact)
    assert 0.3 < agreement.share < 0.7
    assert agreement.confusion()["incorrect", "correct"] == 0


def test_calibrate_prints_agreement_and_disagreements(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["exact"]) == 0
    shown = capsys.readouterr().out
    assert "exact: agrees on" in shown
    assert "Cohen's kappa" in shown
    assert "'2500 grams': judged incorrect, by hand correct" in shown


def test_calibrate_fails_below_least_share() -> None:
    assert main(["exact", "--least", "0.9"]) == 1


def test_calibrate_exits_2_for_model_without_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo"]) == 2
    assert "no verdict" in capsys.readouterr().err


def test_calibrate_counts_ungraded_pair_and_goes_on(
    graders: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    right = '{"verdict": "correct"}'
    server = graders(right, "Well...", "Who knows?", right)
    assert main(["openai/grader", "--base-url", server.url]) == 0
    shown = capsys.readouterr().out
    assert "gave no grade to 1; agrees on" in shown
    assert f"of {len(pairs())} pairs" in shown
    assert "judged no grade, by hand" in shown


def test_agreement_counts_missing_grade_as_disagreement() -> None:
    half = Agreement((*judged(("correct", "correct")).judged, Judged(pairs()[0], None, "?")))
    assert (half.share, half.graded.share) == (0.5, 1.0)
    assert sum(half.confusion().values()) == 2


def test_calibrate_measures_a_model_behind_base_url(
    grader: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    url = grader('{"reason": "as told", "verdict": "incorrect"}')
    assert main(["openai/grader", "--base-url", url]) == 0
    assert "agrees on 29 of" in capsys.readouterr().out
