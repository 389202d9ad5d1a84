"""The data files of the sites."""

from pathlib import Path
from typing import Any

import yaml

_LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The one in C is ten times as fast, where PyYAML was built with it."""


def load(path: Path) -> Any:
    """What the YAML file at ``path`` holds: lists, mappings, texts and numbers only."""
    return read(path.read_bytes())


def read(text: bytes | str) -> Any:
    """What the YAML holds."""
    return yaml.load(text, Loader=_LOADER)
