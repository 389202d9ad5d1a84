"""Calls of a model as a run allows them: paid, in turn, and tried again."""

from collections.abc import Callable
from random import uniform
from typing import TYPE_CHECKING, TypeVar

from pytest_vwa.core.usage import Usage

from . import failure
from .limits import Limits
from .patience import within
from .reading import Spoiled
from .redaction import scrub
from .terms import Terms

if TYPE_CHECKING:
    from tenacity import RetryCallState

T = TypeVar("T")

LONGEST_PAUSE = 30.0
"""Seconds between two attempts, unless the provider asks for more."""
WHOLE_REPLY = 5
"""Time-outs that a whole reply may take. The time-out itself counts from byte to byte."""


class Calls:
    """Those of one model on these terms, whatever it is asked.

    What may pass (rate limits, server errors, lost connections, time-outs, spoiled replies) is
    tried again, after ``pause``, 2 x ``pause``, ... seconds, less up to a half by chance, or when
    the provider's Retry-After says.
    """

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._limits = Limits(terms.allowance)

    def tried(self, attempt: Callable[[], T]) -> T | Exception:
        """What an attempt gives, or why none gave anything.

        An attempt raises openai.OpenAIError, httpx.HTTPError, Spoiled or ValueError; what else it
        raises, such as BudgetSpent, passes through.
        """
        from httpx import HTTPError
        from openai import OpenAIError  # the root of litellm's errors as well
        from tenacity import Retrying, retry_if_exception, stop_after_attempt

        attempts = Retrying(
            stop=stop_after_attempt(self._terms.retries + 1),
            wait=self._pause,
            retry=retry_if_exception(failure.is_passing),
            reraise=True,
        )
        try:
            return attempts(attempt)
        except (OpenAIError, HTTPError, Spoiled, ValueError) as error:
            return error

    def paid(
        self, most: float, ask: Callable[[], T], usage: Callable[[T], Usage]
    ) -> tuple[T, Usage]:
        """The answer to one attempt that costs at most ``most`` US dollars, and its ``usage``.

        Waits until it may begin. Raises BudgetSpent when it may not be made.
        """
        with self._limits.call(most) as bill:
            try:
                answer = self._whole(ask)
            except Exception as error:
                bill.cost = most if failure.may_cost(error) else 0.0
                raise
            spent = usage(answer)
            bill.cost = spent.cost_usd
        return answer, spent

    def complaint(self, model: str, what: str, error: Exception) -> str:
        """``HTTP 503: ... (no reply from model gpt-4o, in 5 attempts)``, without any key: why
        comes first, as lines of a report are cut at their ends."""
        status = failure.status(error)
        said = f"HTTP {status}: " if status else ""
        tried = self._terms.retries + 1
        times = f", in {tried} attempts" if tried > 1 and failure.is_passing(error) else ""
        address = self._terms.base_url
        place = f" at {address}" if address else ""
        words = f"{said}{failure.words(error)}"
        return scrub(f"{words} (no {what} from {model}{place}{times})", address)

    def _whole(self, ask: Callable[[], T]) -> T:
        longest = WHOLE_REPLY * self._terms.timeout
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
        pause = min(self._terms.pause * 2 ** (state.attempt_number - 1), LONGEST_PAUSE)
        return uniform(pause / 2, pause) if asked is None else asked
