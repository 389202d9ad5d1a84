"""A task as every part of the project sees it, whatever dialect it was written in."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_PLACEHOLDER = re.compile(r"__([A-Z][A-Z0-9_]*?)__")


@dataclass(frozen=True)
class Check:
    """One criterion: the name of its evaluator and that evaluator's arguments."""

    kind: str
    args: Mapping[str, Any] = field(default_factory=dict)

    @property
    def told(self) -> str:
        """What it asks for, a line each: ``must_include: red``."""
        return "\n".join(_lines(self.args))


def _lines(args: Mapping[str, Any]) -> Iterator[str]:
    for name, value in args.items():
        for one in value if isinstance(value, list | tuple) else [value]:
            if isinstance(one, Mapping):
                yield from _lines(one)
            elif one:
                yield f"{name}: {one}"


@dataclass(frozen=True)
class Question:
    """The question about the video that a factual task asks first.

    ``flaw`` says why it cannot be judged, naming the field; None when it can.
    """

    text: str
    checks: tuple[Check, ...] = ()
    difficulty: str | None = None
    reference_answer: str | None = None
    flaw: str | None = None


@dataclass(frozen=True)
class Viewport:
    """The page's size in CSS pixels."""

    width: int = 1280
    height: int = 2048


@dataclass(frozen=True)
class Task:
    """What one entry of a task file describes. Addresses still hold their placeholders.

    ``key`` is the stable name in records (``videowa/reddit/9``), ``name`` the one in node ids
    (``reddit-9``), ``kind`` one of taxonomy.KINDS, ``entry`` the entry as it stands in the file.
    ``files`` are what the agent may upload, each with its full path and a name of its own.
    ``flaw`` says why it cannot be judged, naming the field; None when it can. ``free_pass`` says
    why an agent that does nothing may pass it; "" where none may. ``mended_by`` names the overlays
    that changed the entry. ``changes_sites`` is None where the file does not say.
    """

    key: str
    name: str
    benchmark: str
    kind: str
    intent: str
    sites: tuple[str, ...]
    start_urls: tuple[str, ...]
    checks: tuple[Check, ...] = ()
    question: Question | None = None
    video: str | None = None
    images: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    categories: tuple[str, ...] = ()
    difficulty: str | None = None
    template_id: str | None = None
    require_login: bool = True
    require_reset: bool = False
    changes_sites: bool | None = None
    viewport: Viewport = Viewport()
    reference_actions: tuple[str, ...] = ()
    flaw: str | None = None
    free_pass: str = ""
    mended_by: tuple[str, ...] = ()
    entry: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def needed_sites(self) -> tuple[str, ...]:
        """``sites`` and what else start addresses name: published files leave some out."""
        named = (name.lower() for url in self.start_urls for name in _PLACEHOLDER.findall(url))
        return tuple(dict.fromkeys((*self.sites, *named)))

    @property
    def sha256(self) -> str:
        """Of the entry as canonical JSON."""
        canonical = json.dumps(self.entry, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()


@dataclass(frozen=True)
class Subject:
    """What a test is about: a task, or the question of that task."""

    task: Task
    question: Question | None = None


def subject_of(item: object) -> Subject | None:
    """Of a pytest item; None for a test of the user's own."""
    found: Subject | None = getattr(getattr(item, "function", None), "vwa", None)
    return found
