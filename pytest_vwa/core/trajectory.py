"""What happened in one run of one task."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .action import Action
from .observation import Observation
from .usage import NOTHING, Usage

NOT_DONE = "not done: "
"""How the note on an action that was not performed begins."""
NOT_OPENED = " was not opened: "
"""What the note says between the address of a page that is refused and the reason."""


class StopReason(StrEnum):
    ANSWERED = "answered"
    STEP_LIMIT = "step limit"
    UNREADABLE = "unreadable replies"
    REPEATED = "repeated action"
    TIME_LIMIT = "time limit"


@dataclass(frozen=True)
class Step:
    """One turn. ``action`` is None when the reply held no valid action; ``note`` then says why.

    ``note`` also holds what there is to say about the action: what went wrong, or what else
    happened; empty when all went well.
    ``seconds`` is by phase: ``observe``, ``model``, ``act``. ``usage`` is of its model calls.
    """

    number: int
    observation: Observation
    reply: str
    action: Action | None
    note: str = ""
    seconds: Mapping[str, float] = field(default_factory=dict)
    usage: Usage = NOTHING

    @property
    def done(self) -> bool:
        """Whether there was an action and it was performed."""
        return self.action is not None and NOT_DONE not in self.note


@dataclass(frozen=True)
class Trajectory:
    """All steps of one run; ``answer`` is "" when the agent never stopped by itself.

    ``from_outside``: the agent drove the browser by itself, and its steps are what was seen of
    it: the pages it opened, not what it did on them.
    """

    steps: tuple[Step, ...]
    stop: StopReason
    answer: str = ""
    from_outside: bool = False
