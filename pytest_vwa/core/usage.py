"""What model calls cost."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Usage:
    """What model calls cost: tokens, US dollars, seconds."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0
    calls: int = 0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost_usd + other.cost_usd,
            self.seconds + other.seconds,
            self.calls + other.calls,
        )

    def __sub__(self, other: "Usage") -> "Usage":
        return Usage(
            self.prompt_tokens - other.prompt_tokens,
            self.completion_tokens - other.completion_tokens,
            self.cost_usd - other.cost_usd,
            self.seconds - other.seconds,
            self.calls - other.calls,
        )


NOTHING = Usage()
