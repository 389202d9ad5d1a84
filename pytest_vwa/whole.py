"""Files that are there whole or not at all."""

import os
from pathlib import Path

_BLOCK = 1 << 16
"""Bytes that are written at once: many lines."""


def write_whole(path: Path, *content: bytes) -> None:
    """The pieces of it one behind the other. The folder is made where it is missing; what stood
    there before stays until the end. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with unfinished.open("wb", buffering=_BLOCK) as file:
            file.writelines(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
