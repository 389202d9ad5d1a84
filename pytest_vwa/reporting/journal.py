"""The records of one run on disk: one JSON line each, written as soon as it arrives."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.result import Result, Run, decode, result_of

from . import spooled

if TYPE_CHECKING:
    from pytest_vwa.core.record import Record

Identity = tuple[str, bool, str | None, str | None, int, str]
"""A task's key, whether it is its question, agent, model, trial, and the test without its file,
which tells browsers apart."""
R = TypeVar("R", "Record", Result)
EMPTY = "no record: no test had ended when its run did; run the tests, or name another journal"
_BEGINS = b'{"version":'
_BLOCK = 1 << 16
"""Bytes that are read at once: many lines. Of a buffer twice as large or more, malloc lets the
bytes begin right behind the start of a page, whereto some processors copy five times slower."""


class Journal:
    """Appends to one file; nothing is created before the first record."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._mended = False

    def append(self, record: "Record") -> None:
        """The line is with the operating system when this returns: a kill loses no run.

        Raises OSError when it could not be written; the next call first removes what was written
        of it.
        """
        if not self._mended:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _mend(self.path)
        self._mended = False
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(record.model_dump_json() + "\n")
        self._mended = True


@dataclass(frozen=True)
class Content:
    """All records of a journal, in the order they arrived, whether its last line was ``cut``
    off, as a killed run leaves it, and the numbers of the lines that are ``damaged``."""

    records: "tuple[Record, ...]"
    cut: bool = False
    damaged: tuple[int, ...] = ()


def read(path: Path) -> "tuple[Record, ...]":
    """With what xdist's workers had finished and a killed run could not add.

    Damaged lines, which are no JSON, are left out (``flaws`` names them). Raises UsageError for a
    file that cannot be read, for one without a single record but with such lines, and for any other
    line that is no record, naming file and line.
    """
    return tuple(record for record, _ in _parsed(path, _record))


def load(path: Path) -> Content:
    """Raises as ``read`` does."""
    return Content(read(path), is_cut(path), tuple(damaged(path)))


def flaws(path: Path) -> Iterator[str]:
    """What is damaged of a journal, and left out by those that read it."""
    for number in damaged(path):
        yield f"line {number} is damaged, as a disk that was full for a moment leaves it"
    if is_cut(path):
        yield "its last line is cut off, as a killed run leaves it"


def damaged(path: Path) -> Iterator[int]:
    """The numbers of the lines, but for the last, that are no JSON."""
    if not path.exists() or _at_once(path):
        return
    with path.open("rb", buffering=_BLOCK) as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n") and not line.isspace() and _is_damaged(line):
                yield number


def is_cut(path: Path) -> bool:
    """Whether its last line was cut off, as a killed run leaves it."""
    tail = _tail(path) if path.exists() else b""
    return bool(tail.strip()) and not _whole(tail)


def results(path: Path) -> tuple[Result, ...]:
    """What ``read`` reads, without the words of steps: many times faster."""
    return _at_once(path) or tuple(result for result, _ in _parsed(path, _result))


def lines(path: Path) -> Iterator[tuple[Result, bytes]]:
    """The results, each with its line, which ends. Raises as ``read`` does."""
    for result, line in _parsed(path, _result):
        yield result, line if line.endswith(b"\n") else line + b"\n"


def unread(path: Path) -> "tuple[Record, ...]":
    """What xdist's workers had finished and the journal does not tell of."""
    found = map(_whole, spooled.lines(path))
    return tuple(record for record in found if record)


def final(records: Iterable[R]) -> tuple[R, ...]:
    """The records that count: of each trial of a task or question by an agent with a model, one.

    It is the last, but for an error or a skip that follows a verdict on the same task. They come
    in the order in which each trial first ran. The records are those of one journal: of several
    runs each is asked by itself.
    """
    kept: dict[Identity, R] = {}
    for record in records:
        name = identity(record)
        before = kept.setdefault(name, record)
        if before is not record and not _outweighs(before, record):
            kept[name] = record
    return tuple(kept.values())


