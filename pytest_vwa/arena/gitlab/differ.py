"""What changed between two states of the files, line by line."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from .objects import Tree

CONTEXT = 3
"""Unchanged lines shown around a change."""


@dataclass(frozen=True)
class Line:
    """``kind`` is ``same``, ``old``, ``new`` or ``gap``; numbers count from 1, 0 where none is."""

    kind: str
    old: int
    new: int
    text: str


@dataclass(frozen=True)
class FileDiff:
    """``state`` is ``added``, ``deleted`` or ``changed``."""

    path: str
    state: str
    lines: tuple[Line, ...]

    @property
    def added(self) -> int:
        return sum(line.kind == "new" for line in self.lines)

    @property
    def removed(self) -> int:
        return sum(line.kind == "old" for line in self.lines)


def between(before: Tree, after: Tree, text: Callable[[str], str]) -> list[FileDiff]:
    """Of all files whose blobs differ; ``text`` gives a blob's content."""
    paths = sorted(
        path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
    )
    return [_file(path, before, after, text) for path in paths]


def _file(path: str, before: Tree, after: Tree, text: Callable[[str], str]) -> FileDiff:
    old = text(before[path]).splitlines() if path in before else []
    new = text(after[path]).splitlines() if path in after else []
    state = "added" if path not in before else "changed" if path in after else "deleted"
    return FileDiff(path, state, tuple(_lines(old, new)))


def _lines(old: Sequence[str], new: Sequence[str]) -> Iterator[Line]:
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(CONTEXT):
        first, last = group[0], group[-1]
        heading = f"@@ -{first[1] + 1},{last[2] - first[1]} +{first[3] + 1},{last[4] - first[3]} @@"
        yield Line("gap", 0, 0, heading)
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                yield from (Line("same", i + 1, j1 + i - i1 + 1, old[i]) for i in range(i1, i2))
                continue
            yield from (Line("old", i + 1, 0, old[i]) for i in range(i1, i2))
            yield from (Line("new", 0, j + 1, new[j]) for j in range(j1, j2))
