"""How runs that were not won ended, told from their records."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_vwa.core.record import Record
from pytest_vwa.core.verdict import Outcome

from .who import link_to_runs

_LOST = {
    "url_match": "stopped on the wrong page",
    "string_match": "gave the wrong answer",
    "program_html": "left a page not as asked",
    "page_image_query": "left a picture not as asked",
}


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
    counts = Counter((name, run.outcome.value) for run in runs if (name := ending(run)))
    total = counts.total()
    return tuple(
        Ending(name, outcome, count, count / total, link_to_runs(agent=agent, ending=name))
        for (name, outcome), count in counts.most_common()
    )


def ending(run: Record) -> str:
    """Of a run that was lost or broke; "" of others."""
    if run.outcome not in (Outcome.FAILED, Outcome.ERROR):
        return ""
    if run.outcome is Outcome.ERROR:
        return f"{run.error_kind or 'harness'} error"
    if run.stop not in ("", "answered"):
        return f"ended by {run.stop}"
    lost = next((check.kind for check in run.checks if check.value < 1), "")
    return _LOST.get(lost, f"lost at {lost}" if lost else "lost")
