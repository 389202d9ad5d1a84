"""On which terms models are called."""

from dataclasses import dataclass, field
from pathlib import Path

from .price import Price


@dataclass(frozen=True)
class Allowance:
    """What all workers of a run may do together; they meet in ``folder``. 0 is no limit, and no
    budget is None."""

    folder: Path
    requests_per_minute: float = 0.0
    concurrency: int = 0
    budget_usd: float | None = None


@dataclass(frozen=True)
class Terms:
    """``timeout`` is in seconds per attempt, ``pause`` in seconds before the second attempt.

    ``max_tokens`` is the longest reply, ``context_window`` the longest prompt and reply together;
    None leaves it to the price list. ``price`` is that of models which the list does not know.
    """

    base_url: str | None = field(default=None, repr=False)  # it may hold a password
    timeout: float = 120.0
    retries: int = 4
    pause: float = 1.0
    max_tokens: int | None = None
    context_window: int | None = None
    price: Price | None = None
    allowance: Allowance | None = None

    @property
    def lengths(self) -> dict[str, int]:
        """What of it changes a reply."""
        given = {"max_tokens": self.max_tokens, "context_window": self.context_window}
        return {name: length for name, length in given.items() if length is not None}


USUAL = Terms()
