"""What is wrong with a check, told before anything is spent."""

import json

import msgspec
import pytest
from judging import SHARED, answers, target

from pytest_vwa.core.task import Check
from pytest_vwa.defaults import built_in
from pytest_vwa.dialects import wire
from pytest_vwa.evaluators.problems import problem

FUNCTIONS = built_in().functions

DATA = SHARED / "data"


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (answers(must_inclde=["a"]), "reference_answers.must_inclde is unknown; did you mean"),
        (answers(must_include="a"), "reference_answers.must_include 'a'; expected a list"),
        (answers(), "any answer would pass"),
        (
            Check(kind="url_match", args={"reference_url": "x", "url_note": ""}),
            "url_note ''; known: EXACT, GOLD in PRED",
        ),
        (target({"must_includ": ["a"]}), "program_html[].required_contents.must_includ is unknown"),
        (target({}), "any page would pass"),
        (target({"required_values": ["= 2"]}), "'= 2' is no comparison"),
        (target({"must_include": ["a"]}, "body"), "program_html[].locator 'body'; known: empty"),
        (
            target({"must_include": ["a"]}, "func:get_query_txt(__page__, 'p')"),
            "calls unknown function 'get_query_txt'; did you mean 'get_query_text'?",
        ),
        (
            target({"must_include": ["a"]}, "func:get_query_text(__page__)"),
            "missing a required argument: 'selector'",
        ),
        (
            target({"must_include": ["a"]}, url="func:get_query_text(__page__, 'p')"),
            "no page is open yet",
        ),
        (
            Check(kind="page_image_query", args={"queries": [{"eval_image_url": "last"}]}),
            "page_image_query[0] has neither",
        ),
    ],
)
def test_check_problem_names_field_and_remedy(check: Check, words: str) -> None:
    assert words in (problem(check, FUNCTIONS) or "")


def test_check_problem_accepts_custom_kind() -> None:
    assert problem(Check(kind="mine", args={"anything": 1}), FUNCTIONS) is None


@pytest.mark.skipif(not DATA.is_dir(), reason=f"no published task files in {DATA}")
def test_check_problem_accepts_all_but_three_published() -> None:
    found = {}
    for path in sorted(DATA.rglob("*.json")):
        for task in json.loads(path.read_text()):
            for key in ("eval", "intermediate_eval"):
                criteria = msgspec.convert(task.get(key) or {}, wire.Eval)
                for check in wire.checks(criteria, task.get(key)):
                    if flaw := problem(check, FUNCTIONS):
                        found[path.parent.name, path.stem, task["task_id"]] = flaw.split()[0]
    assert found == {
        ("videowa", "test_reddit.raw", 49): "url_note",
        ("videowa", "test_shopping.raw", 43): "reference_answers",
        ("vwa", "test_reddit.raw", 28): "page_image_query[0].eval_fuzzy_image_match",
    }
