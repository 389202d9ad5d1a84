"""``--vwa-sample``: some of the tasks instead of all; a plugin of its own.

Which ones depends on the seed and on the tasks that are selected, in no way on their order: every
worker of xdist draws the same.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from statistics import fmean

import pytest

from .core.task import Task, subject_of

Label = tuple[str, str]
"""What of a task, and its word for it."""


class Sample:
    """Keeps ``count`` tasks with all of their tests: each agent, trial and question."""

    def __init__(self, count: int, seed: int) -> None:
        self._count, self._seed = count, seed
        self._told = ""

    # Last: what -k and -m leave is what is drawn from.
    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        tasks = {item: subject.task for item in items if (subject := subject_of(item))}
        known = {task.key: task for task in tasks.values()}
        drawn = {task.key for task in draw(known.values(), self._count, self._seed)}
        left_out = [item for item, task in tasks.items() if task.key not in drawn]
        self._told = f"vwa sample: {len(drawn)} of {len(known)} tasks, seed {self._seed}"
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            gone = set(left_out)
            items[:] = [item for item in items if item not in gone]

    def pytest_report_header(self, config: pytest.Config) -> str | None:
        """Where xdist's workers collect, nobody tells of how many."""
        distributed = config.getoption("numprocesses", default=None)
        return f"vwa sample: {self._count} tasks, seed {self._seed}" if distributed else None

    def pytest_report_collectionfinish(self) -> str:
        return self._told


def draw(tasks: Iterable[Task], count: int, seed: int) -> list[Task]:
    """``count`` tasks, or all where there are fewer. Of each combination of sites, categories and
    difficulty its share in whole tasks; the rest such that every single site, category and
    difficulty comes close to its own share, which is all that a small sample can keep."""
    order = sorted(tasks, key=lambda task: sha256(f"{seed} {task.key}".encode()).digest())
    count = min(count, len(order))
    alike: defaultdict[frozenset[Label], list[Task]] = defaultdict(list)
    for task in order:
        alike[labels(task)].append(task)
    drawn = [task for group in alike.values() for task in group[: count * len(group) // len(order)]]
    return [*drawn, *_rest(order, drawn, count - len(drawn))]


def labels(task: Task) -> frozenset[Label]:
    """By what it is drawn. To have no category, or no difficulty, counts as one."""
    return frozenset(
        {
            *(("site", site) for site in task.sites),
            *(("category", category) for category in task.categories or ("",)),
            ("difficulty", task.difficulty or ""),
        }
    )


def _rest(order: Sequence[Task], drawn: Sequence[Task], count: int) -> Iterator[Task]:
    """So many more: each time the first of those whose labels lack most in what has been drawn. A
    lack of more than one task counts as one, or chance would have no say."""
    total = len(order)
    lacking = Counter[Label]()  # tasks, times the total: all numbers are whole
    for task in order:
        lacking.update(dict.fromkeys(labels(task), len(drawn) + count))
    for task in drawn:
        lacking.subtract(dict.fromkeys(labels(task), total))
    taken = {task.key for task in drawn}
    left = {task.key: (task, labels(task)) for task in order if task.key not in taken}
    for _ in range(count):
        task, named = max(
            left.values(), key=lambda each: fmean(min(lacking[label], total) for label in each[1])
        )
        del left[task.key]
        lacking.subtract(dict.fromkeys(named, total))
        yield task
