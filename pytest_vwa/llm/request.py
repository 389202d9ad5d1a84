"""What a model or a speech engine is asked, as a value that can be written down and found again."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Excerpt, Frame, Message, Part, Recording
from pytest_vwa.core.video_file import sha256 as sha256_of

from .look import look

Kind = Literal["agent", "judge", "speech"]
PICTURE = "picture"
_DIGITS = 20


@dataclass(frozen=True)
class Request:
    """``document`` is JSON-able and tells all of it, pictures and recordings by their SHA-256;
    ``pictures`` are those pictures, in order."""

    document: dict[str, Any]
    pictures: tuple[bytes, ...] = ()

    @property
    def kind(self) -> str:
        return str(self.document["kind"])

    @cached_property
    def words(self) -> str:
        """The hash of all but how its pictures look."""
        told = json.dumps(self.document, sort_keys=True)
        for picture in shown(self.document):
            told = told.replace(picture, PICTURE)
        return sha256(told.encode()).hexdigest()[:_DIGITS]

    @property
    def name(self) -> str:
        """Tells requests apart."""
        if not self.pictures:
            return self.words
        pictures = sha256(" ".join(shown(self.document)).encode()).hexdigest()
        return f"{self.words}-{pictures[: _DIGITS // 2]}"

    @property
    def looks(self) -> list[str]:
        """Of its pictures, in order."""
        return [look(picture) for picture in self.pictures]


def chat(
    kind: Kind,
    model: str,
    messages: Sequence[Message],
    parameters: Mapping[str, int],
    conceal: Callable[[str], str],
) -> Request:
    """What a chat model is asked; ``conceal`` puts something lasting in the place of addresses.

    Raises VideoError for a recording that cannot be read.
    """
    asked = [{message.role: [_part(p, conceal) for p in message.parts]} for message in messages]
    pictures = (_picture(part) for message in messages for part in message.parts)
    document = {"kind": kind, "model": model, **parameters, "messages": asked}
    return Request(document, tuple(picture.data for picture in pictures if picture))


def repeated(asked: Request, times: int) -> Request:
    """The same, asked for the second or a later time."""
    return Request({"repetition": times, **asked.document}, asked.pictures)


def hearing(engine: str, video: Path) -> Request:
    """What a speech engine is asked. Raises VideoError for a video that cannot be read."""
    asked = [{"user": [{"recording": sha256_of(video)}]}]
    return Request({"kind": "speech", "model": engine, "messages": asked})


def shown(document: Mapping[str, Any]) -> list[str]:
    """The pictures of a request, in order: ``image/jpeg`` and the hash."""
    parts = [part for each in document["messages"] for told in each.values() for part in told]
    return [part[PICTURE] for part in parts if isinstance(part, dict) and PICTURE in part]


def _part(part: Part, conceal: Callable[[str], str]) -> str | dict[str, str]:
    match part:
        case str(text) | Excerpt(text):
            return conceal(text)
        case Image(data, mime) | Frame(image=Image(data, mime)):
            return {PICTURE: f"{mime} {sha256(data).hexdigest()}"}
        case Recording(path, mime):
            return {"recording": f"{mime} {sha256_of(path)}"}


def _picture(part: Part) -> Image | None:
    match part:
        case Image() as image:
            return image
        case Frame(image=image):
            return image
    return None
