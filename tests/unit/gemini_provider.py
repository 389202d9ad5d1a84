"""A local server that speaks Gemini's generateContent protocol; otherwise as
``provider.Provider``."""

import json
from typing import Any

from provider import Answer, Provider

MODEL = "gemini/gemini-2.5-pro"
VARIABLES = ("GEMINI_API_BASE", "GEMINI_API_KEY")


def reply(
    text: str, *, input_tokens: int = 100, output_tokens: int = 10, end: str = "STOP"
) -> Answer:
    """One candidate; ``end`` is its ``finishReason``."""
    content: dict[str, Any] = {"role": "model"}
    if text:
        content["parts"] = [{"text": text}]
    return _answer(
        200,
        {
            "candidates": [{"index": 0, "content": content, "finishReason": end}],
            "usageMetadata": {
                "promptTokenCount": input_tokens,
                "candidatesTokenCount": output_tokens,
                "totalTokenCount": input_tokens + output_tokens,
            },
            "modelVersion": "gemini-test",
        },
    )


def blocked() -> Answer:
    """What is said to a prompt that the provider does not like."""
    counted = {"promptTokenCount": 100, "totalTokenCount": 100}
    return _answer(200, {"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": counted})


def refusal(status: int, message: str, *, retry_after: str = "") -> Answer:
    """An error as Gemini gives it: how long to wait stands in its body."""
    error: dict[str, Any] = {"code": status, "message": message, "status": "UNAVAILABLE"}
    if retry_after:
        kind = "type.googleapis.com/google.rpc.RetryInfo"
        error["details"] = [{"@type": kind, "retryDelay": f"{retry_after}s"}]
    return _answer(status, {"error": error})


class GeminiProvider(Provider):
    """Tells a request as ``AnthropicProvider`` does."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def worded(self, text: str) -> Answer:
        return reply(text)

    def key(self) -> str:
        return self.headers[-1]["x-goog-api-key"]

    def standing(self) -> list[str]:
        """The system prompt of the last request."""
        return [part["text"] for part in self.asked[-1]["system_instruction"]["parts"]]

    def turns(self) -> list[tuple[str, list[str]]]:
        """Roles and parts of the last request; files as ``MIME BASE64``."""
        return [
            ("assistant" if each["role"] == "model" else each["role"], list(map(_part, parts)))
            for each in self.asked[-1]["contents"]
            for parts in (each["parts"],)
        ]


def _answer(status: int, body: dict[str, Any]) -> Answer:
    return Answer(status, json.dumps(body, indent=1).encode())


def _part(part: dict[str, Any]) -> str:
    if "text" in part:
        return str(part["text"])
    return f"{part['inline_data']['mime_type']} {part['inline_data']['data']}"
