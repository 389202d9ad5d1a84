"""Chat models of any provider behind one door."""

import time
from collections.abc import Sequence

from pytest_vwa.core.errors import ModelError, UsageError
from pytest_vwa.core.ports import LLM, Message, Reply, Usage

from . import failure, reading, size, window
from .calls import Calls
from .pricelist import facts
from .reading import Said
from .reckoning import Reckoning
from .routes import route, stranger
from .terms import Terms
from .window import Prompt

REDUCTIONS = 3
"""How often a prompt is halved that the provider calls too long."""


class ChatModel:
    """A model by its name: ``gpt-4o``, ``anthropic/claude-...``, or what the server at the base
    URL calls it.

    What may pass is tried again. A prompt that is too large for the model is reduced.
    """

    def __init__(self, name: str, terms: Terms | None = None) -> None:
        self.name = name
        self.terms = terms or Terms()
        self._route = route(name, self.terms)
        self._calls = Calls(self.terms)
        self._reckoning = Reckoning(self._route.facts, self.terms)

    def complete(self, messages: Sequence[Message]) -> Reply:
        """The reply at temperature 0; its usage includes that of failed attempts.

        Raises ModelError with the HTTP status, a reason that holds no key and the model, and
        BudgetSpent in place of a call that could pass the budget.
        """
        started = time.monotonic()
        spent: list[Usage] = []
        room = self._reckoning.room
        prompt, cut = window.fit(messages, room) if room else (tuple(messages), "")
        left = REDUCTIONS
        while not isinstance(said := self._ask(prompt, spent), Said):
            shorter = prompt
            if left and failure.is_too_long(said):
                shorter, cut = window.fit(messages, size.tokens(prompt) // 2)
            if shorter == prompt:
                # Not chained: the provider's own text may quote the key.
                complaint = self._calls.complaint(f"model {self.name}", "reply", said)
                del said  # a traceback with local variables would show what it quotes
                raise ModelError(complaint, sum(spent, Usage())) from None
            prompt, left = shorter, left - 1
        usage = sum(spent, Usage(seconds=time.monotonic() - started, calls=1))
        return Reply(said.text, usage, "; ".join(filter(None, (cut, said.note))))

    def _ask(self, prompt: Prompt, spent: list[Usage]) -> Said | Exception:
        """The reply, or why there is none after all attempts; ``spent`` gets each one's usage."""
        return self._calls.tried(lambda: self._attempt(prompt, spent))

    def _attempt(self, prompt: Prompt, spent: list[Usage]) -> Said:
        chat = self._route.wire.chat(prompt)
        self._route.api.prepare()
        answer, usage = self._calls.paid(
            self._reckoning.at_most(prompt),
            lambda: self._route.api.ask(chat, self._reckoning.longest_reply),
            lambda answer: self._reckoning.usage(answer, prompt),
        )
        spent.append(usage)
        return reading.reply(answer.body)


def open_model(name: str, terms: Terms | None = None) -> LLM:
    """``demo`` is the built-in stand-in; any other name a provider's. Nothing is called yet.

    Raises UsageError when the name is empty, or nobody is known to serve such a model.
    """
    if not name.strip():
        raise UsageError(
            "a model is asked and none is named: give --vwa-model=gpt-4o (any litellm id), or "
            "--vwa-model=demo for the built-in stand-in"
        )
    if name == "demo":
        from .demo import DemoModel

        return DemoModel()
    if told := stranger(name, terms or Terms()):
        raise UsageError(told)
    return ChatModel(name, terms)


def unpriced(name: str, terms: Terms) -> str:
    """What to say of a model whose price is not known; "" of one with a price."""
    if name == "demo" or terms.price or facts(name).price:
        return ""
    return (
        f"the price of {name} is not known and counted as $0; --vwa-price=IN,OUT gives it, in "
        "USD per million tokens"
    )
