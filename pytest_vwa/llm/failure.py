"""What went wrong with a model call, whichever package made it.

litellm gives every failure a status code, also where no server was reached; the HTTP response in
the chain of causes tells the truth.
"""

import re
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from json import JSONDecodeError
from time import time
from typing import Any

from . import reading
from .reading import Spoiled

LONGEST_WAIT = 300.0
"""Seconds. A provider that asks for more is not waited for."""

_TOO_LONG = re.compile(
    r"context[_ ](length|window|size)|maximum context|prompt is too long|too many (input )?tokens"
    r"|input token count|reduce the length",
    re.IGNORECASE,
)
_RETRY_DELAY = re.compile(r'"retryDelay":\s*"(\d+(?:\.\d+)?)s"')


def status(error: BaseException | None) -> int | None:
    """The HTTP status; None when no server answered."""
    refusal = _refusal(error)
    return None if refusal is None else int(refusal.status_code)


def is_passing(error: BaseException) -> bool:
    """Worth another attempt: rate limit, server error, lost connection, time-out, spoiled reply."""
    spoiled = _spoiled(error)
    if spoiled:
        return spoiled.passing
    code = status(error)
    if code is None:
        return bool(_lost(error))
    if code == 429:
        return "insufficient_quota" not in _body(error) and (retry_after(error) or 0) < LONGEST_WAIT
    return code in (408, 425) or code >= 500


def is_too_long(error: BaseException) -> bool:
    """The provider says that the prompt does not fit into the model's window."""
    return status(error) in (400, 413) and bool(_TOO_LONG.search(_body(error)))


def may_cost(error: BaseException) -> bool:
    """The provider may have made a reply, and may bill it, that did not arrive here whole."""
    import httpx

    unsent = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
    if status(error) is not None or any(isinstance(link, unsent) for link in _chain(error)):
        return False
    return _spoiled(error) is not None or bool(_lost(error))


def retry_after(error: BaseException | None) -> float | None:
    """How many seconds the provider asks to wait, given as such or as a date, or in Gemini's way;
    None when it does not say."""
    refusal = _refusal(error)
    if refusal is None:
        return None
    if delay := _RETRY_DELAY.search(refusal.text):
        return float(delay[1])
    asked = refusal.headers.get("retry-after", "")
    if re.fullmatch(r"\d+(\.\d*)?", asked):
        return float(asked)
    try:
        return max(0.0, parsedate_to_datetime(asked).timestamp() - time())
    except ValueError:
        return None


def words(error: BaseException) -> str:
    """What the provider says, in one line; else what happened."""
    spoiled = _spoiled(error)
    if spoiled:
        return str(spoiled)
    if said := reading.words(_body(error)):
        return said
    if (sent := _no_json(error)) is not None:
        return reading.no_json(sent)
    said = str(error).strip() or type(error).__name__
    for prefix in ("litellm.", f"{type(error).__name__}: ", f"{type(error).__name__}: "):
        said = said.removeprefix(prefix)
    said = said.splitlines()[0]
    return (said.partition("Exception - ")[2] or said) + _cause(error)


def _cause(error: BaseException) -> str:
    """What became of the connection: the packages keep it to themselves."""
    lost = _lost(error)
    return f" ({lost[0]})" if lost and str(lost[0]) not in str(error) else ""


def _lost(error: BaseException) -> list[BaseException]:
    """What broke on the way of an answer: the connection, or the JSON that it carried."""
    import httpx

    broken = (httpx.TransportError, JSONDecodeError)
    return [link for link in _chain(error) if isinstance(link, broken)]


def _no_json(error: BaseException) -> str | None:
    """What came in place of JSON; None when that is not what happened."""
    return next((lost.doc for lost in _lost(error) if isinstance(lost, JSONDecodeError)), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _spoiled(error: BaseException) -> Spoiled | None:
    return next((link for link in _chain(error) if isinstance(link, Spoiled)), None)


def _refusal(error: BaseException | None) -> Any:
    """The provider's HTTP response, an ``httpx.Response``; None when there was none."""
    import httpx

    answers = (link.response for link in _chain(error) if isinstance(link, httpx.HTTPStatusError))
    return next(answers, None)


def _body(error: BaseException) -> str:
    refusal = _refusal(error)
    return str(refusal.text) if refusal is not None else ""
