"""A task file, whatever its format and dialect, as tasks."""

import gc
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import msgspec

from pytest_vwa import plain_yaml
from pytest_vwa.core.errors import TaskFileError
from pytest_vwa.core.nesting import DEEPEST, TooDeep, names, shallow
from pytest_vwa.core.site import SITE_NAMES
from pytest_vwa.core.task import Task

from . import videowebarena, webarena
from .overlay import Overlay, mend
from .wire import Origin


class Dialect(Protocol):
    """How one benchmark writes its tasks."""

    def reads(self, entry: Mapping[str, Any]) -> bool: ...

    def task(self, entry: Mapping[str, Any], origin: Origin) -> Task: ...


_NAME = re.compile(rb'"\s*:')
DIALECTS: tuple[Dialect, ...] = (videowebarena, webarena)


def load(
    path: Path,
    check_kinds: Collection[str],
    overlays: Sequence[Overlay] = (),
    sites: tuple[str, ...] = SITE_NAMES,
) -> tuple[Task, ...]:
    """All tasks of a file, mended; raises TaskFileError naming file, task and field."""
    origin = Origin(path, frozenset(check_kinds), sites)
    with _garbage_kept():
        entries, labels = mended(read(path), origin, overlays)
        tasks = tuple(
            task(origin, entry, index, labels.get(index, ())) for index, entry in enumerate(entries)
        )
    for name, count in Counter(task.name for task in tasks).items():
        if count > 1:
            raise TaskFileError(f"{path}: {count} tasks named {name}: give each its own task_id")
    return tasks


def mended(
    entries: list[Any], origin: Origin, overlays: Sequence[Overlay]
) -> tuple[list[Any], dict[int, tuple[str, ...]]]:
    """The entries as overlays mend them, and by place the labels of those that did."""
    if not overlays:
        return entries, {}
    ids = [str(entry.get("task_id")) if isinstance(entry, dict) else "" for entry in entries]
    return mend(entries, [origin.key(each) for each in ids], origin.key(""), overlays)


@contextmanager
def _garbage_kept() -> Iterator[None]:
    """Thousands of values are made and all of them kept: looking for garbage meanwhile would take
    a quarter of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def read(path: Path) -> list[Any]:
    """The entries of a file as they stand there; raises TaskFileError."""
    found = _parse(path)
    entries = found if isinstance(found, list) else [found]
    if not entries:
        raise TaskFileError(f"{path}: holds no tasks; expected a task or a list of tasks")
    return entries


def _parse(path: Path) -> Any:
    data = path.read_bytes()
    try:
        return _plain_json(data) if path.suffix == ".json" else shallow(plain_yaml.read(data))
    except UnicodeDecodeError as error:
        raise TaskFileError(f"{path}: not UTF-8 text: {error}") from error
    except (TooDeep, RecursionError) as error:
        raise TaskFileError(
            f"{path}: nested too deeply to hold tasks: more than {DEEPEST} levels"
        ) from error
    except TwiceError as error:
        raise TaskFileError(f"{path}: {error}") from error
    except (msgspec.DecodeError, ValueError) as error:
        raise TaskFileError(f"{path}{_fault(data, path.suffix, error)}") from error


def _plain_json(data: bytes) -> Any:
    """Raise ValueError for a name that one object gives twice: the last would be taken."""
    found = shallow(msgspec.json.decode(data))
    # Text that reads like a name may stand within a text; names cannot be more than such texts.
    if len(_NAME.findall(data)) > names(found):
        import json

        json.loads(data, object_pairs_hook=_once)
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(
            name for name, count in Counter(name for name, _ in pairs).items() if count > 1
        )
        where = f" (task_id {found['task_id']})" if "task_id" in found else ""
        raise TwiceError(f"{twice!r} is given twice in one object{where}")
    return found


class TwiceError(ValueError):
    """A name is given twice in one object."""


def _fault(data: bytes, suffix: str, error: Exception) -> str:
    """Where the text is at fault: for JSON with line and column, which json knows best."""
    if suffix != ".json":
        return f": not valid YAML: {error}"
    import json

    try:
        json.loads(data)
    except json.JSONDecodeError as fault:
        return f":{fault.lineno}:{fault.colno}: not valid JSON: {fault.msg}"
    except UnicodeDecodeError as fault:
        return f": not UTF-8 text: {fault}"
    except RecursionError:
        return f": not valid JSON, and nested too deeply to say where: {error}"
    except ValueError:  # of Python's own
        return ": not valid JSON for Python: a number of more than 4,000 digits"
    return f": not valid JSON: {error}"


def task(origin: Origin, entry: Any, index: int, mended_by: tuple[str, ...] = ()) -> Task:
    """One entry as a task; raises TaskFileError naming file, task and field."""
    path = origin.path
    if not isinstance(entry, dict):
        raise TaskFileError(
            f"{path}: entry {index + 1} is a {type(entry).__name__}; expected a task (an object)"
        )
    if odd := [name for name in entry if not isinstance(name, str)]:
        raise TaskFileError(
            f"{path}: entry {index + 1}: field {odd[0]!r}: expected a name in words"
        )
    where = f"{path}: task {entry.get('task_id', f'number {index + 1} (it has no task_id)')}"
    dialect = next((d for d in DIALECTS if d.reads(entry)), webarena)
    try:
        found = dialect.task(entry, origin)
    except msgspec.ValidationError as error:
        raise TaskFileError(f"{where}: {_in_words(error)}") from error
    except TaskFileError as error:
        raise TaskFileError(f"{where}: {error}") from error
    return replace(found, mended_by=mended_by) if mended_by else found


_PLACE = re.compile(r" - at `\$\.?(?P<place>.*)`$")
_MISSING = re.compile(r"Object missing required field `(?P<name>\w+)`")


def _in_words(error: msgspec.ValidationError) -> str:
    """``Expected `str`, got `null` - at `$.intent``` -> ``field intent: expected str, got null``"""
    text = str(error)
    found = _PLACE.search(text)
    place = re.sub(r"\[(\d+)\]", r".\1", found["place"]) if found else ""
    what = text[: found.start()] if found else text
    if missing := _MISSING.match(what):
        return f"field {'.'.join(filter(None, (place, missing['name'])))}: missing"
    return f"field {place}: {what[:1].lower()}{what[1:].replace('`', '')}"
