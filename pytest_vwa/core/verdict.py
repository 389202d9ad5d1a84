"""How a run was judged."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, get_args

from .errors import VwaError
from .task import Check

Profile = Literal["reference", "strict"]
PROFILES: tuple[Profile, ...] = get_args(Profile)
"""``reference`` scores as the published evaluators do, ``strict`` with their defects mended."""


class Outcome(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    SKIPPED = "skipped"


JUDGED = (Outcome.PASSED, Outcome.FAILED)
"""Those that are a verdict."""


@dataclass(frozen=True)
class Score:
    """What one check is worth, from 0 to 1, and why in words a person reads.

    The reason says what was expected and what was found:
    ``expected to include '1986 nova xl 23ft', got 'Sea Ray 185'``.
    """

    value: float
    reason: str = ""

    @property
    def passed(self) -> bool:
        return self.value == 1.0


@dataclass(frozen=True)
class Verdict:
    """All scores of one run. The task is passed when every check is."""

    scores: tuple[tuple[Check, Score], ...]

    @property
    def value(self) -> float:
        return min((score.value for _, score in self.scores), default=0.0)

    @property
    def outcome(self) -> Outcome:
        return Outcome.PASSED if self.value == 1.0 else Outcome.FAILED

    @property
    def reason(self) -> str:
        """Of the first check that was lost; empty when none was."""
        return next((score.reason for _, score in self.scores if not score.passed), "")


Verdicts = Mapping[Profile, Verdict | VwaError]
"""What each profile says; an error where its evaluators broke."""
