"""A verdict is all checks together, and an evaluator that breaks is no lost task."""

import pytest
from judging import evidence

from pytest_vwa.core.errors import Broken, SiteError
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import PROFILES, Outcome, Profile, Score, Verdict, Verdicts
from pytest_vwa.defaults import built_in
from pytest_vwa.registry import Registry
from pytest_vwa.scoring import judge, score

WON, LOST, ODD, DOWN = (Check(kind) for kind in ("won", "lost", "odd", "down"))


def won(evidence: Evidence, check: Check) -> Score:
    return Score(1.0)


def lost(evidence: Evidence, check: Check) -> Score:
    return Score(0.0, "expected a, got b")


def odd(evidence: Evidence, check: Check) -> Score:
    raise ZeroDivisionError("division by zero")


def down(evidence: Evidence, check: Check) -> Score:
    raise SiteError("the shop answered 503")


EVALUATORS = {"won": won, "lost": lost, "odd": odd, "down": down}


def test_score_fails_with_reason_of_failed_check() -> None:
    verdict = score([WON, LOST, WON], evidence(), EVALUATORS)
    assert (verdict.outcome, verdict.value) == (Outcome.FAILED, 0.0)
    assert verdict.reason == "expected a, got b"
    assert [found.value for _, found in verdict.scores] == [1.0, 0.0, 1.0]


def test_score_passes_without_reason_when_all_checks_pass() -> None:
    verdict = score([WON, WON], evidence(), EVALUATORS)
    assert (verdict.outcome, verdict.reason) == (Outcome.PASSED, "")


def test_score_without_checks_fails() -> None:
    assert score([], evidence(), EVALUATORS).outcome is Outcome.FAILED


def test_score_names_evaluator_that_raises() -> None:
    with pytest.raises(Broken, match="the evaluator of odd raised ZeroDivisionError"):
        score([LOST, ODD], evidence(), EVALUATORS)


def test_score_keeps_site_error_of_evaluator() -> None:
    with pytest.raises(SiteError, match="503"):
        score([DOWN], evidence(), EVALUATORS)


@pytest.fixture
def registry() -> Registry:
    """``lost`` is lost under both profiles, ``won`` under strict; ``odd`` breaks there."""
    registry = Registry()
    for kind, evaluator in {"won": won, "lost": lost, "odd": won}.items():
        registry.evaluators.add(kind, evaluator)
    registry.strict.add("won", lost)
    registry.strict.add("odd", odd)
    return registry


def outcomes(verdicts: Verdicts) -> dict[str, str]:
    return {
        profile: verdict.outcome if isinstance(verdict, Verdict) else str(verdict)
        for profile, verdict in verdicts.items()
    }


@pytest.mark.parametrize("deciding", PROFILES)
def test_judge_scores_run_under_both_profiles(registry: Registry, deciding: Profile) -> None:
    verdicts = judge([WON], evidence(), registry, deciding)
    assert next(iter(verdicts)) == deciding
    assert outcomes(verdicts) == {"reference": "passed", "strict": "failed"}


def test_custom_evaluator_replaces_built_in_in_both_profiles(
    registry: Registry,
) -> None:
    registry.evaluators.add("won", won)
    both = {"reference": "passed", "strict": "passed"}
    assert outcomes(judge([WON], evidence(), registry, "strict")) == both


def test_custom_evaluator_removes_strict_variant_of_built_in() -> None:
    registry = built_in()
    for kind in registry.evaluators:
        registry.evaluators.add(kind, lost)
        assert registry.profile("strict")[kind] is registry.profile("reference")[kind] is lost


def test_evaluator_without_strict_variant_serves_both_profiles(registry: Registry) -> None:
    both = {"reference": "failed", "strict": "failed"}
    assert outcomes(judge([LOST], evidence(), registry, "reference")) == both


def test_judge_error_in_other_profile_keeps_outcome(
    registry: Registry,
) -> None:
    assert outcomes(judge([ODD], evidence(), registry, "reference")) == {
        "reference": "passed",
        "strict": "the evaluator of odd raised ZeroDivisionError: division by zero",
    }
    with pytest.raises(Broken, match="ZeroDivisionError"):
        judge([ODD], evidence(), registry, "strict")
