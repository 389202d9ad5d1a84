"""What tokens cost."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tokens:
    """Of one reply; ``cached`` and ``audio`` are parts of the prompt that have prices of their
    own."""

    prompt: int = 0
    completion: int = 0
    cached: int = 0
    audio: int = 0


@dataclass(frozen=True)
class Price:
    """In US dollars per token. ``dearer`` holds ``(tokens, input, output)``: the prices of a
    request whose prompt has more tokens than that. ``second`` is the price of a second of sound
    where a speech model is paid by time."""

    input: float
    output: float
    cached: float | None = None
    audio: float | None = None
    dearer: tuple[tuple[int, float, float], ...] = ()
    second: float | None = None

    def of(self, tokens: Tokens) -> float:
        """The bill of one reply."""
        prompt, completion = self._at(tokens.prompt)
        cached = prompt if self.cached is None else self.cached * prompt / (self.input or 1.0)
        audio = prompt if self.audio is None else self.audio
        plain = max(0, tokens.prompt - tokens.cached - tokens.audio)
        return (
            plain * prompt
            + tokens.cached * cached
            + tokens.audio * audio
            + tokens.completion * completion
        )

    def _at(self, prompt: int) -> tuple[float, float]:
        """The prices of input and output in a request of so many tokens."""
        price = (self.input, self.output)
        for threshold, *dearer in sorted(self.dearer):
            if prompt > threshold:
                price = (dearer[0], dearer[1])
        return price
