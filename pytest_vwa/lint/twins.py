"""Rules that look at all tasks together."""

import json
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from .case import Case

Troubles = Iterator[tuple[Case, str, str]]


def same_key(cases: Sequence[Case]) -> Troubles:
    for same in _groups(cases, lambda case: case.task.key):
        for case in same[1:]:
            first = same[0]
            yield (
                case,
                "task_id",
                f"is also the task at {first.path}:{first.line}; give each a task_id of its own, "
                "or its file another name or folder",
            )


def other_answer_to_the_same(cases: Sequence[Case]) -> Troubles:
    """Tasks that ask the same of the same video or pictures, but want different things."""
    for same in _groups(cases, _asked_task):
        yield from _differing(same, "eval", _criteria)
    for same in _groups([case for case in cases if case.task.question], _asked_question):
        yield from _differing(
            same,
            "intermediate_eval",
            lambda case: (case.task.entry.get("intermediate_eval") or {}).get("reference_answers"),
        )


def same_task_twice(cases: Sequence[Case]) -> Troubles:
    for same in _groups(
        cases, lambda case: (_asked_task(case), _text(case.task.entry.get("eval")))
    ):
        for case in same[1:]:
            yield case, "intent", f"asks the same as {same[0].task.key} and counts twice"


def _criteria(case: Case) -> Any:
    return case.task.entry.get("eval")


def _asked_task(case: Case) -> Hashable:
    task = case.task
    return _plain(task.intent), task.start_urls, task.images, task.video


def _asked_question(case: Case) -> Hashable:
    question = case.task.question
    return case.task.video, _plain(question.text) if question else ""


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _groups(cases: Sequence[Case], name: Callable[[Case], Hashable]) -> Iterator[list[Case]]:
    groups = defaultdict[Hashable, list[Case]](list)
    for case in cases:
        groups[name(case)].append(case)
    return (group for group in groups.values() if len(group) > 1)


def _differing(same: list[Case], field: str, wanted: Callable[[Case], Any]) -> Troubles:
    first = same[0]
    for case in same[1:]:
        if _text(wanted(case)) != _text(wanted(first)):
            yield (
                case,
                field,
                f"wants something else than {first.task.key}, which asks the same in the same "
                "words of the same video; one of them is wrong, or the words are",
            )


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)
