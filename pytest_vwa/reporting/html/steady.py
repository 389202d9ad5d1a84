"""Tasks that were tried several times: did their trials agree?"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pytest_vwa.core.record import Record
from pytest_vwa.core.verdict import Outcome

Steady = Literal["flaky", "always passed", "never passed", ""]


@dataclass(frozen=True)
class Tries:
    """Of one agent at one task, or its question. ``trials`` is the highest number that one has;
    ``steady`` is over those that were judged, "" where fewer than two were."""

    trials: int
    steady: Steady


def tries(records: Sequence[Record], agents: Sequence[str]) -> list[Tries]:
    """Of each record, what came of all trials of its task by the same agent."""
    names = [
        (agent, record.key, record.is_question)
        for record, agent in zip(records, agents, strict=True)
    ]
    together = defaultdict(list)
    for name, record in zip(names, records, strict=True):
        together[name].append(record)
    found = {name: _tries(each) for name, each in together.items()}
    return [found[name] for name in names]


def _tries(records: Sequence[Record]) -> Tries:
    won = [record.outcome is Outcome.PASSED for record in records if record.is_judged]
    return Tries(max(record.trial for record in records), _steady(won))


def _steady(won: Sequence[bool]) -> Steady:
    if len(won) < 2:
        return ""
    if all(won):
        return "always passed"
    return "flaky" if any(won) else "never passed"
