"""Does a file look like tasks? Asked of every JSON and YAML file that pytest passes by, so it
reads one small piece and imports nothing."""

import re
from pathlib import Path

SUFFIXES = frozenset({".json", ".yaml", ".yml"})
_KEYS = re.compile(
    rb"""["']?\b(intent|task_id|sites|start_url|eval|eval_types|intermediate_intent)["']?\s*:"""
)
_HEAD_BYTES = 4096
_RECORD = re.compile(rb'"nodeid"\s*:')
"""What was run has some of the same keys: a folder of Allure's results may lie among the tasks."""
_SCHEMA = ".schema.json"
"""How files end that say what tasks look like, with the same keys."""


def looks_like_tasks(path: Path) -> bool:
    """True when the first 4 KiB hold two of the keys that tasks have. One alone is in many a file:
    ``start_url`` in every web manifest, ``intent`` in training data of chat bots."""
    if path.suffix not in SUFFIXES or path.name.endswith(_SCHEMA):
        return False
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
            return len(set(_KEYS.findall(head))) > 1 and not _RECORD.search(head)
    except OSError:
        return False
