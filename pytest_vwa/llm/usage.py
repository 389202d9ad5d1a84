"""What the calls of one run cost."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.ports import LLM, Message, Reply
from pytest_vwa.core.usage import NOTHING, Usage


def lasting(usage: Usage) -> dict[str, Any]:
    """What of it is the same whenever the same is asked: another time it takes longer."""
    return {name: value for name, value in asdict(usage).items() if name != "seconds"}


@dataclass
class Tally:
    """What calls cost that are made for one test, and what is noted of them."""

    usage: Usage = NOTHING
    notes: list[str] = field(default_factory=list)


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
