"""``--vwa-sample``: some of the tasks instead of all; a plugin of its own.

Which ones depends on the seed and on the tasks that are selected, in no way on their order: every
worker of xdist draws the same.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256

import pytest

from .core.task import Task, subject_of

STRATA: tuple[Callable[[Task], str], ...] = (
    lambda task: " ".join(task.sites),
    lambda task: " ".join(sorted(task.categories)),
    lambda task: task.difficulty or "",
)
"""Site, category, difficulty: each is divided within the one before."""


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

    def pytest_report_collectionfinish(self) -> str:
        return self._told


def draw(tasks: Iterable[Task], count: int, seed: int) -> list[Task]:
    """``count`` tasks, or all where there are fewer: of each site its share, within a site of each
    category, within that of each difficulty."""
    order = sorted(tasks, key=lambda task: sha256(f"{seed} {task.key}".encode()).digest())
    return _draw(order, min(count, len(order)), STRATA)


def _draw(tasks: Sequence[Task], count: int, strata: Sequence[Callable[[Task], str]]) -> list[Task]:
    if not strata:
        return list(tasks[:count])
    groups: defaultdict[str, list[Task]] = defaultdict(list)
    for task in tasks:
        groups[strata[0](task)].append(task)
    seats = shares({name: len(group) for name, group in groups.items()}, count)
    return [task for name in groups for task in _draw(groups[name], seats[name], strata[1:])]


def shares(sizes: Mapping[str, int], count: int) -> dict[str, int]:
    """``count`` divided in proportion to ``sizes``, by the method of largest remainders: whole
    numbers first, one more for those who lost most by rounding. Of equal remainders the group that
    is named first has it. ``count`` is at most the sum of the sizes."""
    total = sum(sizes.values()) or 1
    seats = {name: count * size // total for name, size in sizes.items()}
    by_remainder = sorted(sizes, key=lambda name: -(count * sizes[name] % total))
    for name in by_remainder[: count - sum(seats.values())]:
        seats[name] += 1
    return seats
