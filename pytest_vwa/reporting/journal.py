"""The records of one run on disk: one JSON line each, written as soon as it arrives."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record

from . import spool

Identity = tuple[str, bool, str | None, str | None, int, str]
"""A task's key, whether it is its question, agent, model, trial, and the test without its file,
which tells browsers apart."""


class Journal:
    """Appends to one file; nothing is created before the first record."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._mended = False

    def append(self, record: Record) -> None:
        """The line is with the operating system when this returns: a kill loses no run."""
        if not self._mended:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _mend(self.path)
            self._mended = True
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(record.model_dump_json() + "\n")


@dataclass(frozen=True)
class Content:
    """All records of a journal, in the order they arrived, and whether its last line was ``cut``
    off, as a killed run leaves it."""

    records: tuple[Record, ...]
    cut: bool = False


def read(path: Path) -> tuple[Record, ...]:
    """The records alone; raises as ``load`` does."""
    return load(path).records


def load(path: Path) -> Content:
    """With what xdist's workers had finished and a killed run could not add. Raises UsageError for
    a file that cannot be read and for any line that is no record, but for a last one that was cut
    off, naming file and line."""
    spooled = unread(path)
    try:
        *lines, tail = path.read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError as error:
        if spooled and isinstance(error, FileNotFoundError):
            return Content(spooled)
        raise UsageError(f"cannot read the journal {path}: {error.strerror or error}") from error
    records = [_record(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    last = _whole(tail)
    if last:
        records.append(last)
    return Content((*records, *spooled), cut=bool(tail.strip()) and not last)


def unread(path: Path) -> tuple[Record, ...]:
    """What xdist's workers had finished and the journal does not tell of."""
    found = map(_whole, spool.lines(path))
    return tuple(record for record in found if record)


def final(records: Iterable[Record]) -> tuple[Record, ...]:
    """The records that count: of each trial of a task or question by an agent with a model, one.

    It is the last, but for an error or a skip that follows a verdict on the same task. They come
    in the order in which each trial first ran. The records are those of one journal: of several
    runs each is asked by itself.
    """
    kept: dict[Identity, Record] = {}
    for record in records:
        name = identity(record)
        before = kept.get(name)
        if before is None or not _outweighs(before, record):
            kept[name] = record
    return tuple(kept.values())


def identity(record: Record) -> Identity:
    return (
        record.key,
        record.is_question,
        record.agent,
        record.model,
        record.trial,
        record.name,
    )


def _outweighs(before: Record, after: Record) -> bool:
    same_task = before.task_sha256 == after.task_sha256
    return same_task and before.is_judged and not after.is_judged


def _record(path: Path, number: int, line: str) -> Record:
    try:
        return Record.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise UsageError(
            f"{path}:{number}: not a record of this version of pytest-vwa: {where}: {first['msg']};"
            f" found {line[:60]!r}. Remove the line, or read the file with the version that"
            " wrote it"
        ) from error


def _whole(tail: str | bytes) -> Record | None:
    """The record of a last line without its end; None when it was cut off."""
    try:
        return Record.model_validate_json(tail)
    except ValidationError:
        return None


def _mend(path: Path) -> None:
    """The next record must not join a line that a killed run left without its end."""
    if not path.exists():
        return
    whole, newline, tail = path.read_bytes().rpartition(b"\n")
    if not tail:
        return
    if _whole(tail):
        path.write_bytes(whole + newline + tail + b"\n")
    else:
        with path.open("r+b") as file:
            file.truncate(len(whole + newline))
