"""OpenAI's models, and every server that speaks OpenAI's chat protocol: the openai package.

It is imported with the first call, which takes a second.
"""

import os
from base64 import b64encode
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit, urlunsplit

from . import reading
from .reading import Answer
from .terms import Terms

if TYPE_CHECKING:
    from openai import OpenAI
    from openai.resources.chat.completions import Completions

KEY = "OPENAI_API_KEY"


def client(terms: Terms) -> "OpenAI":
    """The package's client of the terms' endpoint, which makes single attempts.

    Raises openai.OpenAIError where OpenAI's own models have no key.
    """
    return _client(terms.base_url, os.environ.get(KEY), terms.timeout)


class OpenAiApi:
    """``name`` is the model's name there. Without a base URL it is OpenAI's own, or that of the
    variable OPENAI_BASE_URL. ``temperature`` is left out for models that allow none."""

    def __init__(self, name: str, terms: Terms, temperature: float | None) -> None:
        self._name = name
        self._terms = terms
        self._temperature = temperature

    def prepare(self) -> None:
        """Raises openai.OpenAIError where OpenAI's own models have no key."""
        self._completions()

    def ask(self, chat: list[dict[str, Any]], max_tokens: int | None) -> Answer:
        """One attempt, without streaming: a reply is here whole or not at all.

        Raises openai.OpenAIError, or Spoiled for an answer that is not JSON.
        """
        from openai import BadRequestError

        try:
            return self._send(chat, max_tokens)
        except BadRequestError as error:
            if self._temperature is None or "temperature" not in str(error):
                raise
        self._temperature = None
        return self._send(chat, max_tokens)

    def _send(self, chat: list[dict[str, Any]], max_tokens: int | None) -> Answer:
        asked: dict[str, Any] = {"model": self._name, "messages": chat}
        if self._temperature is not None:
            asked["temperature"] = self._temperature
        if max_tokens:
            # OpenAI's newer models refuse the one, older servers do not know the other.
            asked["max_tokens" if self._terms.base_url else "max_completion_tokens"] = max_tokens
        raw = self._completions().with_raw_response.create(**asked)
        return Answer(reading.body(raw.text))

    def _completions(self) -> "Completions":
        return client(self._terms).chat.completions


@lru_cache(maxsize=4)
def _client(base_url: str | None, key: str | None, timeout: float) -> "OpenAI":
    """One per endpoint and process: its connections are used again."""
    from openai import OpenAI

    if base_url is None:
        return OpenAI(api_key=key, timeout=timeout, max_retries=0)
    address, login = _apart(base_url)
    headers = {"Authorization": login} if login else None
    return OpenAI(
        # Servers of one's own ask for no key, but the package does.
        api_key=key or "none",
        base_url=address,
        timeout=timeout,
        max_retries=0,
        default_headers=headers,
    )


def _apart(base_url: str) -> tuple[str, str]:
    """The address without user and password, which would show in logs, and the header for them."""
    parts = urlsplit(base_url)
    login, at, host = parts.netloc.rpartition("@")
    encoded = b64encode(unquote(login).encode()).decode()
    return urlunsplit(parts._replace(netloc=host)), f"Basic {encoded}" if at else ""
