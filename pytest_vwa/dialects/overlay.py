"""Overlays: files of mends to published tasks, so that the published files stay as they are.

An overlay is data: its fields are looked up, its values are put in their place, nothing is run.
"""

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from pytest_vwa import plain_yaml
from pytest_vwa.core.errors import TaskFileError, UsageError

_FIELD = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\])*")
_PART = re.compile(r"(\w+)|\[(\d+)\]", re.ASCII)
_LONGEST_QUOTE = 120
_NOTHING = object()


class Mend(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One mend: at ``field`` of the task with this key stands ``value`` from now on, for this
    ``reason``. ``was`` is what must stand there before; null also means that nothing does."""

    task: str
    field: str
    value: Any
    reason: str
    was: Any = msgspec.UNSET


class _File(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    version: int | str
    rows: list[Mend]


@dataclass(frozen=True)
class Overlay:
    """The mends of one file. Those of a ``lenient`` one are left out where they do not fit: it
    comes with the program and cannot know which tasks a user keeps under the same keys."""

    path: Path
    version: str
    rows: tuple[Mend, ...]
    lenient: bool = False

    @property
    def label(self) -> str:
        """``published 3``: its name and version, as records say them."""
        return f"{self.path.stem} {self.version}"

    @property
    def tasks(self) -> frozenset[str]:
        """The keys of the tasks that it mends."""
        return frozenset(row.task for row in self.rows)


def read(path: Path, *, lenient: bool = False) -> Overlay:
    """Read an overlay; raises UsageError naming file, row and field."""
    try:
        file = msgspec.convert(_parse(path), _File)
    except (msgspec.ValidationError, OSError) as error:
        raise UsageError(
            f"overlay {path}: {error}; expected version, and rows of task, field, value, reason "
            "and maybe was"
        ) from error
    for number, row in enumerate(file.rows, 1):
        if flaw := _flaw(row):
            raise UsageError(f"overlay {path}: row {number} ({row.task}): {flaw}")
    return Overlay(path, str(file.version), tuple(file.rows), lenient)


def _parse(path: Path) -> Any:
    try:
        return plain_yaml.read(path.read_bytes(), aliases=False)
    except ValueError as error:
        raise UsageError(f"overlay {path}: not plain YAML: {error}") from error


def _flaw(row: Mend) -> str:
    if not _FIELD.fullmatch(row.field):
        return (
            f"field {row.field!r} is no path; expected names and places in lists, "
            "such as eval.reference_answers.must_include[0]"
        )
    if row.field.partition("[")[0] == "task_id":
        return "field task_id names the task; it cannot be mended"
    if not row.reason.strip():
        return "reason is empty; say why the task is mended"
    return "" if _is_json(row.value) else f"value {_quoted(row.value)} is nothing that JSON can say"


def _is_json(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(name, str) and _is_json(each) for name, each in value.items())
    if isinstance(value, list):
        return all(map(_is_json, value))
    return value is None or isinstance(value, str | bool | int | float)


def mend(
    entries: Sequence[Any], keys: Sequence[str], folder: str, overlays: Sequence[Overlay]
) -> tuple[list[Any], dict[int, tuple[str, ...]]]:
    """The entries of a file with every mend that is meant for them, and by place in the file the
    labels of the overlays that mended them.

    ``keys`` are the entries' keys, ``folder`` is what the keys of this file begin with. Raises
    TaskFileError for a row that does not fit, naming overlay, row and what is there now.
    """
    mended, labels = list(entries), dict[int, tuple[str, ...]]()
    places = {key: place for place, key in enumerate(keys)}
    for overlay in overlays:
        for row, place in _meant(overlay, places, folder):
            try:
                mended[place] = _put(mended[place], row)
            except _Misfit as error:
                if overlay.lenient:
                    continue
                raise TaskFileError(_told(overlay, row, str(error))) from error
            labels[place] = tuple(dict.fromkeys((*labels.get(place, ()), overlay.label)))
    return mended, labels


def _meant(overlay: Overlay, places: dict[str, int], folder: str) -> Iterator[tuple[Mend, int]]:
    for row in overlay.rows:
        if row.task in places:
            yield row, places[row.task]
        elif row.task.rpartition("/")[0] == folder and not overlay.lenient:
            ids = ", ".join(key.rpartition("/")[2] for key in places)
            there = ids if len(ids) <= _LONGEST_QUOTE else f"{ids[:_LONGEST_QUOTE]}…"
            raise TaskFileError(_told(overlay, row, f"no such task in {folder}; there are {there}"))


def _told(overlay: Overlay, row: Mend, misfit: str) -> str:
    number = overlay.rows.index(row) + 1
    return f"overlay {overlay.path}: row {number} ({row.task}, {row.field}): {misfit}"


class _Misfit(Exception):
    """A row does not fit what is there."""


def _put(entry: Any, row: Mend) -> Any:
    """A copy of the entry with the row's value in its place."""
    copy = deepcopy(entry)
    *path, last = _steps(row.field)
    parent = copy
    for step in path:
        parent = _at(parent, step)
    there = _at(parent, last, absent=_NOTHING)
    was = None if there is _NOTHING else there
    if row.was is not msgspec.UNSET and row.was != was:
        raise _Misfit(f"expected {_quoted(row.was)} to stand there, found {_found(there)}")
    parent[last] = deepcopy(row.value)
    return copy


def _steps(field: str) -> list[str | int]:
    return [name or int(place) for name, place in _PART.findall(field)]


def _at(parent: Any, step: str | int, absent: Any = None) -> Any:
    """What stands in a place. A name that is not there may be given; a list has its places."""
    if isinstance(parent, list) and isinstance(step, int):
        if step < len(parent):
            return parent[step]
        raise _Misfit(f"there is no [{step}]: the list holds {len(parent)}")
    if isinstance(parent, dict) and isinstance(step, str):
        if step in parent or absent is not None:
            return parent.get(step, absent)
        raise _Misfit(f"there is no {step!r}; there are {', '.join(parent) or 'no fields'}")
    raise _Misfit(f"{step!r} cannot be looked up in {_found(parent)}")


def _found(value: Any) -> str:
    return "nothing" if value is _NOTHING else _quoted(value)


def _quoted(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"
