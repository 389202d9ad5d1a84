"""What the calls of one run cost."""

from collections.abc import Sequence

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.ports import LLM, Message, Reply, Usage


class Metered:
    """A model that adds up the usage of its calls and keeps what their replies note."""

    def __init__(self, llm: LLM) -> None:
        self.llm = llm
        self.name = llm.name
        self.usage = Usage()
        self.notes: list[str] = []

    def complete(self, messages: Sequence[Message]) -> Reply:
        try:
            reply = self.llm.complete(messages)
        except ModelError as error:
            self.usage += error.usage
            raise
        self.usage += reply.usage
        if reply.note:
            self.notes.append(reply.note)
        return reply
