"""What went wrong with a model call, whatever litellm makes of it.

litellm gives every failure a status code, also where no server was reached; the HTTP response in
the chain of causes tells the truth.
"""

from collections.abc import Iterator
from typing import Any


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _refusal(error: BaseException | None) -> Any:
    """The provider's HTTP response, an ``httpx.Response``; None when there was none."""
    import httpx

    answers = (link.response for link in _chain(error) if isinstance(link, httpx.HTTPStatusError))
    return next(answers, None)


def status(error: BaseException | None) -> int | None:
    """The HTTP status; None when no server answered."""
    refusal = _refusal(error)
    return None if refusal is None else int(refusal.status_code)


def is_passing(error: BaseException) -> bool:
    """Worth another attempt: rate limit, server error, lost connection or time-out."""
    import httpx

    code = status(error)
    if code is None:
        return any(isinstance(link, httpx.TransportError) for link in _chain(error))
    return code in (408, 429) or code >= 500


def retry_after(error: BaseException | None) -> float | None:
    """How many seconds the provider asks to wait; None when it does not say."""
    refusal = _refusal(error)
    asked = refusal.headers.get("retry-after", "") if refusal is not None else ""
    return float(asked) if asked.replace(".", "", 1).isdigit() else None


def short(error: Exception) -> str:
    """The first sentence or so, without litellm's prefixes."""
    said = str(error).strip() or type(error).__name__
    for prefix in ("litellm.", f"{type(error).__name__}: ", f"{type(error).__name__}: "):
        said = said.removeprefix(prefix)
    return said.splitlines()[0].partition("Exception - ")[2] or said.splitlines()[0]
