"""What a page holds."""

from typing import Any

import pytest
from judging import LiteralJudge, StillPage, evidence, target

from pytest_vwa.core.errors import JudgeError
from pytest_vwa.core.ports import Evidence, View
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score
from pytest_vwa.evaluators.judge import needs_judge
from pytest_vwa.evaluators.program_html import program_html
from pytest_vwa.evaluators.strict.program_html import program_html as strict_program_html

TITLE = "document.title"


def count(evidence: Evidence, page: View) -> int:
    return len(page.html())


def post(evidence: Evidence, url: str) -> str:
    return f"{url}/post"


def scored(check: Check, **page: Any) -> Score:
    seen = evidence(
        page=StillPage(**page), last_url="http://127.0.0.1:9999/f", judge=LiteralJudge()
    )
    return program_html({"count": count, "post": post})(seen, check)


def test_program_html_empty_locator_reads_page() -> None:
    assert scored(target({"must_include": ["hello"]}), source="<p>hello</p>").passed


def test_program_html_script_locator_reads_part() -> None:
    assert scored(target({"exact_match": "Pics"}, TITLE), values={TITLE: "pics"}).passed


def test_program_html_throwing_script_reads_nothing() -> None:
    assert not scored(target({"must_include": ["a"]}, TITLE)).passed
    assert scored(target({"must_exclude": ["a"]}, TITLE)).passed


def test_program_html_ignores_failing_prep_action() -> None:
    check = target({"exact_match": "a"}, TITLE)
    prepared = Check(kind=check.kind, args={**check.args, "prep_actions": ["throws"]})
    assert scored(prepared, values={TITLE: "a"}).passed


def test_program_html_function_locator_reads_number() -> None:
    check = target({"required_values": ["== 5"]}, "func:count(__page__)")
    assert scored(check, source="12345").passed


@pytest.mark.parametrize(
    ("found", "wanted", "passes"),
    [
        ("700", "< 700", True),
        ("1,200", ">= 12", True),
        (" 12 ", "== 12", True),
        ("12.5", "> 1", False),
        ("", "> 1", False),
        ("3", "== 1 |OR| == 3", True),
    ],
)
def test_program_html_required_values_compare_integers(
    found: str, wanted: str, passes: bool
) -> None:
    check = target({"required_values": [wanted]}, TITLE)
    assert scored(check, values={TITLE: found}).passed is passes


def test_program_html_ignores_must_exclude_with_must_include() -> None:
    check = target({"must_exclude": ["b"], "must_include": ["a"]}, TITLE)
    assert scored(check, values={TITLE: "a b"}).passed


def test_program_html_fuzzy_match_uses_judge() -> None:
    check = target({"fuzzy_match": "flying"}, TITLE)
    assert needs_judge(check)
    assert scored(check, values={TITLE: "The spider is flying."}).passed


def test_program_html_within_words_matches_part_of_word() -> None:
    check = target({"must_include": ["0"]}, TITLE)
    within = Check(check.kind, {**check.args, "within_words": True})
    assert scored(within, values={TITLE: "10"}).passed
    assert not scored(check, values={TITLE: "10"}).passed


def test_program_html_fuzzy_match_among_rules_needs_judge() -> None:
    wanted = {"must_include": ["a"], "fuzzy_match": "flying"}
    check = target(wanted, TITLE)
    seen = evidence(page=StillPage(values={TITLE: "a"}))
    assert needs_judge(check)
    assert program_html({})(seen, check).passed
    with pytest.raises(JudgeError, match="--vwa-judge-model"):
        strict_program_html({})(seen, check)
    assert not needs_judge(target({"must_include": ["a"]}))


def test_program_html_url_may_be_computed_from_last_url() -> None:
    check = target({"must_include": ["x"]}, url="func:post('__last_url__')")
    assert scored(check, source="y").reason == (
        "page __REDDIT__/f/post: expected to include 'x', got 'y'"
    )


def test_program_html_unknown_function_suggests_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean 'count'"):
        scored(target({"must_include": ["x"]}, "func:cuont(__page__)"))
