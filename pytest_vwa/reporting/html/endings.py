"""How runs that were not won ended, each way with a link to its runs."""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.failures import failures

from .who import link_to_runs


@dataclass(frozen=True)
class Ending:
    """``share`` is of all endings, 0..1; ``link`` is to these runs."""

    name: str
    outcome: str
    count: int
    share: float
    link: str


def endings(agent: str, runs: Sequence[Record]) -> tuple[Ending, ...]:
    """The most frequent first."""
    return tuple(
        Ending(
            each.name,
            each.outcome,
            each.count,
            each.share,
            link_to_runs(agent=agent, ending=each.name),
        )
        for each in failures(runs)
    )
