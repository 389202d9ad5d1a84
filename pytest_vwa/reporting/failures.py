"""How runs that were not won ended, told from their records."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_vwa.core.record import Record
from pytest_vwa.core.trajectory import NOT_DONE, NOT_OPENED
from pytest_vwa.core.verdict import Outcome

_LOST = {
    "url_match": "stopped on the wrong page",
    "string_match": "gave the wrong answer",
    "program_html": "left a page not as asked",
    "page_image_query": "left a picture not as asked",
}


@dataclass(frozen=True)
class Failure:
    """One way to fail: ``outcome`` is failed or error, ``share`` is of all that failed, 0..1."""

    name: str
    outcome: str
    count: int
    share: float


def failures(runs: Sequence[Record]) -> tuple[Failure, ...]:
    """The most frequent first."""
    counts = Counter((name, run.outcome.value) for run in runs if (name := failure(run)))
    total = counts.total()
    return tuple(
        Failure(name, outcome, count, count / total)
        for (name, outcome), count in counts.most_common()
    )


def failure(run: Record) -> str:
    """Of a run that was lost or broke; "" of others."""
    if run.outcome not in (Outcome.FAILED, Outcome.ERROR):
        return ""
    if run.outcome is Outcome.ERROR:
        return f"{run.error_kind or 'harness'} error"
    if run.stop not in ("", "answered"):
        return f"ended by {run.stop}"
    if run.is_question:
        return "misread the video"
    if _blocked(run):
        return "gave up where it was blocked"
    lost = next((check.kind for check in run.checks if check.value < 1), "")
    return _LOST.get(lost, f"lost at {lost}" if lost else "lost")


def _blocked(run: Record) -> bool:
    """Whether the last thing it tried before it stopped could not be done or was refused."""
    tried = [step for step in run.steps if not step.action.startswith("stop")]
    return bool(tried) and any(said in tried[-1].note for said in (NOT_DONE, NOT_OPENED))
