"""What is known of a model before it is asked: litellm's price list, read without litellm.

Importing litellm takes seconds; its list is a JSON file beside it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .price import Price

if TYPE_CHECKING:
    import msgspec

_FILE = "model_prices_and_context_window_backup.json"
_VIDEO = "supports_video_input"
_DEARER = re.compile(r"input_cost_per_token_above_(\d+)k_tokens")


@dataclass(frozen=True)
class Facts:
    """None is "not known". ``window`` is the longest prompt and ``longest_reply`` the longest
    reply, in tokens. ``chats`` is false for models that other protocols than chat serve."""

    provider: str = ""
    chats: bool = True
    reasons: bool = False
    window: int | None = None
    longest_reply: int | None = None
    price: Price | None = None
    takes_video: bool | None = None
    takes_audio: bool | None = None


UNKNOWN = Facts()


@cache
def facts(name: str) -> Facts:
    """Of the model as the list calls it, or as it does without the provider before the slash."""
    entries = _entries()
    if name in entries:
        return _facts(_decoded(entries[name]))
    provider, _, rest = name.partition("/")
    found = _decoded(entries[rest]) if rest in entries else {}
    return _facts(found) if found.get("litellm_provider") == provider else UNKNOWN


def names() -> tuple[str, ...]:
    """Of all models on the list."""
    return tuple(_entries())


def _entries() -> "Mapping[str, msgspec.Raw]":
    """Undecoded: one of thousands is wanted."""
    import msgspec

    place = find_spec("litellm")
    file = Path(place.origin).with_name(_FILE) if place and place.origin else None
    if file is None or not file.is_file():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[str, msgspec.Raw])


@cache
def _watching() -> frozenset[str]:
    """The providers of whom a model takes video; of their other models the list may not know."""
    entries = (_decoded(entry) for entry in _entries().values() if _VIDEO.encode() in bytes(entry))
    return frozenset(each["litellm_provider"] for each in entries if each[_VIDEO])


def _decoded(entry: "msgspec.Raw") -> Mapping[str, Any]:
    import msgspec

    return msgspec.json.decode(entry, type=dict[str, Any])


def _facts(entry: Mapping[str, Any]) -> Facts:
    return Facts(
        provider=entry.get("litellm_provider", ""),
        chats=entry.get("mode", "chat") == "chat",
        reasons=bool(entry.get("supports_reasoning")),
        window=entry.get("max_input_tokens") or entry.get("max_tokens"),
        longest_reply=entry.get("max_output_tokens") or entry.get("max_tokens"),
        price=_price(entry),
        takes_video=_takes_video(entry),
        takes_audio=entry.get("supports_audio_input"),
    )


def _takes_video(entry: Mapping[str, Any]) -> bool | None:
    if _VIDEO in entry:
        return bool(entry[_VIDEO])
    known = entry.get("litellm_provider")
    return False if known and known not in _watching() else None


def _price(entry: Mapping[str, Any]) -> Price | None:
    second = _per_second(entry)
    if "input_cost_per_token" not in entry or "output_cost_per_token" not in entry:
        return None if second is None else Price(0.0, 0.0, second=second)
    thresholds = [int(found[1]) for found in map(_DEARER.fullmatch, entry) if found]
    return Price(
        entry["input_cost_per_token"],
        entry["output_cost_per_token"],
        entry.get("cache_read_input_token_cost"),
        entry.get("input_cost_per_audio_token"),
        tuple(
            (
                each * 1000,
                entry[f"input_cost_per_token_above_{each}k_tokens"],
                entry.get(
                    f"output_cost_per_token_above_{each}k_tokens", entry["output_cost_per_token"]
                ),
            )
            for each in thresholds
        ),
        second,
    )


def _per_second(entry: Mapping[str, Any]) -> float | None:
    """Of sound, once: where the list names it as input and output, both mean the same second."""
    if entry.get("mode") != "audio_transcription":
        return None
    return entry.get("output_cost_per_second") or entry.get("input_cost_per_second")
