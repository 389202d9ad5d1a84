"""Models of every other provider: litellm.

It is imported with the first call, which takes seconds and 150 MB.
"""

import os
from types import ModuleType
from typing import Any

from .reading import Answer


class LitellmApi:
    """``name`` is litellm's, ``PROVIDER/MODEL``; its key is in the provider's own variable."""

    def __init__(self, name: str, timeout: float) -> None:
        self._name = name
        self._timeout = timeout

    def prepare(self) -> None:
        package()

    def ask(self, chat: list[dict[str, Any]], max_tokens: int | None) -> Answer:
        """One attempt, without streaming. Raises openai.OpenAIError, the root of litellm's."""
        response = package().completion(
            model=self._name,
            messages=chat,
            temperature=0,
            max_tokens=max_tokens,
            drop_params=True,  # models that allow no temperature get none
            timeout=self._timeout,
            max_retries=0,
        )
        return Answer(response.model_dump(), response._hidden_params.get("response_cost"))


def package() -> ModuleType:
    """litellm, quiet and without its network look-ups."""
    # Otherwise litellm downloads its price list while it is imported.
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import logging

    import litellm

    litellm.suppress_debug_info = True
    logging.getLogger("LiteLLM").setLevel(logging.CRITICAL)
    return litellm
