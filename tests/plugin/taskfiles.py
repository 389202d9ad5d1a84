"""Small tasks to write into files, changed as a test needs them."""

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., pytest.RunResult]

# Without a cache of pytest's own, and without the plugins that import most and say nothing here.
PLAIN = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:anyio")

# For tests that run in process in the fast tier, and in two workers in the full one.
TWO_WORKERS = pytest.param(("-n", "2"), marks=pytest.mark.full, id="n2")

TASK: dict[str, Any] = {
    "sites": ["classifieds"],
    "task_id": 3,
    "start_url": "__CLASSIFIEDS__",
    "intent": "Take me to the log-in page.",
    "video": "classifieds_find_and_compare",
    "eval": {
        "eval_types": ["url_match"],
        "reference_url": "__CLASSIFIEDS__/index.php?page=login",
        "url_note": "EXACT",
    },
    "require_login": False,
    "overall_difficulty": "easy",
    "benchmark": "arena",
}
QUESTION: dict[str, Any] = {
    "intermediate_intent": "Which colour is named?",
    "intermediate_eval": {
        "eval_types": ["string_match"],
        "reference_answers": {"must_include": ["red"]},
        "reference_answer_raw_annotation": "red",
    },
    "intermediate_difficulty": "hard",
    "temporal_reasoning": True,
}
