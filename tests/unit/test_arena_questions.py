"""The questions of the arena's tasks: answers are right, and no intent gives them away."""

import json
from pathlib import Path
from typing import Any

from pytest_vwa.evaluators.rules import includes

TASKS = Path(__file__).parents[2] / "tasks" / "arena"
ENTRIES: list[dict[str, Any]] = [
    entry for path in sorted(TASKS.glob("*.json")) for entry in json.loads(path.read_text())
]
FACTUAL = [entry for entry in ENTRIES if "intermediate_eval" in entry]


def name(entry: dict[str, Any]) -> str:
    return "-".join([*entry["sites"], str(entry["task_id"])])


def matches_its_rules(entry: dict[str, Any]) -> bool:
    wanted = entry["intermediate_eval"]["reference_answers"]
    right = entry["intermediate_eval"]["reference_answer_raw_annotation"].lower()
    return (
        not any(includes(each, right) for each in wanted["must_include"])
        and all(includes(each, right) for each in wanted["must_exclude"])
        and len(wanted["must_exclude"]) > 3
    )


def reveals_answer(text: str, entry: dict[str, Any]) -> bool:
    """Whether the text includes all that the answer to the task's question must include."""
    wanted = entry["intermediate_eval"]["reference_answers"]["must_include"]
    return not any(includes(each, text.lower()) for each in wanted)


def test_question_reference_answers_match_their_own_rules() -> None:
    assert len(FACTUAL) > 90
    assert [name(entry) for entry in FACTUAL if not matches_its_rules(entry)] == []


def test_intents_do_not_reveal_question_answers() -> None:
    texts = [
        (entry["sites"], text)
        for entry in ENTRIES
        for text in (entry["intent"], entry.get("intermediate_intent", ""))
    ]
    assert [
        (name(entry), text)
        for entry in FACTUAL
        for sites, text in texts
        if sites == entry["sites"] and reveals_answer(text, entry)
    ] == []
