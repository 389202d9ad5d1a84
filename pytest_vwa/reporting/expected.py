"""What listed tests may take, by what a finished run took: a pure function of its records."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pytest_vwa.core.result import Run

from .summary import Effort
from .units import counted, dollars, duration, tokens


@dataclass(frozen=True)
class Listed:
    """A test that is listed: what of it a record can be found by."""

    key: str
    question: bool
    sites: tuple[str, ...]
    agent: str | None


@dataclass(frozen=True)
class Expected:
    """Of ``known`` tests the last run has records of the same task, of ``alike`` ones records of
    their site or agent; of ``unknown`` ones nothing, and they are not in ``total``."""

    total: Effort
    known: int
    alike: int
    unknown: int


def expect(tests: Sequence[Listed], records: Iterable[Run]) -> Expected:
    """The mean of the same task by the same agent, where there is one; else of its site's tasks (or
    questions) by that agent, else of all of them by that agent."""
    ran = [record for record in records if record.is_judged]
    means = _means(ran)
    found = [next((way for way in _ways(test) if way in means), None) for test in tests]
    known = sum(way == _ways(test)[0] for way, test in zip(found, tests, strict=True))
    unknown = found.count(None)
    sums = [sum(column) for column in zip(*(means[way] for way in found if way), strict=True)]
    return Expected(Effort(*sums), known, len(tests) - known - unknown, unknown)


def lines(expected: Expected, run: str) -> Iterator[str]:
    told = expected.known + expected.alike
    if told:
        total = expected.total
        spent = (
            f"{counted(round(total.steps), 'steps')}, {tokens(total.tokens)} tokens, "
            f"{dollars(total.cost_usd)}, {duration(total.seconds)} of work"
        )
        alike = f", {expected.alike} by tasks like them" * bool(expected.alike)
        yield f"expected of {counted(told, 'tests')}, by run {run}{alike}: {spent}"
    if expected.unknown:
        tests = counted(expected.unknown, "tests")
        yield f"unknown of {tests}: run {run} judged nothing like them by their agents"


def _means(records: Iterable[Run]) -> Mapping[Hashable, tuple[float, ...]]:
    by_way: defaultdict[Hashable, list[tuple[float, ...]]] = defaultdict(list)
    for record in records:
        test = Listed(record.key, record.is_question, record.sites, record.agent)
        for way in _ways(test):
            by_way[way].append(_spent(record))
    return {
        way: tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))
        for way, rows in by_way.items()
    }


def _ways(test: Listed) -> tuple[Hashable, ...]:
    """By what its like are found, the nearest first."""
    rest = test.question, test.agent
    return (test.key, *rest), (test.sites, *rest), rest


def _spent(record: Run) -> tuple[float, ...]:
    return (
        len(record.steps),
        record.prompt_tokens + record.completion_tokens + record.judge_tokens,
        record.cost_usd + record.judge_cost_usd,
        record.seconds.get("total", 0.0),
    )
