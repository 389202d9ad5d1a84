import json
import re

import pytest
from records import record

from pytest_vwa.core.errors import Broken
from pytest_vwa.reporting.allure_folder import categories, facts, properties


def matching(status: str, message: str) -> list[str]:
    """As the generator does: the whole message must match."""
    return [
        each["name"]
        for each in categories()
        if status in each["matchedStatuses"] and re.fullmatch(each["messageRegex"], message)
    ]


@pytest.mark.parametrize(
    ("status", "message", "name"),
    [
        ("failed", "Failed: answer: not\n'red' (30 steps; ended by step limit, r)",
         "Lost: step limit"),
        ("failed", "Failed: answer: expected\n'red'", "Lost: not as the task asks"),
        ("broken", "pytest_vwa.core.errors.SiteError: shop: no answer\nat all", "Broken: site"),
        ("broken", "ValueError: a defect\nof the harness", "Broken: harness"),
        ("skipped", "Skipped: no video", "Skipped: something is not here"),
    ],
)  # fmt: skip
def test_allure_categories_match_each_run_once(status: str, message: str, name: str) -> None:
    assert matching(status, message) == [name]


def test_allure_categories_cover_every_error() -> None:
    for error in Broken.__subclasses__():
        assert matching("broken", f"{error.__name__}: why") == [f"Broken: {error.kind}"]
    assert json.dumps(categories())


def test_allure_properties_use_java_escapes() -> None:
    told = properties([("scoring profile", "strict"), ("agent", "Zoë \\ 😀\nx")])
    assert told == b"scoring_profile=strict\nagent=Zo\\u00eb \\\\ \\ud83d\\ude00 x\n"


def test_allure_environment_names_agent_model_and_versions() -> None:
    told = dict(facts(record(versions={"pytest-vwa": "1.0"})))
    assert told["agent"] == "mine"
    assert told["model"] == "some-model"
    assert told["pytest-vwa"] == "1.0"
