"""Agents that must win nothing: what they win, a task set gives away for free."""

from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.ports import Brief


class NoopAgent:
    """Stops at once and says nothing."""

    reply = ""

    def begin(self, brief: Brief) -> None:
        pass

    def act(self, observation: Observation) -> Action:
        return Action("stop", value=self.reply)

    def answer(self, question: str) -> str:
        return self.reply


class ConstantAgent(NoopAgent):
    """Stops at once and says that it cannot be done."""

    reply = "N/A"
