"""The address the agent ended on."""

import pytest
from judging import evidence

from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score
from pytest_vwa.evaluators.url_match import url_match


def scored(url: str, reference: str, **more: str) -> Score:
    args = {"reference_url": reference, **more}
    return url_match(evidence(last_url=url), Check(kind="url_match", args=args))


@pytest.mark.parametrize(
    ("url", "passes"),
    [
        ("http://127.0.0.1:9999/f/pics", True),
        ("http://127.0.0.1:9999/f/pics/", True),
        ("http://localhost:9999/f/pics", True),
        ("http://127.0.0.1:9999/f/pics#top", False),
        ("http://127.0.0.1:9999/f/pics/12", False),
        ("http://127.0.0.1:7770/f/pics", False),
    ],
)
def test_url_match_ignores_trailing_slash_and_localhost_name(url: str, passes: bool) -> None:
    assert scored(url, "__REDDIT__/f/pics").passed is passes


def test_url_match_accepts_part_with_gold_in_pred() -> None:
    url = "http://127.0.0.1:9999/f/pics/12?sort=new"
    assert scored(url, "__REDDIT__/f/pics", url_note="GOLD in PRED").passed
    assert not scored(url, "__REDDIT__/f/pics", url_note="EXACT").passed


def test_url_match_accepts_any_alternative() -> None:
    assert scored("http://127.0.0.1:9999/b", "__REDDIT__/a |OR| __REDDIT__/b").passed


def test_url_match_reason_uses_placeholders() -> None:
    assert scored("http://127.0.0.1:7770/cart", "__REDDIT__/f/pics").reason == (
        "address: expected '__REDDIT__/f/pics', got '__SHOPPING__/cart'"
    )
