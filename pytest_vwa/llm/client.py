"""Chat models of any provider, through litellm.

litellm takes seconds to import, so it is imported with the first call.
"""

import os
import time
from base64 import b64encode
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pytest_vwa.core.errors import ModelError, UsageError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import (
    LLM,
    Excerpt,
    Frame,
    Message,
    Part,
    Recording,
    Reply,
    Usage,
)

from . import failure
from .redaction import scrub

if TYPE_CHECKING:
    from tenacity import RetryCallState

LONGEST_PAUSE = 30.0
"""Seconds between two attempts, whatever the provider asks for."""


class LitellmModel:
    """A model by its litellm name (``gpt-4o``, ``anthropic/claude-...``, ``openai/NAME`` with
    the ``base_url`` of a server that speaks OpenAI's protocol).

    Rate limits, server errors, lost connections and time-outs are tried ``retries`` more times,
    after ``pause``, 2 x ``pause``, ... seconds or what the provider's Retry-After says. ``timeout``
    is in seconds per attempt.
    """

    def __init__(
        self,
        name: str,
        base_url: str | None = None,
        *,
        timeout: float = 120.0,
        retries: int = 2,
        pause: float = 1.0,
    ) -> None:
        self.name = name
        self.base_url = base_url
        self.timeout = timeout
        self.retries = retries
        self.pause = pause

    def complete(self, messages: Sequence[Message]) -> Reply:
        """The reply at temperature 0; ``usage.seconds`` includes failed attempts.

        Raises ModelError with the model, the HTTP status and a reason that holds no key.
        """
        from httpx import HTTPError
        from openai import OpenAIError  # the root of litellm's errors as well
        from tenacity import Retrying, retry_if_exception, stop_after_attempt

        attempts = Retrying(
            stop=stop_after_attempt(self.retries + 1),
            wait=self._pause,
            retry=retry_if_exception(failure.is_passing),
            reraise=True,
        )
        chat = [_wire(message) for message in messages]
        started = time.monotonic()
        try:
            response = attempts(self._request, chat)
        except (OpenAIError, HTTPError, ValueError) as error:
            # Not chained: the provider's own text may quote the key.
            raise ModelError(self._complaint(error)) from None
        return _reply(response, time.monotonic() - started)

    def _request(self, chat: list[dict[str, Any]]) -> Any:
        return _litellm().completion(
            model=self.name,
            messages=chat,
            base_url=self.base_url,
            api_key=self._api_key(),
            temperature=0,
            drop_params=True,  # models that allow no temperature get none
            timeout=self.timeout,
            max_retries=0,
        )

    def _api_key(self) -> str | None:
        """None: litellm reads the provider's own environment variable."""
        keyless = self.base_url and "OPENAI_API_KEY" not in os.environ
        return "none" if keyless and self.name.startswith("openai/") else None

    def _pause(self, state: "RetryCallState") -> float:
        asked = failure.retry_after(state.outcome.exception() if state.outcome else None)
        return min(asked or self.pause * 2 ** (state.attempt_number - 1), LONGEST_PAUSE)

    def _complaint(self, error: Exception) -> str:
        status = failure.status(error)
        said = f"HTTP {status}: " if status else ""
        retried = self.retries and failure.is_passing(error)
        times = f" after {self.retries + 1} attempts" if retried else ""
        place = f" at {self.base_url}" if self.base_url else ""
        return scrub(f"model {self.name}{place} gave no reply{times}: {said}{failure.short(error)}")


def open_model(name: str, base_url: str | None = None) -> LLM:
    """``demo`` is the built-in stand-in; any other name is litellm's. Nothing is called yet.

    Raises UsageError when the name is empty.
    """
    if not name.strip():
        raise UsageError("no model: name one, e.g. --vwa-model=gpt-4o, or the stand-in demo")
    if name == "demo":
        from .demo import DemoModel

        return DemoModel()
    return LitellmModel(name, base_url)


def _litellm() -> ModuleType:
    # Otherwise litellm downloads its price list while it is imported.
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import logging

    import litellm

    litellm.suppress_debug_info = True
    logging.getLogger("LiteLLM").setLevel(logging.CRITICAL)
    return litellm


def _wire(message: Message) -> dict[str, Any]:
    """In OpenAI's shape; a lone text stays a string, for servers that know nothing else."""
    if len(message.parts) == 1 and isinstance(message.parts[0], str):
        return {"role": message.role, "content": message.parts[0]}
    return {"role": message.role, "content": [_part(part) for part in message.parts]}


def _part(part: Part) -> dict[str, Any]:
    match part:
        case str(text) | Excerpt(text):
            return {"type": "text", "text": text}
        case (Image() as image) | Frame(image=image):
            return {"type": "image_url", "image_url": {"url": image.url}}
        case Recording(path, mime):
            data = f"data:{mime};base64,{b64encode(path.read_bytes()).decode()}"
            return {"type": "file", "file": {"file_data": data}}


def _reply(response: Any, seconds: float) -> Reply:
    usage = getattr(response, "usage", None)
    # litellm has priced the response already; None when it knows no price.
    price = response._hidden_params.get("response_cost")
    return Reply(
        response.choices[0].message.content or "",
        Usage(
            prompt_tokens=getattr(usage, "prompt_tokens", 0) or 0,
            completion_tokens=getattr(usage, "completion_tokens", 0) or 0,
            cost_usd=float(price or 0.0),
            seconds=seconds,
            calls=1,
        ),
    )
