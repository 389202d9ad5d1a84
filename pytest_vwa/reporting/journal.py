"""The records of one run on disk: one JSON line each, written as soon as it arrives."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record


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
    """Raises UsageError for a file that cannot be read and for any line that is no record, but for
    a last one that was cut off, naming file and line."""
    try:
        *lines, tail = path.read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError as error:
        raise UsageError(f"cannot read the journal {path}: {error.strerror or error}") from error
    records = [_record(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    last = _whole(tail)
    return Content((*records, last)) if last else Content(tuple(records), cut=bool(tail.strip()))


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
