"""The stand-in model as a provider: what arrives over the wire is given back to it as messages."""

from base64 import b64decode
from typing import Any

from provider import Answer, reply

from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Message, Part
from pytest_vwa.llm.demo import DemoModel


def as_demo(body: dict[str, Any]) -> Answer:
    """The answer to a request in OpenAI's protocol."""
    said = DemoModel().complete([_message(each) for each in body["messages"]])
    return reply(
        said.text,
        prompt_tokens=said.usage.prompt_tokens,
        completion_tokens=said.usage.completion_tokens,
    )


def _message(sent: dict[str, Any]) -> Message:
    content = sent["content"]
    parts = (content,) if isinstance(content, str) else tuple(map(_part, content))
    return Message(sent["role"], parts)


def _part(sent: dict[str, Any]) -> Part:
    if sent["type"] == "text":
        text: str = sent["text"]
        return text
    head, _, data = sent["image_url"]["url"].partition(";base64,")
    return Image(b64decode(data), head.removeprefix("data:"))
