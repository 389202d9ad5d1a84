"""The answer against reference answers."""

import pytest
from judging import LiteralJudge, answers, evidence

from pytest_vwa.core.errors import JudgeError
from pytest_vwa.core.ports import Evaluator
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score
from pytest_vwa.evaluators.judge import needs_judge
from pytest_vwa.evaluators.strict.string_match import string_match as strict_string_match
from pytest_vwa.evaluators.string_match import string_match


def scored(answer: str, check: Check) -> Score:
    return string_match(evidence(answer, judge=LiteralJudge()), check)


@pytest.mark.parametrize(
    ("answer", "passes"),
    [("Sam Mendes", True), ('"sam mendes"', True), (" Sam Mendes", False), ("Sam", False)],
)
def test_exact_match_ignores_case_and_quotation_marks(answer: str, passes: bool) -> None:
    assert scored(answer, answers(exact_match="Sam Mendes")).passed is passes


@pytest.mark.parametrize("judged", [string_match, strict_string_match])
def test_string_match_resolves_site_placeholder_in_reference(
    judged: Evaluator,
) -> None:
    check = answers(must_include=["__SHOPPING__/kayak.html"])
    for answer, value in {"http://127.0.0.1:7770": 1.0, "http://127.0.0.1:9999": 0.0}.items():
        assert judged(evidence(f"It is {answer}/kayak.html"), check).value == value


def test_must_include_single_word_matches_separate_word_only() -> None:
    assert scored("there are 3 of them", answers(must_include=["3"])).passed
    assert not scored("there are 13 of them", answers(must_include=["3"])).passed


@pytest.mark.parametrize(
    ("answer", "wanted", "passes"),
    [
        ("there are 150 of them", ["50"], True),
        ("there are 150 of them", ["50", "0"], True),
        ("a Sneakers sale", ["boot |OR| sneaker"], True),
        ("there are 150 of them", ["0"], False),
        ("there are 0 of them", ["0"], True),
        ("there are 15 of them", ["50"], False),
    ],
)
def test_must_include_within_words_except_single_character(
    answer: str, wanted: list[str], passes: bool
) -> None:
    assert scored(answer, answers(must_include=wanted, within_words=True)).passed is passes
    if len(wanted) == 1:
        alone = scored(answer, answers(must_include=wanted)).passed
        assert alone is (passes and wanted == ["0"])


def test_strict_must_include_ignores_within_words() -> None:
    check = answers(must_include=["50"], within_words=True)
    assert not strict_string_match(evidence("there are 150 of them"), check).passed


def test_must_include_phrase_matches_within_words() -> None:
    assert scored("unsam mendesian", answers(must_include=["Sam Mendes"])).passed


def test_must_include_accepts_any_alternative() -> None:
    check = answers(must_include=["Sneaker |OR| Shoe"])
    assert scored("a red shoe", check).passed
    assert scored("a hat", check).reason == (
        "answer: expected to include 'Sneaker' or 'Shoe', got 'a hat'"
    )


def test_must_exclude_reason_names_excluded_text() -> None:
    score = scored("sold to AskReddit", answers(must_exclude=["AskReddit"]))
    assert score.reason == ("answer: expected not to include 'AskReddit', got 'sold to askreddit'")


def test_string_match_requires_all_criteria() -> None:
    check = answers(one_of=["circle", "round"], must_include=["1.04"])
    assert scored("a round 1.04", check).passed
    assert not scored("a square 1.04", check).passed
    assert not scored("a round 2", check).passed


def test_fuzzy_match_requires_every_reference() -> None:
    check = answers(fuzzy_match=["driving: 2min", "walking: 16min"])
    assert scored("Walking: 16min and driving: 2min", check).passed
    assert not scored("driving: 2min", check).passed


def test_string_match_failed_rule_skips_judge() -> None:
    check = answers(must_include=["Acadia"], fuzzy_match=["1h 23min"])
    assert not string_match(evidence("1h 23min"), check).passed


def test_fuzzy_match_impossible_task_accepts_na_or_reason() -> None:
    check = answers(fuzzy_match="N/A", note="there is no such forum")
    assert string_match(evidence("N/A"), check).passed
    assert scored("it does not exist", check).passed
    assert not scored("done", check).passed


def test_fuzzy_match_without_judge_is_judge_error() -> None:
    with pytest.raises(JudgeError, match="--vwa-judge-model"):
        string_match(evidence("2 min"), answers(fuzzy_match=["2 minutes"]))


def test_needs_judge_only_for_fuzzy_match() -> None:
    assert needs_judge(answers(fuzzy_match="N/A"))
    assert needs_judge(answers(fuzzy_match=["2 minutes"]))
    assert not needs_judge(answers(must_include=["2"]))
    assert not needs_judge(answers(fuzzy_match=[]))


def test_string_match_reason_shortens_long_answer() -> None:
    reason = scored("word " * 100, answers(must_include=["other"])).reason
    assert len(reason) < 200
    assert reason.endswith("…'")
