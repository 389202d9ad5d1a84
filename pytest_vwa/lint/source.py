"""Task files as cases: every task that can be read, and a finding for each that cannot."""

import json
import re
from collections.abc import Collection, Sequence
from pathlib import Path

from pytest_vwa.core.errors import TaskFileError
from pytest_vwa.core.site import SITE_NAMES
from pytest_vwa.core.task import Task
from pytest_vwa.dialects import load
from pytest_vwa.dialects.overlay import Overlay
from pytest_vwa.dialects.wire import Origin


def tasks(
    path: Path,
    kinds: Collection[str],
    overlays: Sequence[Overlay] = (),
    sites: tuple[str, ...] = SITE_NAMES,
) -> tuple[tuple[str, Task | TaskFileError], ...]:
    """The key of each entry of a file and what the entry is; raises TaskFileError when the file
    itself cannot be read."""
    origin = Origin(path, frozenset(kinds), sites)
    entries, labels = load.mended(load.read(path), origin, overlays)
    return tuple(
        (key(path, entry), _task(origin, entry, index, labels.get(index, ())))
        for index, entry in enumerate(entries)
    )


def key(path: Path, entry: object = None) -> str:
    """The key of an entry; of the file when there is no telling which task the entry is."""
    task_id = entry.get("task_id", "") if isinstance(entry, dict) else ""
    return Origin(path, frozenset()).key(str(task_id))


def _task(
    origin: Origin, entry: object, index: int, mended_by: tuple[str, ...]
) -> Task | TaskFileError:
    try:
        return load.task(origin, entry, index, mended_by)
    except TaskFileError as error:
        return error


def lines(path: Path) -> tuple[int, ...]:
    """The line on which each entry of a readable file begins, counted from 1."""
    text = path.read_text(encoding="utf-8-sig")
    return _of_json(text) if path.suffix == ".json" else _of_yaml(text)


_BETWEEN = re.compile(r"[\s,]*")


def _of_json(text: str) -> tuple[int, ...]:
    start = len(text) - len(text.lstrip())
    if not text.startswith("[", start):
        return (text.count("\n", 0, start) + 1,)
    decoder, found = json.JSONDecoder(), list[int]()
    line, counted, position = 1, 0, start + 1
    while not text.startswith("]", position := _past(text, position)):
        line, counted = line + text.count("\n", counted, position), position
        found.append(line)
        _, position = decoder.raw_decode(text, position)
    return tuple(found)


def _past(text: str, position: int) -> int:
    """The first place that is neither blank nor comma."""
    between = _BETWEEN.match(text, position)
    return between.end() if between else position


def _of_yaml(text: str) -> tuple[int, ...]:
    import yaml

    node = yaml.compose(text, Loader=yaml.SafeLoader)
    entries = node.value if isinstance(node, yaml.SequenceNode) else [node]
    marks = [entry.start_mark for entry in entries if entry is not None]
    return tuple(mark.line + 1 for mark in marks if mark is not None)
