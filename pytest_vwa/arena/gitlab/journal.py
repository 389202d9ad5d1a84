"""The history of a project as it is written down: commits, one after the other, as text.

``@@ 2024-03-02 anna Fix the gate`` opens a commit; ``!bert`` after the author says who merged it,
``@fix-gate`` on which branch it stays. Lines of its message follow, then its edits:
``>> path`` the file's text, ``++ path`` lines to append, ``~~ path`` lines, ``=>`` and what stands
in their place, ``!! path`` a file to delete, ``%% path`` a month of readings to make up.
A commit ``Release 1.2`` writes VERSION and CHANGELOG.md by itself.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_OPENING = re.compile(
    r"@@ (?P<date>\S+) (?P<author>\S+) (?:!(?P<merger>\S+) )?(?:@(?P<branch>\S+) )?(?P<title>.+)"
)
_EDIT = re.compile(r"(>>|\+\+|~~|!!|%%) (\S+)$")
RELEASE = "Release "

Texts = Mapping[str, str]


@dataclass(frozen=True)
class Edit:
    """``mark`` is one of the five signs above."""

    mark: str
    path: str
    text: str


@dataclass(frozen=True)
class Entry:
    """One commit as written; ``merger`` and ``branch`` are "" for one made on the main branch."""

    date: str
    author: str
    merger: str
    branch: str
    title: str
    body: str
    edits: tuple[Edit, ...]


def read(journal: str) -> Iterator[Entry]:
    """Raises ValueError for an opening line that cannot be read."""
    for part in re.split(r"^(?=@@ )", journal, flags=re.MULTILINE):
        if part.strip():
            yield _entry(part.splitlines(keepends=True))


def _entry(lines: Sequence[str]) -> Entry:
    opening = _OPENING.match(lines[0])
    if opening is None:
        raise ValueError(f"no commit opens like this: {lines[0]!r}")
    starts = [index for index, line in enumerate(lines) if _EDIT.match(line)]
    ends = [*starts[1:], len(lines)][: len(starts)]
    body = "".join(lines[1 : starts[0] if starts else len(lines)]).strip()
    edits = []
    for start, end in zip(starts, ends, strict=True):
        mark, path = lines[start].split()
        edits.append(Edit(mark, path, "".join(lines[start + 1 : end])))
    told = {name: value or "" for name, value in opening.groupdict().items()}
    return Entry(**told, body=body, edits=tuple(edits))


def apply(entry: Entry, files: Texts, since: Sequence[str]) -> dict[str, str]:
    """The files after the commit; ``since`` are the titles since the latest release, for its
    notes. Raises ValueError for an edit that does not fit."""
    after = dict(files)
    if entry.title.startswith(RELEASE):
        version = entry.title.removeprefix(RELEASE)
        after["VERSION"] = f"{version}\n"
        after["CHANGELOG.md"] = _changelog(version, entry.date, since, files)
    for edit in entry.edits:
        text = _edited(edit, after.get(edit.path, ""))
        if text is None:
            del after[edit.path]
        else:
            after[edit.path] = text
    return after


def _edited(edit: Edit, before: str) -> str | None:
    match edit.mark:
        case ">>":
            return edit.text
        case "++":
            return before + edit.text
        case "!!":
            return None
        case "%%":
            return readings(edit.path)
    old, _, new = edit.text.partition("\n=>\n")
    if old not in before:
        raise ValueError(f"{edit.path} holds no {old!r}")
    return before.replace(old, new.removesuffix("\n"), 1)


def _changelog(version: str, date: str, since: Sequence[str], files: Texts) -> str:
    older = files.get("CHANGELOG.md", "# Changes\n").removeprefix("# Changes\n")
    told = "".join(f"- {title}\n" for title in since)
    return f"# Changes\n\n## {version} ({date})\n\n{told}{older}"


def readings(path: str) -> str:
    """River heights in feet for the month in the file's name: ``readings/2024-03.csv``."""
    chance = random.Random(path)
    height, lines = chance.uniform(2.0, 4.5), ["day,feet"]
    for day in range(1, 29):
        height = max(1.2, min(9.0, height + chance.gauss(0.0, 0.35)))
        lines.append(f"{day},{height:.1f}")
    return "\n".join(lines) + "\n"
