"""What was so before the agent did anything is no work of the agent."""

from pytest_vwa.core.ports import Evaluator, Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.core.trajectory import Trajectory
from pytest_vwa.core.verdict import Score

LOOKING = frozenset({"stop", "scroll", "hover", "tab_focus"})
"""Actions that only look, or end the run."""
UNEARNED = "it was already so before the agent did anything"


def earned(evaluator: Evaluator) -> Evaluator:
    """The evaluator of a page, whose score counts only when the agent acted at all."""

    def evaluate(evidence: Evidence, check: Check) -> Score:
        score = evaluator(evidence, check)
        if score.passed and _only_looked(evidence.trajectory):
            return Score(
                0.0, f"{score.reason}, but it was already so before the agent did anything"
            )
        return score

    return evaluate


def _only_looked(trajectory: Trajectory | None) -> bool:
    # What was seen from outside does not tell what was done on a page.
    if trajectory is None or trajectory.from_outside:
        return False
    return all(step.action is None or step.action.kind in LOOKING for step in trajectory.steps)
