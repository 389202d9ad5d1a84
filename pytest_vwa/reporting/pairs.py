"""Two agents on the same tasks: what one wins and the other does not; a pure function of records.

A task of several trials is won when more than half of its judged runs were passed. It is compared
where both agents have a judged run of it; tasks of which one has none are counted, not compared.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from pytest_vwa.core.result import Run
from pytest_vwa.core.verdict import Outcome

from .stats import mcnemar

BASELINE = "text"
"""The agent without a tutorial comes last: what others gain over it is what theirs is worth."""

Who = tuple[str, str, str]
"""Agent, model, scoring profile."""
Wins = Mapping[str, bool | None]
"""Is it won, by task key; None when no run was judged."""
_Runs = defaultdict[Who, list[Run]]


@dataclass(frozen=True)
class Pair:
    """``gained`` are the keys of what ``first`` alone won, ``lost`` of what ``second`` alone won;
    ``both`` and ``neither`` count the others. ``left_out`` had no verdict for one of them."""

    first: str
    second: str
    noun: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    both: int
    neither: int
    left_out: int

    @property
    def compared(self) -> int:
        return len(self.gained) + len(self.lost) + self.both + self.neither

    @property
    def p(self) -> float:
        """Of the exact two-sided McNemar test."""
        return mcnemar(len(self.gained), len(self.lost))


def pairs(records: Iterable[Run], first: str = "") -> tuple[Pair, ...]:
    """Every two agents (or models) scored by the same profile that met a task, in the order of
    their names, but for the agent that is named ``first``; tasks and questions apart."""
    tasks: _Runs = defaultdict(list)
    questions: _Runs = defaultdict(list)
    for record in records:
        (questions if record.is_question else tasks)[_who(record)].append(record)
    return (*_pairs("tasks", tasks, first), *_pairs("questions", questions, first))


def _pairs(noun: str, runs: _Runs, before: str) -> Iterator[Pair]:
    if len(runs) < 2:
        return
    agents = sorted(runs, key=lambda who: (who[0] != before, order(who)))
    wins = {who: _wins(runs[who]) for who in agents}
    for first, second in combinations(wins, 2):
        if first[2] == second[2] and wins[first].keys() & wins[second].keys():
            titles = _title(first, second), _title(second, first)
            yield _pair(*titles, noun, wins[first], wins[second])


def _pair(first: str, second: str, noun: str, mine: Wins, other: Wins) -> Pair:
    keys = sorted(mine.keys() | other.keys(), key=natural)
    verdicts = {key: (mine.get(key), other.get(key)) for key in keys}
    won = {key: verdict for key, verdict in verdicts.items() if None not in verdict}
    found = list(won.values())
    return Pair(
        first,
        second,
        noun,
        gained=tuple(key for key, verdict in won.items() if verdict == (True, False)),
        lost=tuple(key for key, verdict in won.items() if verdict == (False, True)),
        both=found.count((True, True)),
        neither=found.count((False, False)),
        left_out=len(verdicts) - len(won),
    )


def _who(record: Run) -> Who:
    return record.agent or "no agent", record.model or "", record.profile


def order(who: tuple[str | None, str | None, str]) -> tuple[bool, Who]:
    """By which agents, with their models and profiles, are sorted."""
    agent, model, profile = who
    return agent == BASELINE, (agent or "", model or "", profile)


def _title(who: Who, other: Who) -> str:
    """The agent's name, with its model where the other's differs."""
    return f"{who[0]} · {who[1]}" if who[1] and who[1] != other[1] else who[0]


def _wins(runs: Iterable[Run]) -> Wins:
    passed: defaultdict[str, list[bool]] = defaultdict(list)
    for run in runs:
        passed[run.key] += [run.outcome is Outcome.PASSED] * run.is_judged
    return {key: 2 * sum(won) > len(won) if won else None for key, won in passed.items()}


def natural(key: str) -> tuple[str, int, str]:
    """``arena/shopping/9`` before ``arena/shopping/10``"""
    place, _, number = key.rpartition("/")
    return place, int(number) if number.isdecimal() else 0, number
