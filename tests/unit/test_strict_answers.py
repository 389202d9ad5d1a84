"""Answers under the profile ``strict``."""

from dataclasses import dataclass, field

import pytest
from judging import LiteralJudge, answers, evidence

from pytest_vwa.core.observation import Image
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score
from pytest_vwa.evaluators.strict.string_match import string_match


def scored(answer: str, check: Check) -> Score:
    return string_match(evidence(answer, judge=LiteralJudge()), check)


@dataclass
class Lenient:
    """A judge that lets everything pass, and remembers what it was told."""

    heard: list[tuple[str, str, str]] = field(default_factory=list)

    def matches(self, answer: str, reference: str, question: str) -> Score:
        self.heard.append((answer, reference, question))
        return Score(1.0)

    def explains(self, answer: str, reason: str, question: str) -> Score:
        return self.matches(answer, reason, question)

    def sees(self, image: Image, question: str) -> str:
        return ""


@pytest.mark.parametrize(
    ("wanted", "answer", "passes"),
    [
        ("25000", "It is 25000. I am done now.", True),
        ("25000", "It is 125000.", False),
        ("cat", "a category", False),
        ("Sam Mendes", "the Sam Mendesian style", False),
        ("Carnegie Mellon", "Carnegie\u00a0Mellon", True),
        ("I\u2019ve found it", "I've found it", True),
        ("$1,299.00", "It costs 1299 dollars.", True),
        ("1299", "It costs $1,299.00.", True),
        ("3 hours", "3 days", False),
        ("3 hours", "It takes 3 h.", True),
        ("9/30/23", "on September 30, 2023", True),
        ("10-2022", "in October 2022", True),
        ("2", "2.5", False),
        ("2", "12/2/2022", False),
        ("playstation 4 |or| ps4", "the PS4", True),
        ("Sneaker |OR| Shoe", "a red shoe", True),
    ],
)
def test_strict_must_include_matches_words_and_values(
    wanted: str, answer: str, passes: bool
) -> None:
    assert scored(answer, answers(must_include=[wanted])).passed is passes


@pytest.mark.parametrize(
    ("wanted", "answer", "passes"),
    [
        ("Sam Mendes", " **Sam Mendes**. ", True),
        ("Sam Mendes", "It is Sam Mendes", False),
        ("1.7km", "1.7 km", True),
        ("1.7km", "1,700 m", True),
        ("06516", "06516", True),
        ("06516", "6516", False),
        ("August 1993", "Aug 1993", True),
        ("August 1993", "Aug 5, 1993", False),
    ],
)
def test_strict_exact_match_compares_words_or_values(
    wanted: str, answer: str, passes: bool
) -> None:
    assert scored(answer, answers(exact_match=wanted)).passed is passes


def test_strict_must_exclude_matches_by_value() -> None:
    check = answers(must_exclude=["$80"])
    assert not scored("It is 80.00 dollars", check).passed
    assert scored("It is 80 miles, or 180 dollars", check).passed


def test_strict_one_of_matches_separate_words_only() -> None:
    check = answers(one_of=["round", "circle"])
    assert scored("It is round.", check).passed
    assert not scored("It is on the ground", check).passed


@pytest.mark.parametrize(
    ("answer", "passes"), [("700", False), ("699.99", True), ("$1,299", False), ("none", False)]
)
def test_strict_required_values_bound_is_exclusive(answer: str, passes: bool) -> None:
    assert scored(answer, answers(required_values=["< 700"])).passed is passes


@pytest.mark.parametrize("answer", ["N/A", "n/a.", " **N/A** "])
def test_strict_na_answer_passes_only_impossible_task(answer: str) -> None:
    judge = Lenient()
    impossible = answers(fuzzy_match="N/A", note="there is no such forum")
    assert string_match(evidence(answer), impossible).passed
    for possible in (answers(fuzzy_match=["2 minutes"]), answers(must_include=["A"])):
        lost = string_match(evidence(answer, judge=judge), possible)
        assert not lost.passed
        assert not judge.heard
    assert "only where a task cannot be done" in lost.reason


def test_strict_na_answer_passes_when_reference_is_na() -> None:
    assert scored("N/A", answers(must_include=["N/A"])).passed
    assert scored("N/A", answers(exact_match="N/A")).passed


def test_strict_judge_scores_reason_for_impossible_task() -> None:
    check = answers(fuzzy_match="N/A", note="there is no such forum")
    assert scored("It does not exist", check).passed
    assert not scored("done", check).passed


def test_strict_fuzzy_match_judges_by_question_or_intent() -> None:
    judge, check = Lenient(), answers(fuzzy_match=["a lamp"])
    string_match(evidence("x", judge=judge, intent="Buy it.", question="What is it?"), check)
    string_match(evidence("x", judge=judge, intent="Buy it."), check)
    assert [question for _, _, question in judge.heard] == ["What is it?", "Buy it."]


def test_strict_judge_receives_normalised_answer() -> None:
    judge = Lenient()
    string_match(evidence('"A Lamp"', judge=judge), answers(fuzzy_match=["a lamp"]))
    assert judge.heard[0][0] == "a lamp"


def test_strict_failed_answer_reason_shows_expected_and_found() -> None:
    assert scored("a category", answers(must_include=["cat"])).reason == (
        "answer: expected to include 'cat', got 'a category'"
    )
