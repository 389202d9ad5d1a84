"""A task as the rules look at it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pytest_vwa.core.site import SITE_NAMES
from pytest_vwa.core.task import Check, Task
from pytest_vwa.registry import Registry


@dataclass(frozen=True)
class Surroundings:
    """What is here beside the task files: what names mean, where the
    videos lie, and which sites there are."""

    registry: Registry
    video_folders: tuple[Path, ...] = ()
    listed_videos: frozenset[str] = frozenset()
    sites: tuple[str, ...] = SITE_NAMES


@dataclass(frozen=True)
class Part:
    """What is asked in one place: the task itself (``eval``) or its question
    (``intermediate_eval``). ``criteria`` are as they stand in the file."""

    field: str
    asks: str
    criteria: Mapping[str, Any]
    checks: tuple[Check, ...]
    flaw: str | None


@dataclass(frozen=True)
class Case:
    task: Task
    path: Path
    line: int
    here: Surroundings

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return tuple(self._parts())

    def _parts(self) -> Iterator[Part]:
        task, question = self.task, self.task.question
        yield Part("eval", task.intent, self._criteria("eval"), task.checks, task.flaw)
        if question:
            yield Part(
                "intermediate_eval",
                question.text,
                self._criteria("intermediate_eval"),
                question.checks,
                question.flaw,
            )

    def _criteria(self, field: str) -> Mapping[str, Any]:
        return self.task.entry.get(field) or {}
