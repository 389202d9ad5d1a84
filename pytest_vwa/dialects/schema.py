"""The shape of task files as a JSON schema, for editors: ``python -m pytest_vwa.dialects.schema``.

It is made from the types that task files are read with, so both allow the same.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from pytest_vwa.core.site import SITE_NAMES
from pytest_vwa.core.taxonomy import BENCHMARKS, DIFFICULTIES

from .wire import URL_NOTES, Entry

FILE = Path(__file__).with_name("tasks.schema.json")
"""The same, written down: editors open files."""

KINDS = ("string_match", "url_match", "program_html", "page_image_query")

ABOUT = {
    "task_id": "A number or a name, unique in its file.",
    "sites": "The sites the task needs; the test carries a marker for each.",
    "intent": "What the agent is told to do, in one or two sentences.",
    "start_url": "Where it starts, such as __SHOPPING__; several are joined by ' |AND| '.",
    "eval": "What counts as done.",
    "changes_sites": "Whether the task leaves a trace, and so needs its sites for itself "
    "(default: as its checks and its intent tell).",
    "require_login": "Log in to the sites first (default: true).",
    "overall_difficulty": "Of the task, with the video known.",
    "intermediate_difficulty": "Of the question about the video.",
    "viewport_size": "Size of the page in CSS pixels.",
    "image": "Pictures that belong to the intent.",
    "files": "What the agent may upload: files beside this one or in a folder below it.",
    "benchmark": "The benchmark's marker; by default what the shape of the entry tells.",
    "reference_actions": "A solution for --agent=reference; the last action is stop [answer].",
    "free_pass": "Why an agent that does nothing may pass this task.",
    "video": "Name of the tutorial video, without its ending.",
    "intermediate_intent": "The question about the video. It makes the task a factual one.",
    "intermediate_eval": "How the answer to the question is judged.",
    "visual_perception": "The needed fact is seen, not said.",
    "audio_perception": "The needed fact is said, not seen.",
    "full_video_understanding": "Facts from several places of the video are needed together.",
    "temporal_reasoning": "It matters what comes first, last, before or after.",
    "visual_reasoning": "As published: visual_perception.",
    "audio_reasoning": "As published: audio_perception.",
    "multihop_reasoning": "As published: full_video_understanding.",
    "intent_template_id": "Tasks of one template are variations of each other.",
    "eval_types": "Kinds of check; all must hold.",
    "reference_answers": "What the agent's answer must be or hold.",
    "reference_url": "The last address; alternatives are joined by ' |OR| '.",
    "url_note": "EXACT, or GOLD in PRED: the last address begins so and has these parameters.",
    "program_html": "Pages to look at afterwards, and what they must hold.",
    "page_image_query": "Pictures to look at afterwards.",
    "reference_answer_raw_annotation": "The answer as a person would give it.",
    "url": "An address, 'last', or func:NAME(...).",
    "locator": "JavaScript whose value is looked at, or func:NAME(...); '' for the whole page.",
    "required_contents": "What must be found there.",
    "exact_match": "The whole text.",
    "must_include": "All of these are in it; alternatives are joined by ' |OR| '.",
    "must_exclude": "None of these is in it.",
    "one_of": "It is one of these.",
    "required_values": "Numbers that are compared, such as '>= 3'.",
    "fuzzy_match": "A judge model finds it the same; 'N/A' where the task cannot be done.",
}


def schema() -> dict[str, Any]:
    """A task or a list of tasks."""
    _, shapes = msgspec.json.schema_components([Entry], ref_template="#/$defs/{name}")
    _narrow(shapes)
    for shape in shapes.values():
        for name, field in shape["properties"].items():
            if name in ABOUT:
                field["description"] = ABOUT[name]
    task = {"$ref": "#/$defs/Entry"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tasks for web agents",
        "oneOf": [{"type": "array", "items": task, "minItems": 1}, task],
        "$defs": shapes,
    }


def _narrow(shapes: dict[str, Any]) -> None:
    """What the types leave open and reading does not."""
    entry, criteria = (shapes[name]["properties"] for name in ("Entry", "Eval"))
    entry["sites"]["items"] = {"enum": list(SITE_NAMES)}
    entry["benchmark"]["examples"] = list(BENCHMARKS)
    for name in ("overall_difficulty", "intermediate_difficulty"):
        entry[name] = {"enum": [*DIFFICULTIES, None]}
    criteria["url_note"] = {"enum": [*URL_NOTES, "", None]}
    # Users register further kinds; these are offered.
    criteria["eval_types"]["examples"] = [[kind] for kind in KINDS]


def text() -> str:
    """As it stands in ``FILE``."""
    return json.dumps(schema(), indent=2) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
