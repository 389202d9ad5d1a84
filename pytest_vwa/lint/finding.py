"""What lint says."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Severity(StrEnum):
    """``error``: cannot be judged, or can never be won. ``warning``: its score cannot be trusted.
    ``note``: good to know."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Finding:
    """One line of the report. ``field`` is the field at fault, ``text`` says what stands there,
    what is allowed and the remedy; ``line`` is where the task begins, ``mended_by`` the overlays
    that mend it."""

    code: str
    severity: Severity
    key: str
    field: str
    text: str
    path: Path
    line: int
    mended_by: tuple[str, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it makes the exit code 1."""
        return self.severity is Severity.ERROR and not self.mended_by
