"""The reference profile agrees with the published evaluators, case by case."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from judging import SHARED, LiteralJudge, StillPage, answers, evidence, target

from pytest_vwa.core.observation import Image
from pytest_vwa.core.site import Sites
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score
from pytest_vwa.defaults import built_in
from pytest_vwa.evaluators.pictures import similarity
from pytest_vwa.evaluators.program_html import program_html
from pytest_vwa.evaluators.string_match import string_match
from pytest_vwa.evaluators.url_match import url_match

FUNCTIONS = built_in().functions

GOLDEN = SHARED / "golden"
NO_SITES = Sites({})
pytestmark = pytest.mark.skipif(not GOLDEN.is_dir(), reason=f"no golden scores in {GOLDEN}")


@cache
def tasks(file: str) -> dict[int, dict[str, Any]]:
    entries = json.loads((SHARED / "data" / file).read_text())
    return {entry["task_id"]: entry for entry in entries}


def cases(name: str) -> Iterator[dict[str, Any]]:
    with (GOLDEN / name).open() as lines:
        yield from map(json.loads, lines)


def judged_string(case: dict[str, Any]) -> Score:
    criteria = tasks(case["file"])[case["task_id"]][case["key"]]
    check = answers(note=criteria.get("string_note") or "", **criteria["reference_answers"])
    return string_match(evidence(case["pred"], judge=LiteralJudge(), sites=NO_SITES), check)


def judged_url(case: dict[str, Any]) -> Score:
    criteria = tasks(case["file"])[case["task_id"]]["eval"]
    args = {name: criteria[name] for name in ("reference_url", "url_note") if name in criteria}
    seen = evidence(last_url=case["url"], sites=NO_SITES)
    return url_match(seen, Check(kind="url_match", args=args))


def judged_contents(case: dict[str, Any]) -> Score:
    page = StillPage(values={"document.it": case["extracted"]})
    seen = evidence(page=page, judge=LiteralJudge(), sites=NO_SITES)
    return program_html(FUNCTIONS)(seen, target(case["required_contents"], "document.it"))


@pytest.mark.parametrize(
    ("name", "judge", "count"),
    [
        ("string_match.jsonl", judged_string, 11_640),
        ("url_match.jsonl", judged_url, 3_962),
        ("required_contents.jsonl", judged_contents, 3_339),
    ],
)
def test_evaluators_score_golden_cases_as_published(
    name: str, judge: Callable[[dict[str, Any]], Score], count: int
) -> None:
    read = list(cases(name))
    scored = [(case, judge(case)) for case in read]
    different = [
        f"{score.value} instead of {case['score']} ({score.reason}): {case}"
        for case, score in scored
        if score.value != case["score"]
    ]
    assert different == []
    assert len(read) == count


def test_ssim_agrees_with_golden_scores() -> None:
    folder = GOLDEN / "images"
    pairs = json.loads((folder / "ssim.json").read_text())
    for pair in pairs:
        one, other = (Image((folder / pair[name]).read_bytes(), "image/png") for name in ("a", "b"))
        assert similarity(one, other) == pytest.approx(pair["ssim"], abs=1e-6), pair
    assert len(pairs) == 78
    assert {pair[name] for pair in pairs for name in ("a", "b")} == {
        path.name for path in folder.glob("*.png")
    }


def test_golden_folder_has_only_tested_files() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {
        "README.md",
        "string_match.jsonl",
        "url_match.jsonl",
        "required_contents.jsonl",
        "images",
        "actions.json",
    }
