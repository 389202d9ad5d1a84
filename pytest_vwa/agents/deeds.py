"""What was done, in words that outlive the numbers of a page."""

from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.trajectory import Trajectory


def deed(action: Action, observation: Observation) -> str:
    """``click [4] on [A] [Red kayak]``"""
    return f"{action}{_aim(action, observation)}".replace("\n", " ")


def deeds(trajectory: Trajectory) -> list[str]:
    """A numbered line per step; what held no action says why."""
    told = (
        deed(step.action, step.observation) if step.action else f"none: {step.note}"
        for step in trajectory.steps
    )
    return [f"{number}. {line}" for number, line in enumerate(told, 1)]


def _aim(action: Action, observation: Observation) -> str:
    aimed = (element for element in observation.elements if element.id == action.element)
    return next((f" on [{element.tag}] [{element.text}]" for element in aimed), "")
