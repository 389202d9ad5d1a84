"""What it costs to have a video heard by a server."""

from functools import cached_property

from pytest_vwa.core.usage import Usage
from pytest_vwa.llm import size
from pytest_vwa.llm.price import Price, Tokens
from pytest_vwa.llm.pricelist import Facts, facts
from pytest_vwa.llm.reckoning import LONGEST_REPLY
from pytest_vwa.llm.terms import Terms

from .answer import Heard


class Fare:
    """Of one speech model: by the second or by the token, as the price list says; by the token
    where the terms give the price."""

    def __init__(self, model: str, terms: Terms) -> None:
        self._model = model
        self._terms = terms

    def at_most(self, seconds: float) -> float:
        """US dollars that an attempt at so much sound may cost."""
        if self._price is None:
            return 0.0
        sound = size.sound_tokens(seconds)
        tokens = Tokens(sound, self._facts.longest_reply or LONGEST_REPLY, audio=sound)
        return max(self._price.of(tokens), seconds * (self._price.second or 0.0))

    def usage(self, heard: Heard, seconds: float) -> Usage:
        """As the server counts. Where it counts no tokens and is paid by them, they are estimated;
        the price of a model that nobody knows is 0."""
        price, tokens = self._price, heard.tokens
        if price is None:
            cost = 0.0
        elif price.second is not None and not (tokens and price.input):
            cost = seconds * price.second
        else:
            tokens = tokens or _estimated(heard, seconds)
            cost = price.of(tokens)
        return Usage(tokens.prompt, tokens.completion, cost) if tokens else Usage(cost_usd=cost)

    @cached_property
    def _facts(self) -> Facts:
        return facts(self._model)

    @property
    def _price(self) -> Price | None:
        return self._facts.price or self._terms.price


def _estimated(heard: Heard, seconds: float) -> Tokens:
    sound = size.sound_tokens(seconds)
    said = " ".join(cue.text for cue in heard.cues)
    return Tokens(sound, size.text_tokens(said), audio=sound)
