"""Which package serves which model."""

import re
from dataclasses import dataclass
from typing import Any, Protocol

from pytest_vwa.core.nearest import meant

from .litellm_api import LitellmApi
from .openai_api import OpenAiApi
from .pricelist import UNKNOWN, Facts, facts, names
from .reading import Answer
from .terms import Terms
from .wire import Wire

_OPENAIS = re.compile(r"(ft:)?(gpt-|chatgpt-|o\d)")


class Api(Protocol):
    """A provider's chat interface. ``prepare`` loads what the first call needs, before a limit
    counts it. ``ask`` makes one attempt; it raises openai.OpenAIError, httpx.HTTPError or
    Spoiled."""

    def prepare(self) -> None: ...

    def ask(self, chat: list[dict[str, Any]], max_tokens: int | None) -> Answer: ...


@dataclass(frozen=True)
class Route:
    """How a model is reached, how it takes recordings, and what is known of it."""

    api: Api
    wire: Wire
    facts: Facts


def route(name: str, terms: Terms) -> Route:
    """openai for OpenAI's models and for all with a base URL, litellm for the others."""
    known = facts(name)
    if not terms.base_url and not _is_openais(name, known):
        wire = Wire(
            name,
            video=None if known.takes_video is False else "file",
            audio=known.takes_audio is not False,
        )
        return Route(LitellmApi(name, terms.timeout), wire, known)
    if terms.base_url:
        wire = Wire(name, "video_url")
    else:
        wire = Wire(name, None, audio=bool(known.takes_audio))
    temperature = None if known.reasons else 0.0
    bare = name.removeprefix("openai/")
    return Route(OpenAiApi(bare, terms, temperature), wire, known)


def stranger(name: str, terms: Terms) -> str:
    """What to say of a name that nobody is known to serve; "" of any other."""
    if terms.base_url or "/" in name or facts(name) != UNKNOWN or _OPENAIS.match(name):
        return ""
    return (
        f"nobody is known to serve a model {name!r}{meant(name, names()) or ';'} write "
        "PROVIDER/MODEL, or give --vwa-base-url for a server of your own"
    )


def _is_openais(name: str, known: Facts) -> bool:
    """Of those on the list, whichever chats: the others are reached by a protocol that litellm
    speaks. New ones are known by their names."""
    if known.provider:
        return known.provider == "openai" and known.chats
    return name.startswith("openai/") or bool(_OPENAIS.match(name))
