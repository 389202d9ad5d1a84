"""A local server that speaks Anthropic's Messages protocol; otherwise as ``provider.Provider``."""

import json
from typing import Any

from provider import Answer, Provider

MODEL = "anthropic/claude-sonnet-4-5"
VARIABLES = ("ANTHROPIC_API_BASE", "ANTHROPIC_API_KEY")


def reply(
    text: str, *, input_tokens: int = 100, output_tokens: int = 10, end: str = "end_turn"
) -> Answer:
    """A message; ``end`` is its ``stop_reason``."""
    content = [{"type": "text", "text": text}] if text else []
    body: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-test",
        "content": content,
        "stop_reason": end,
        "stop_sequence": None,
        "usage": {"input_tokens": input_tokens, "output_tokens": output_tokens},
    }
    return Answer(body=json.dumps(body).encode())


def refusal(status: int, message: str, *, retry_after: str = "") -> Answer:
    """An error as Anthropic gives it."""
    kinds = {401: "authentication_error", 429: "rate_limit_error", 529: "overloaded_error"}
    error = {"type": kinds.get(status, "api_error"), "message": message}
    headers = {"Retry-After": retry_after} if retry_after else {}
    body = json.dumps({"type": "error", "error": error}).encode()
    return Answer(status, body, headers=headers)


class AnthropicProvider(Provider):
    """``said`` and ``shown`` tell a request in the words that tests share between protocols."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def worded(self, text: str) -> Answer:
        return reply(text)

    def key(self) -> str:
        return self.headers[-1]["x-api-key"]

    def standing(self) -> list[str]:
        """The system prompt of the last request."""
        return [part["text"] for part in self.asked[-1]["system"]]

    def turns(self) -> list[tuple[str, list[str]]]:
        """Roles and parts of the last request; files as ``MIME BASE64``."""
        return [(each["role"], list(map(_part, each["content"]))) for each in self._messages()]

    def _messages(self) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = self.asked[-1]["messages"]
        return messages


def _part(part: dict[str, Any]) -> str:
    if part["type"] == "text":
        return str(part["text"])
    return f"{part['source']['media_type']} {part['source']['data']}"
