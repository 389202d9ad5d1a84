"""Chat models of any provider behind one door."""

import time
from collections.abc import Sequence
from functools import partial
from random import uniform
from typing import TYPE_CHECKING, Any

from pytest_vwa.core.errors import ModelError, UsageError
from pytest_vwa.core.ports import LLM, Message, Reply, Usage

from . import failure, reading, size, window
from .limits import Limits
from .patience import within
from .pricelist import facts
from .reading import Answer, Said, Spoiled
from .reckoning import Reckoning
from .redaction import scrub
from .routes import route
from .terms import Terms
from .window import Prompt

if TYPE_CHECKING:
    from tenacity import RetryCallState

LONGEST_PAUSE = 30.0
"""Seconds between two attempts, unless the provider asks for more."""
WHOLE_REPLY = 5
"""Time-outs that a whole reply may take. The time-out itself counts from byte to byte."""
REDUCTIONS = 3
"""How often a prompt is halved that the provider calls too long."""


class ChatModel:
    """A model by its name: ``gpt-4o``, ``anthropic/claude-...``, or what the server at the base
    URL calls it.

    What may pass (rate limits, server errors, lost connections, time-outs, spoiled replies) is
    tried again, after ``pause``, 2 x ``pause``, ... seconds, less up to a half by chance, or when
    the provider's Retry-After says. A prompt that is too large for the model is reduced.
    """

    def __init__(self, name: str, terms: Terms | None = None) -> None:
        self.name = name
        self.terms = terms or Terms()
        self._route = route(name, self.terms)
        self._limits = Limits(self.terms.allowance)
        self._reckoning = Reckoning(self._route.facts, self.terms)

    def complete(self, messages: Sequence[Message]) -> Reply:
        """The reply at temperature 0; its usage includes that of failed attempts.

        Raises ModelError with the model, the HTTP status and a reason that holds no key, and
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
                complaint = self._complaint(said)
                del said  # a traceback with local variables would show what it quotes
                raise ModelError(complaint, sum(spent, Usage())) from None
            prompt, left = shorter, left - 1
        usage = sum(spent, Usage(seconds=time.monotonic() - started, calls=1))
        return Reply(said.text, usage, "; ".join(filter(None, (cut, said.note))))

    def _ask(self, prompt: Prompt, spent: list[Usage]) -> Said | Exception:
        """The reply, or why there is none after all attempts; ``spent`` gets each one's usage."""
        from httpx import HTTPError
        from openai import OpenAIError  # the root of litellm's errors as well
        from tenacity import Retrying, retry_if_exception, stop_after_attempt

        attempts = Retrying(
            stop=stop_after_attempt(self.terms.retries + 1),
            wait=self._pause,
            retry=retry_if_exception(failure.is_passing),
            reraise=True,
        )
        try:
            return attempts(self._attempt, prompt, spent)
        except (OpenAIError, HTTPError, Spoiled, ValueError) as error:
            return error

    def _attempt(self, prompt: Prompt, spent: list[Usage]) -> Said:
        most = self._reckoning.at_most(prompt)
        chat = self._route.wire.chat(prompt)
        self._route.api.prepare()
        with self._limits.call(most) as bill:
            try:
                answer = self._answer(chat)
            except Exception as error:
                bill.cost = most if failure.may_cost(error) else 0.0
                raise
            usage = self._reckoning.usage(answer, prompt)
            bill.cost = usage.cost_usd
        spent.append(usage)
        return reading.reply(answer.body)

    def _answer(self, chat: list[dict[str, Any]]) -> Answer:
        longest = WHOLE_REPLY * self.terms.timeout
        ask = partial(self._route.api.ask, chat, self._reckoning.longest_reply)
        try:
            return within(longest, ask)
        except TimeoutError:
            raise Spoiled(
                f"the reply was still on its way after {longest:g} seconds, {WHOLE_REPLY} times "
                "--vwa-timeout",
                passing=False,
            ) from None

    def _pause(self, state: "RetryCallState") -> float:
        asked = failure.retry_after(state.outcome.exception() if state.outcome else None)
        pause = min(self.terms.pause * 2 ** (state.attempt_number - 1), LONGEST_PAUSE)
        return uniform(pause / 2, pause) if asked is None else asked

    def _complaint(self, error: Exception) -> str:
        status = failure.status(error)
        said = f"HTTP {status}: " if status else ""
        tried = self.terms.retries + 1
        times = f" after {tried} attempts" if tried > 1 and failure.is_passing(error) else ""
        address = self.terms.base_url
        place = f" at {address}" if address else ""
        words = f"{said}{failure.words(error)}"
        return scrub(f"model {self.name}{place} gave no reply{times}: {words}", address)


def open_model(name: str, terms: Terms | None = None) -> LLM:
    """``demo`` is the built-in stand-in; any other name a provider's. Nothing is called yet.

    Raises UsageError when the name is empty.
    """
    if not name.strip():
        raise UsageError("no model: name one, e.g. --vwa-model=gpt-4o, or the stand-in demo")
    if name == "demo":
        from .demo import DemoModel

        return DemoModel()
    return ChatModel(name, terms)


def unpriced(name: str, terms: Terms) -> str:
    """What to say of a model whose price is not known; "" of one with a price."""
    if name == "demo" or terms.price or facts(name).price:
        return ""
    return (
        f"the price of {name} is not known and counted as $0; --vwa-price=IN,OUT gives it, in "
        "USD per million tokens"
    )
