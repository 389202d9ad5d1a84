"""The baseline that remembers its last tasks, after the memory-augmented agents of MMInA."""

from pytest_vwa.core.ports import LLM, Brief
from pytest_vwa.core.trajectory import Trajectory

from .chat import ChatAgent
from .deeds import deeds
from .prompts import Prompt

TASKS = 2
"""How many it remembers: MMInA's K."""


class MemoryAgent(ChatAgent):
    """As ``text``, and told what it did in its last tasks in this process and how they ended.

    ``memory`` outlives the agent: the harness gives the same list to every task's agent of this
    name, and nobody else's. It holds the tasks' keys and what there is to tell of them.
    """

    def __init__(
        self, llm: LLM, memory: list[tuple[str, str]], prompt: Prompt | None = None
    ) -> None:
        super().__init__(llm, prompt)
        self.memory = memory

    def recall(self, brief: Brief) -> str:
        """The latest last; an earlier run of this very task is not told."""
        others = [told for key, told in self.memory if key != brief.key]
        return "\n\n".join(others[-TASKS:])

    def remember(self, trajectory: Trajectory, passed: bool) -> None:
        outcome = "passed" if passed else "failed"
        lines = [f"Objective: {self.brief.intent}", *deeds(trajectory), f"Outcome: {outcome}"]
        self.memory.append((self.brief.key, "\n".join(lines)))
