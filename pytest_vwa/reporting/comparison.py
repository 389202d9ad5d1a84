"""Is an agent worse than in a stored run? A pure function of the records of both."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from .clustered import LEVEL, SignFlips, bootstrap, detectable
from .matched import Match, Matched, Name
from .pairs import natural
from .stats import mcnemar

if TYPE_CHECKING:
    from .clustered import Floats


@dataclass(frozen=True)
class Difference:
    """One group of tasks. Rates, their ``change``, its 95 % interval and the ``detectable`` fall
    are shares, 0..1; ``p`` is one-sided, for having got worse, corrected for all groups."""

    name: str
    tasks: int
    templates: int
    before: float
    now: float
    interval: tuple[float, float]
    p: float
    detectable: float | None

    @property
    def change(self) -> float:
        return self.now - self.before

    @property
    def is_worse(self) -> bool:
        return self.p <= LEVEL


@dataclass(frozen=True)
class Comparison:
    """``gained`` is won now and was not before, ``regressed`` the other way round."""

    differences: tuple[Difference, ...]
    gained: tuple[Name, ...]
    regressed: tuple[Name, ...]

    @property
    def is_blind(self) -> bool:
        """Whether there is too little of everything for any loss to be told from chance."""
        return all(each.detectable is None for each in self.differences)

    @property
    def mcnemar(self) -> float:
        """The exact two-sided p."""
        return mcnemar(len(self.gained), len(self.regressed))


def compare(matched: Matched, agents: int = 1) -> Comparison:
    """Groups of the same tasks are tested once, under the first of their names. ``agents`` counts
    those that are compared, for whose number p is corrected as well."""
    matches = matched.matches
    return Comparison(
        _differences(matches, agents) if matches else (),
        _names(each for each in matches if each.gained),
        _names(each for each in matches if each.regressed),
    )


def _names(matches: Iterable[Match]) -> tuple[Name, ...]:
    """In the tasks' order, in whichever they ran."""
    names = (each.name for each in matches)
    return tuple(sorted(names, key=lambda name: (natural(name[0]), name[1])))


def _groups(matches: Sequence[Match]) -> dict[tuple[bool, ...], str]:
    """Which of the matches belong to a group, and what it is called."""
    categories = sorted({name for each in matches for name in each.categories})
    belongs: dict[str, Callable[[Match], bool]] = {
        "all tasks": lambda each: not each.question,
        "all questions": lambda each: each.question,
        **{name: _of_category(name) for name in categories},
    }
    groups: dict[tuple[bool, ...], str] = {}
    for name, test in belongs.items():
        groups.setdefault(tuple(map(test, matches)), name)
    return {members: name for members, name in groups.items() if any(members)}


def _of_category(name: str) -> Callable[[Match], bool]:
    return lambda each: not each.question and name in each.categories


def _differences(matches: Sequence[Match], agents: int) -> tuple[Difference, ...]:
    import numpy as np

    groups = _groups(matches)
    members = np.array(list(groups), dtype=float).T
    templates = sorted({each.template for each in matches})
    numbers = {template: number for number, template in enumerate(templates)}
    rows = np.array([numbers[each.template] for each in matches])
    changes = np.array([each.change for each in matches])
    sums, sizes = (np.zeros((len(templates), len(groups))) for _ in range(2))
    np.add.at(sums, rows, changes[:, None] * members)
    np.add.at(sizes, rows, members)
    flips = SignFlips(sums)
    critical = flips.critical(LEVEL / agents)
    return tuple(
        _difference(
            name,
            [each for each, is_member in zip(matches, row, strict=True) if is_member],
            sums[sizes[:, column] > 0, column],
            sizes[sizes[:, column] > 0, column],
            min(1.0, agents * flips.together[column]),
            critical,
            LEVEL / agents,
        )
        for column, (row, name) in enumerate(groups.items())
    )


def _difference(
    name: str,
    matches: Sequence[Match],
    sums: "Floats",
    sizes: "Floats",
    p: float,
    critical: float,
    level: float,
) -> Difference:
    return Difference(
        name,
        tasks=len(matches),
        templates=len(sums),
        before=fmean(each.before for each in matches),
        now=fmean(each.now for each in matches),
        interval=bootstrap(sums, sizes),
        p=p,
        detectable=detectable(sums, sizes, critical, level),
    )
