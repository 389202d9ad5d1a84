"""Does a file look like tasks? Asked of every JSON and YAML file that pytest passes by, so it
reads one small piece and imports nothing."""

import re
from pathlib import Path

SUFFIXES = frozenset({".json", ".yaml", ".yml"})
_KEYS = re.compile(
    rb"""["']?\b(?:intent|task_id|eval_types|intermediate_intent|start_url)["']?\s*:"""
)
_HEAD_BYTES = 4096


def looks_like_tasks(path: Path) -> bool:
    """True when the first 4 KiB hold a key that only task files have."""
    if path.suffix not in SUFFIXES:
        return False
    try:
        with path.open("rb") as file:
            return _KEYS.search(file.read(_HEAD_BYTES)) is not None
    except OSError:
        return False
