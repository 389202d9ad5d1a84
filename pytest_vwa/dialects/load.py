"""A task file, whatever its format and dialect, as tasks."""

import json
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Protocol

from pydantic import ValidationError

from pytest_vwa.core.errors import TaskFileError
from pytest_vwa.core.task import Task

from . import videowebarena, webarena
from .wire import Origin


class Dialect(Protocol):
    """How one benchmark writes its tasks."""

    def reads(self, entry: Mapping[str, Any]) -> bool: ...

    def task(self, entry: Mapping[str, Any], origin: Origin) -> Task: ...


DIALECTS: tuple[Dialect, ...] = (videowebarena, webarena)


def load(path: Path, check_kinds: Collection[str]) -> tuple[Task, ...]:
    """All tasks of a file; raises TaskFileError naming file, task and field."""
    entries = _entries(path)
    origin = Origin(path, frozenset(check_kinds))
    tasks = tuple(_task(origin, entry, index) for index, entry in enumerate(entries))
    for name, count in Counter(task.name for task in tasks).items():
        if count > 1:
            raise TaskFileError(f"{path}: {count} tasks are named {name}: give each its own task_id")
    return tasks


def _entries(path: Path) -> list[Any]:
    found = _parse(path)
    entries = found if isinstance(found, list) else [found]
    if not entries:
        raise TaskFileError(f"{path}: holds no tasks; expected a task or a list of tasks")
    return entries


def _parse(path: Path) -> Any:
    try:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".json":
            return json.loads(text)
        import yaml

        try:
            return yaml.safe_load(text)
        except yaml.YAMLError as error:
            raise TaskFileError(f"{path}: not valid YAML: {error}") from error
    except UnicodeDecodeError as error:
        raise TaskFileError(f"{path}: not UTF-8 text: {error}") from error
    except json.JSONDecodeError as error:
        raise TaskFileError(
            f"{path}:{error.lineno}:{error.colno}: not valid JSON: {error.msg}"
        ) from error


def _task(origin: Origin, entry: Any, index: int) -> Task:
    path = origin.path
    if not isinstance(entry, dict):
        raise TaskFileError(
            f"{path}: entry {index + 1} is a {type(entry).__name__}; expected a task (an object)"
        )
    where = f"{path}: task {entry.get('task_id', f'number {index + 1} (it has no task_id)')}"
    dialect = next((d for d in DIALECTS if d.reads(entry)), webarena)
    try:
        return dialect.task(entry, origin)
    except ValidationError as error:
        raise TaskFileError(f"{where}: {_in_words(error)}") from error
    except TaskFileError as error:
        raise TaskFileError(f"{where}: {error}") from error


def _in_words(error: ValidationError) -> str:
    return "; ".join(
        f"field {'.'.join(map(str, e['loc']))}: "
        + ("missing" if e["type"] == "missing" else f"{e['msg']}, got {e['input']!r:.80}")
        for e in error.errors()
    )
