"""What a provider's answer says: the reply, its tokens, or what is the matter with it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_vwa.core.wellformed import well_formed

from .price import Tokens

_LONGEST_WORDS = 300
_TAG = re.compile(r"<(script|style).*?</\1>|<[^>]*>", re.IGNORECASE | re.DOTALL)


class Spoiled(Exception):
    """An answer with status 200 that holds no reply; ``passing`` when the next may hold one."""

    def __init__(self, message: str, *, passing: bool = True) -> None:
        super().__init__(message)
        self.passing = passing


_EARLY = {
    "length": "the model's reply was cut off at its greatest length",
    "content_filter": "the provider's content filter cut the model's reply off",
}


@dataclass(frozen=True)
class Answer:
    """A provider's answer in OpenAI's shape; ``cost`` in US dollars where it is known already."""

    body: Mapping[str, Any]
    cost: float | None = None


@dataclass(frozen=True)
class Said:
    """``note`` tells of a reply that ends too early."""

    text: str
    note: str = ""


def body(sent: str) -> Mapping[str, Any]:
    """The JSON object of an answer; raises Spoiled for anything else."""
    try:
        read = json.loads(sent)
    except ValueError:
        raise Spoiled(no_json(sent)) from None
    if not isinstance(read, dict):
        raise Spoiled(f"the endpoint gave a JSON {type(read).__name__}, not an object")
    return read


def no_json(sent: str) -> str:
    """What is the matter with an answer that is not JSON."""
    what = f"no JSON but {words(sent)!r}" if sent.strip() else "an empty answer"
    return f"the endpoint gave {what}"


def words(sent: str) -> str:
    """What an error page or an error object says, in one line of at most 300 characters."""
    try:
        said = _message(json.loads(sent))
    except ValueError:
        said = _TAG.sub(" ", sent)
    line = " ".join(said.split())
    return line if len(line) <= _LONGEST_WORDS else f"{line[:_LONGEST_WORDS]}..."


def _message(error: Any) -> str:
    """OpenAI's ``{"error": {"message": ...}}`` and its relatives."""
    if isinstance(error, dict):
        for name in ("error", "message", "detail", "msg"):
            if error.get(name):
                return _message(error[name])
    return error if isinstance(error, str) else json.dumps(error)


def tokens(answer: Mapping[str, Any]) -> Tokens | None:
    """As the provider counts them; None when it does not say."""
    usage = answer.get("usage")
    if not isinstance(usage, Mapping) or not _count(usage, "prompt_tokens"):
        return None
    parts = usage.get("prompt_tokens_details")
    details = parts if isinstance(parts, Mapping) else {}
    return Tokens(
        _count(usage, "prompt_tokens"),
        _count(usage, "completion_tokens"),
        _count(details, "cached_tokens"),
        _count(details, "audio_tokens"),
    )


def reply(answer: Mapping[str, Any]) -> Said:
    """The model's words. Raises Spoiled when there are none."""
    choice = _first(answer)
    if choice is None:
        said = _message(answer["error"]) if answer.get("error") else "an answer without choices"
        raise Spoiled(f"the endpoint gave {said}")
    end = str(choice.get("finish_reason"))
    said = text(answer)
    if not said.strip():
        raise _silence(end)
    return Said(said, _EARLY.get(end, ""))


def text(answer: Mapping[str, Any]) -> str:
    """The model's words; "" when there are none."""
    message = (_first(answer) or {}).get("message")
    if not isinstance(message, Mapping):
        return ""
    return well_formed(_joined(message.get("content")) or _joined(message.get("refusal")))


def _count(usage: Mapping[str, Any], name: str) -> int:
    number = usage.get(name)
    return number if isinstance(number, int) else 0


def _first(answer: Mapping[str, Any]) -> Mapping[str, Any] | None:
    choices = answer.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], Mapping):
        return choices[0]
    return None


def _joined(content: Any) -> str:
    """Some endpoints give a list of parts."""
    if isinstance(content, list):
        return "".join(_joined(part.get("text")) for part in content if isinstance(part, Mapping))
    return content if isinstance(content, str) else ""


def _silence(end: str) -> Spoiled:
    match end:
        case "length":
            return Spoiled(
                "the reply was cut off before its first word; --vwa-max-tokens allows longer ones",
                passing=False,
            )
        case "content_filter":
            return Spoiled("the provider's content filter held the reply back", passing=False)
    return Spoiled("the reply was empty")
