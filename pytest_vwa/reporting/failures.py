"""How runs that were not won ended, told from their records."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_vwa.core.result import Run
from pytest_vwa.core.verdict import Outcome

UNSEEN = "gave the wrong answer, without the video"
_NOT_LOST = (Outcome.PASSED, Outcome.SKIPPED)
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


def failures(runs: Sequence[Run]) -> tuple[Failure, ...]:
    """The most frequent first."""
    counts = Counter((name, run.outcome) for run in runs if (name := failure(run)))
    total = counts.total()
    return tuple(
        Failure(name, outcome.value, count, count / total)
        for (name, outcome), count in counts.most_common()
    )


def failure(run: Run) -> str:
    """Of a run that was lost or broke; "" of others."""
    if run.outcome in _NOT_LOST:
        return ""
    if run.outcome is Outcome.ERROR:
        return f"{run.error_kind or 'harness'} error{_trouble(run)}"
    if run.stop not in ("", "answered"):
        return f"ended by {run.stop}"
    if run.is_question:
        return UNSEEN if run.watched is False else "misread the video"
    if run.blocked:
        return "gave up where it was blocked"
    for check in run.checks:
        if check.value < 1:
            return _LOST.get(check.kind, f"lost at {check.kind}")
    return "lost"


def _trouble(run: Run) -> str:
    """``: down`` where it was a site's, of one of the kinds that these have."""
    if not run.trouble:
        return ""
    return f": {run.trouble.kind}{', not run' * run.trouble.not_run}"
