"""Whether a run has enough verdicts for anything to be said of it."""

from collections.abc import Iterable, Iterator, Sequence

from pytest_vwa.core.result import Run
from pytest_vwa.core.verdict import Outcome

from .baseline import agents_of
from .finding import Finding
from .units import counted

TOLERATED = 0.2
"""The share of runs without a verdict up to which the others stand for all."""
_REMEDY = "mend what breaks, or leave out with -k or -m what cannot run here"
_UNANSWERED = "of an agent that answers no questions, leave them out with -m 'not question'"


def check(records: Sequence[Run]) -> Iterator[Finding]:
    """Agent by agent: one that ran well does not make up for one that did not."""
    for agent in agents_of(records):
        own = [record for record in records if (record.agent or "") == agent]
        if is_short(own):
            who = f"{agent}: " if agent else ""
            remedy = _UNANSWERED if _lacks_answers(own) else _REMEDY
            yield Finding("UNJUDGED", f"{who}{told(own, 'runs')} ({_apart(own)}); {remedy}")


def is_short(records: Sequence[Run]) -> bool:
    return _without(records) > TOLERATED * len(records)


def told(records: Sequence[Run], nouns: str) -> str:
    """``2 of 9 tasks have no verdict, that is too many``"""
    without = _without(records)
    have = "has" if without == 1 else "have"
    return f"{without} of {counted(len(records), nouns)} {have} no verdict, that is too many"


def _without(records: Iterable[Run]) -> int:
    return sum(not record.is_judged for record in records)


def _lacks_answers(records: Sequence[Run]) -> bool:
    """All that have no verdict are questions that were skipped."""
    return all(
        record.is_judged or (record.is_question and record.outcome is Outcome.SKIPPED)
        for record in records
    )


def _apart(records: Sequence[Run]) -> str:
    """``1 error, 78 skipped``"""
    outcomes = [record.outcome for record in records]
    errors, skipped = outcomes.count(Outcome.ERROR), outcomes.count(Outcome.SKIPPED)
    parts = [counted(errors, "errors")] * bool(errors) + [f"{skipped} skipped"] * bool(skipped)
    return ", ".join(parts)
