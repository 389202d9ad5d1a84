"""What the calls of one run cost."""

from collections.abc import Sequence

from pytest_vwa.core.ports import LLM, Message, Reply, Usage


class Metered:
    """A model that adds up the usage of its calls."""

    def __init__(self, llm: LLM) -> None:
        self.llm = llm
        self.name = llm.name
        self.usage = Usage()

    def complete(self, messages: Sequence[Message]) -> Reply:
        reply = self.llm.complete(messages)
        self.usage += reply.usage
        return reply