def identity(record: Run) -> Identity:
    return (
        record.key,
        record.is_question,
        record.agent,
        record.model,
        record.trial,
        record.name,
    )


def _outweighs(before: Run, after: Run) -> bool:
    same_task = before.task_sha256 == after.task_sha256
    return same_task and before.is_judged and not after.is_judged


def _at_once(path: Path) -> tuple[Result, ...]:
    """Of a journal with nothing wrong in it, as nearly all are; else nothing."""
    if any(spooled.lines(path)):
        return ()
    try:
        with path.open("rb", buffering=_BLOCK) as file:
            return tuple([decode(line) for line in file])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return ()


class _NoRecord(Exception):
    """Says which field is wrong."""


def _parsed(path: Path, parse: Callable[[bytes], R]) -> Iterator[tuple[R, bytes]]:
    """Each with its line, as it stands there."""
    left = list(spooled.lines(path))
    fault: UsageError | None = None
    any_record = bool(left)
    try:
        with path.open("rb", buffering=_BLOCK) as file:
            for number, line in enumerate(file, 1):
                # Not stripped: that would copy every line, and most are long.
                if line.isspace() or not (line.endswith(b"\n") or _whole(line)):
                    continue
                try:
                    yield _told(path, number, line, parse), line
                    any_record = True
                except UsageError as error:
                    if not _is_damaged(line):
                        raise
                    fault = fault or error
                    if behind := _joined(line):
                        yield parse(behind), behind
                        any_record = True
        if fault and not any_record:
            raise fault
    except OSError as error:
        if not (left and isinstance(error, FileNotFoundError)):
            told = error.strerror or error
            raise UsageError(f"cannot read the journal {path}: {told}") from error
    yield from ((parse(line), line) for line in left if _whole(line))


def _told(path: Path, number: int, line: bytes, parse: Callable[[bytes], R]) -> R:
    try:
        return parse(line)
    except _NoRecord as error:
        raise UsageError(
            f"{path}:{number}: not a record of this version of pytest-vwa: {error};"
            f" found {line.decode('utf-8', 'replace').rstrip()[:60]!r}. Remove the line, or read"
            " the file with the version that wrote it"
        ) from error


def _record(line: bytes) -> "Record":
    from pydantic import ValidationError  # it takes longer to import than most journals to read

    from pytest_vwa.core.record import Record

    try:
        return Record.model_validate_json(line.decode("utf-8", "replace"))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise _NoRecord(f"{where}: {first['msg']}") from error


def _is_damaged(line: bytes) -> bool:
    """Whether a line is no JSON: a part of a record, or a part and another record behind it."""
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return True
    return False


def _joined(line: bytes) -> bytes:
    """The record that was written behind a part of another; empty when there is none."""
    begins = line.rfind(_BEGINS)
    return line[begins:] if begins > 0 and _whole(line[begins:]) else b""


def _result(line: bytes) -> Result:
    """What cannot be decoded is left to the record's own checks, which say why."""
    try:
        return decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return result_of(_record(line))


def _whole(tail: bytes) -> "Record | None":
    """The record of a last line without its end; None when it was cut off."""
    try:
        return _record(tail)
    except _NoRecord:
        return None


def _tail(path: Path) -> bytes:
    """What follows the last end of a line."""
    with path.open("rb") as file:
        at = file.seek(0, 2)
        tail = b""
        while at and b"\n" not in tail:
            file.seek(at := max(0, at - _BLOCK))
            tail = file.read()
    return tail.rpartition(b"\n")[2]


def _mend(path: Path) -> None:
    """The next record must not join a line that a killed run left without its end."""
    tail = _tail(path) if path.exists() else b""
    if tail and _whole(tail):
        with path.open("ab") as file:
            file.write(b"\n")
    elif tail:
        with path.open("r+b") as file:
            file.truncate(path.stat().st_size - len(tail))
