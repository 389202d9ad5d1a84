"""What was so before the agent did anything is no work of the agent."""

from collections.abc import Iterator
from itertools import pairwise

from pytest_vwa.core.ports import Evaluator, Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.core.trajectory import Step, Trajectory
from pytest_vwa.core.verdict import Score

INPUT = frozenset({"click", "type", "clear", "select", "upload"})
"""Actions that give a page something, when they are done."""
TRAVEL = frozenset({"goto", "go_back", "go_forward", "press"})
"""Actions that may lead elsewhere; all others only look."""
UNEARNED = "it was already so before the agent did anything"

_LAST = "last"
_SUBMITTING = frozenset({"enter", "return", "space", "spacebar"})


def earned(evaluator: Evaluator) -> Evaluator:
    """The evaluator of a page, whose score counts only when the agent did something for it: it
    gave a page some input, or, where the page that it ended on is judged, it went there."""

    def evaluate(evidence: Evidence, check: Check) -> Score:
        score = evaluator(evidence, check)
        if score.passed and not _did_something(evidence, check):
            return Score(0.0, f"{score.reason}, but {UNEARNED}")
        return score

    return evaluate


def _did_something(evidence: Evidence, check: Check) -> bool:
    trajectory = evidence.trajectory
    # What was seen from outside does not tell what was done on a page.
    if trajectory is None or trajectory.from_outside or any(_inputs(trajectory)):
        return True
    return _is_about_the_end(check) and _went_elsewhere(trajectory, evidence.last_url)


def _inputs(trajectory: Trajectory) -> Iterator[bool]:
    """Step by step. A key alone gives something only to an element that Tab has led to; a click
    or a key, only when something came of it."""
    led = False
    for step, stirred in zip(trajectory.steps, _stirred(trajectory), strict=True):
        kind = step.action.kind if step.action and step.done else ""
        keys = _keys(step) if kind == "press" else frozenset()
        led = led or "tab" in keys
        if kind in INPUT - {"click"}:
            yield True
        yield stirred and (kind == "click" or (led and bool(keys & _SUBMITTING)))


def _stirred(trajectory: Trajectory) -> Iterator[bool]:
    """Of each step, whether anything came of it until the next; of the last nobody knows."""
    yield from (step.observation.stirred for step in trajectory.steps[1:])
    yield True


def _keys(step: Step) -> frozenset[str]:
    written = step.action.value if step.action else ""
    return frozenset(written.casefold().replace(",", " ").replace("+", " ").split())


def _is_about_the_end(check: Check) -> bool:
    """And not about what a site has kept."""
    queries = check.args.get("queries", ())
    return (
        check.kind == "url_match"
        or check.args.get("url") == _LAST
        or (bool(queries) and all(query.get("eval_image_url") == _LAST for query in queries))
    )


def _went_elsewhere(trajectory: Trajectory, last_url: str) -> bool:
    """By an action of the agent's, and it has not come back."""
    urls = [*(step.observation.url for step in trajectory.steps), last_url]
    moves = zip(trajectory.steps, pairwise(urls), strict=True)
    return urls[0] != last_url and any(
        step.done and step.action and step.action.kind in TRAVEL and here != there
        for step, (here, there) in moves
    )
