"""Tasks that may never be lost: named one by one or in a file."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.nearest import meant
from pytest_vwa.core.result import Run

from .finding import Finding
from .matched import won
from .units import counted

_LISTS = {".txt", ".list", ".lst"}


def read(given: Iterable[str], here: Path) -> tuple[str, ...]:
    """The tasks' names, from files and from names themselves. A file has one a line; what follows
    ``#`` is a remark. Raises UsageError for a list that cannot be read or names nothing."""
    names = [name for one in given for name in _names(one, here)]
    return tuple(dict.fromkeys(names))


def check(names: Sequence[str], records: Iterable[Run]) -> Iterator[Finding]:
    """A task is named by its key, ``arena/shopping/3``, or as its test is, ``shopping-3`` or
    ``shopping-3-question``; all of its runs must be won."""
    runs: defaultdict[str, list[Run]] = defaultdict(list)
    for record in records:
        runs[record.test].append(record)
        if not record.is_question:
            runs[record.key].append(record)
    for name in names:
        yield _check(name, runs.get(name, []), tuple(runs))


def _check(name: str, runs: Sequence[Run], known: tuple[str, ...]) -> Finding:
    if not runs:
        return Finding("UNJUDGED", f"must pass {name}: it was not run{meant(name, known)}")
    lost = [record for record in runs if won(record) is False]
    open_ = [record for record in runs if won(record) is None]
    if lost:
        return Finding("FELL", f"must pass {name}: {_share(lost, runs, 'lost')}")
    if open_:
        return Finding("UNJUDGED", f"must pass {name}: {_share(open_, runs, 'without a verdict')}")
    return Finding("held", f"must pass {name}")


def _share(some: Sequence[Run], runs: Sequence[Run], what: str) -> str:
    """``1 of 3 runs lost: expected ...``"""
    reason = next((line for each in some for line in each.reason.strip().splitlines()), "")
    return f"{len(some)} of {counted(len(runs), 'runs')} {what}{f': {reason}' if reason else ''}"


def _names(given: str, here: Path) -> list[str]:
    path = here / given
    if not path.is_file():
        if path.suffix in _LISTS:
            raise UsageError(f"no such file: {path}")
        return [given]
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from error
    names = [name for line in lines if (name := line.partition("#")[0].strip())]
    if not names:
        raise UsageError(f"{path} names no task; it takes a task's key or test name a line")
    return names
