"""Why a cassette has no reply: what of the request changed beside the nearest one that it has."""

from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from sys import intern
from typing import Any

from pytest_vwa.core.ports import EARLIER_TASKS

from . import sheet
from .redaction import scrub
from .request import Request

_SHOWN = 3
_WIDTH = 80
_BEFORE = 20
"""Characters that are shown before the first that differs."""

Line = tuple[str, str]
"""Where it stands, what it says."""


def explain(request: Request, folder: Path) -> str:
    """One line of bounded length."""
    asked = request.document
    what = f"the cassette has no reply of {asked['model']} to this {asked['kind']} request"
    remedy = f"--vwa-cassette=auto:{folder} records what is not there"
    near = _nearest(sheet.dump({"request": asked}), folder / request.kind)
    if near is None:
        return f"{what}: it holds no such file; {remedy}"
    stored = sheet.read(near)["request"]
    told = f"{what}. Nearest is {near.stem}: {_told(stored, asked)}; {remedy}"
    return scrub(told + _order(stored, asked))


def differences(stored: Mapping[str, Any], asked: Mapping[str, Any]) -> Iterator[str]:
    """``message 2, line 14: stored 'URL: ...', asked 'URL: ...'``"""
    before, now = list(_lines(stored)), list(_lines(asked))
    said = SequenceMatcher(None, [text for _, text in before], [text for _, text in now], False)
    for tag, i1, i2, j1, j2 in said.get_opcodes():
        if tag != "equal":
            for old, new in zip_longest(before[i1:i2], now[j1:j2]):
                yield _difference(old, new)


def _told(stored: Mapping[str, Any], asked: Mapping[str, Any]) -> str:
    found = list(differences(stored, asked))
    more = [f"and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
    return "; ".join(found[:_SHOWN] + more) or "it is the same, under another name"


def _order(*requests: Mapping[str, Any]) -> str:
    """Whoever remembers asks otherwise after other tasks."""
    lines = (text for request in requests for _, text in _lines(request))
    if f"{EARLIER_TASKS}:" not in lines:
        return ""
    return (
        "; this prompt tells of earlier tasks, so the same tasks must come in the same order: "
        "record and replay with -n 0 and the same selection"
    )


def _nearest(asked: str, folder: Path) -> Path | None:
    """The file with the most lines in common; of several the shortest."""
    wanted = Counter(asked.splitlines())

    def nearness(path: Path) -> tuple[int, int]:
        lines = known[path]
        common = wanted.keys() & lines.keys()
        return sum(min(wanted[line], lines[line]) for line in common), -lines.total()

    known = _index(folder, folder.stat().st_mtime_ns) if folder.is_dir() else {}
    return max(known, key=nearness, default=None)


@lru_cache(maxsize=3)
def _index(folder: Path, changed: int) -> Mapping[Path, Counter[str]]:
    """The lines of its files, read again when a file has come or gone."""
    return {
        path: Counter(map(intern, path.read_text("utf-8", "replace").splitlines()))
        for path in sorted(folder.glob("*.yaml"))
    }


def _lines(request: Mapping[str, Any]) -> Iterator[Line]:
    """All of a request, with names for its places."""
    pictures = 0
    for name, value in request.items():
        if name != "messages":
            yield name, str(value)
    for number, message in enumerate(request["messages"], 1):
        ((role, parts),) = message.items()
        yield f"message {number}", f"from {role}"
        line = 0
        for part in parts:
            if isinstance(part, str):
                for text in part.split("\n"):
                    line += 1
                    yield f"message {number}, line {line}", text
                continue
            ((kind, told),) = part.items()
            pictures += kind == "picture"
            yield f"{kind} {pictures if kind == 'picture' else ''}".strip(), told


def _difference(old: Line | None, new: Line | None) -> str:
    if old and new:
        if old[0] == new[0] and old[0].startswith("picture"):
            return f"{new[0]} differs"
        stored, asked = _excerpts(old[1], new[1])
        return f"{new[0]}: stored {stored!r}, asked {asked!r}"
    if new:
        return f"{new[0]}: asked {_excerpts(new[1], '')[0]!r}, not stored"
    return f"{old[0]}: stored {_excerpts(old[1], '')[0]!r}, not asked" if old else ""


def _excerpts(one: str, other: str) -> tuple[str, str]:
    """Both from shortly before the first character that differs."""
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    start = max(0, same - _BEFORE) if max(len(one), len(other)) > _WIDTH else 0

    def excerpt(text: str) -> str:
        end = start + _WIDTH
        return "..." * (start > 0) + text[start:end] + "..." * (len(text) > end)

    return excerpt(one), excerpt(other)
