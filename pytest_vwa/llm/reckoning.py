"""How long a prompt and a reply may be, and what they cost."""

from pytest_vwa.core.ports import Usage

from . import reading, size
from .price import Price, Tokens
from .pricelist import Facts
from .reading import Answer
from .terms import Terms
from .window import Prompt

LONGEST_REPLY, LONGEST_THOUGHT = 4096, 16384
"""Tokens that a reply may have where there is a budget and nobody says more: of most models, and
of those that reason, whose reasoning counts."""
_CAUTION = 2
"""A prompt may have so many times the tokens it is estimated at; the budget allows for that."""


class Reckoning:
    """Of one model on these terms. What its own settings leave open, the price list says."""

    def __init__(self, facts: Facts, terms: Terms) -> None:
        self._facts = facts
        self._terms = terms
        self.price: Price | None = facts.price or terms.price

    @property
    def room(self) -> int | None:
        """Tokens for a prompt; None when the model's window is not known."""
        window = self._terms.context_window or self._facts.window
        if window is None:
            return None
        return window - min(self.longest_reply or LONGEST_REPLY, window // 4)

    @property
    def longest_reply(self) -> int | None:
        """In tokens; None leaves it to the provider. What has no end has no price, so with a
        budget there always is one."""
        if self._terms.max_tokens or not self._has_budget:
            return self._terms.max_tokens
        longest = LONGEST_THOUGHT if self._facts.reasons else LONGEST_REPLY
        return min(longest, self._facts.longest_reply or longest)

    def at_most(self, prompt: Prompt) -> float:
        """US dollars that an attempt may cost; reckoned only where there is a budget."""
        if not self._has_budget or self.price is None:
            return 0.0
        recorded = size.recorded(prompt)
        plain = (size.tokens(prompt) - recorded) * _CAUTION
        return self.price.of(Tokens(plain + recorded, self.longest_reply or 0, audio=recorded))

    def usage(self, answer: Answer, prompt: Prompt) -> Usage:
        """As the provider counts; estimated when it does not."""
        tokens = reading.tokens(answer.body)
        if tokens is None:
            tokens = Tokens(size.tokens(prompt), size.text_tokens(reading.text(answer.body)))
        cost = answer.cost
        if cost is None:
            cost = self.price.of(tokens) if self.price else 0.0
        return Usage(tokens.prompt, tokens.completion, cost)

    @property
    def _has_budget(self) -> bool:
        allowance = self._terms.allowance
        return allowance is not None and allowance.budget_usd is not None
