"""``--vwa-shard``: one of several parts of the tasks; a plugin of its own.

A task stays together with its question, for all agents and trials. Which part it belongs to depends
on the tasks that are selected and on one finished run, by whose durations parts are made alike: in
no way on the order of collection.
"""

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from .core.errors import UsageError
from .core.result import Result
from .core.task import Subject
from .options import SETTINGS, Settings
from .reporting import parts, runs
from .reporting.journal import results

SHARD: "pytest.StashKey[Shard]" = pytest.StashKey()
_INPUT = "vwa_shard"


class Shard:
    """Keeps the tests of part ``number`` of ``count``. ``seconds`` are those of one test of a task,
    by its key, as the run ``base`` took them."""

    def __init__(self, number: int, count: int, base: str, seconds: Mapping[str, float]) -> None:
        self._number, self._count = number, count
        self._base, self._seconds = base, dict(seconds)
        self.title = parts.title(number, count, base)

    def pytest_report_header(self) -> str:
        how = f"alike in duration by run {self._base}" if self._base else "alike in number of tests"
        return f"vwa shard: part {self._number} of {self._count}, {how}"

    # After all others, but for what a resumed run leaves out: parts are of all that is selected.
    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> Generator[None, None, None]:
        yield
        keys = {item: subject.task.key for item in items if (subject := _subject(item))}
        weights = weigh(Counter(keys.values()), self._seconds)
        mine = split(weights, self._count)[self._number - 1]
        left_out = [item for item, key in keys.items() if key not in mine]
        if left_out:
            gone = set(left_out)
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if item not in gone]

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[_INPUT] = (self._base, self._seconds)


@dataclass(frozen=True)
class _Base:
    name: str = ""
    records: tuple[Result, ...] = ()


def begin(config: pytest.Config) -> None:
    """Raises pytest.UsageError when a run is continued whose parts can no longer be told."""
    settings = config.stash[SETTINGS]
    if settings.shard is None:
        return
    sent = getattr(config, "workerinput", {}).get(_INPUT)
    if sent is None:
        try:
            base = _base(settings)
        except UsageError as error:
            raise pytest.UsageError(f"--vwa-shard: {error}") from error
        sent = base.name, _seconds(base.records)
    shard = Shard(*settings.shard, *sent)
    config.stash[SHARD] = shard
    config.pluginmanager.register(shard, "vwa-shard")


def weigh(tests: Mapping[str, int], seconds: Mapping[str, float]) -> dict[str, float]:
    """By task, from its number of tests and the seconds of one; where these are not known, the
    mean of all."""
    usual = fmean(seconds.values()) if seconds else 1.0
    return {key: count * seconds.get(key, usual) for key, count in tests.items()}


def split(weights: Mapping[str, float], count: int) -> tuple[frozenset[str], ...]:
    """``count`` parts, heaviest first, each to the part that is lightest so far."""
    found: tuple[set[str], ...] = tuple(set() for _ in range(count))
    loads = [(0.0, number) for number in range(count)]
    heapify(loads)
    for key in sorted(weights, key=lambda key: (-weights[key], key)):
        load, number = loads[0]
        found[number].add(key)
        heapreplace(loads, (load + weights[key], number))
    return tuple(map(frozenset, found))


def _base(settings: Settings) -> _Base:
    """The run that tells how long tasks take: the one that a continued run began with, or else
    the latest that is no mere part of one."""
    journal = settings.report_dir / settings.run / runs.JOURNAL
    begun = results(journal) if settings.resume and _is_there(journal) else ()
    if not begun:
        return next(_wholes(settings), _Base())
    name = parts.base_of(begun[0])
    if not name:
        return _Base()
    found = runs.find("the run continued was made alike by", name, settings.report_dir, Path("/"))
    return _Base(name, results(found))


def _is_there(journal: Path) -> bool:
    return journal.exists() or (journal.parent / runs.SPOOL).is_dir()


def _wholes(settings: Settings) -> Iterator[_Base]:
    """One that another version wrote tells nothing here."""
    for journal in runs.newest_first(settings.report_dir):
        try:
            records = results(journal)
        except UsageError:
            continue
        if not parts.missing(records):
            yield _Base(journal.parent.name, records)


def _seconds(records: Sequence[Result]) -> dict[str, float]:
    spent: dict[str, list[float]] = {}
    for record in records:
        if total := record.seconds.get("total"):
            spent.setdefault(record.key, []).append(total)
    return {key: round(fmean(each), 3) for key, each in spent.items()}


def _subject(item: pytest.Item) -> Subject | None:
    found: Subject | None = getattr(getattr(item, "function", None), "vwa", None)
    return found
