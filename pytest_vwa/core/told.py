"""What a record and a ``Result`` tell alike. Without pydantic, which takes longer to import than a
summary may take to begin."""

from typing import TYPE_CHECKING, Final

from .verdict import JUDGED, Outcome

VERSION: Final = 1
"""Of both, on disk."""


class Told:
    """What follows from the fields, for a record and for a ``Result`` alike."""

    __slots__ = ()
    if TYPE_CHECKING:  # pydantic would put these before its own
        nodeid: str
        kind: str
        outcome: Outcome
        reason: str
        seconds: dict[str, float]

    @property
    def is_question(self) -> bool:
        return self.kind == "question"

    @property
    def is_judged(self) -> bool:
        """Whether it has a verdict, and so counts in rates."""
        return self.outcome in JUDGED

    @property
    def duration(self) -> float:
        """Seconds of all phases together."""
        spent = self.seconds
        return spent["total"] if "total" in spent else sum(spent.values())

    @property
    def name(self) -> str:
        """``shopping-3-question[summary]``: its test's name, without the file."""
        return self.nodeid.rpartition("::")[2]

    @property
    def test(self) -> str:
        """``shopping-3-question``: its test's name without agent and browser."""
        return self.name.partition("[")[0]

    @property
    def why(self) -> str:
        """The first line of the reason."""
        return next(iter(self.reason.strip().splitlines()), "no reason given")
