"""The published JSON prompt files of WebArena, VisualWebArena and VideoWebArena, read as data."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from pytest_vwa.core.observation import Image, ObservationKind
from pytest_vwa.core.ports import Message, Part, Recording
from pytest_vwa.core.value import Value
from pytest_vwa.core.video_file import MIMES

from . import file, own, template
from .turn import Turn

_KINDS: dict[str, ObservationKind] = {
    "accessibility_tree": "axtree",
    "accessibility_tree_with_captioner": "axtree",
    "html": "html",
    "image_som": "som",
    "image": "screenshot",
}
_PICTURES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
_FENCE = "```"


class Meta(BaseModel):
    """What we use of it; the rest names classes of the published code."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    keywords: tuple[str, ...] = ()
    observation: str = ""
    action_splitter: str = Field(default=_FENCE, min_length=1)


class Published(Value):
    """An example is an observation, a reply, and paths of pictures or videos."""

    intro: str
    examples: tuple[tuple[str | tuple[str, ...], ...], ...] = ()
    template: str
    meta_data: Meta = Meta()


@dataclass(frozen=True)
class PublishedPrompt:
    """Says what the file says; what it does not hold (questions, asking again) is the default's.
    ``kind`` is the kind of observation that it was written for, if it tells."""

    label: str
    intro: str
    pieces: tuple[template.Piece, ...]
    examples: tuple[Message, ...]
    splitter: str
    kind: ObservationKind | None

    def lacks(self, kind: ObservationKind) -> str:
        if self.kind in (None, kind):
            return ""
        return f"meta_data.observation means --vwa-observation={self.kind}, not {kind}"

    def step(self, turn: Turn) -> tuple[Message, ...]:
        user = Message("user", template.parts(self.pieces, turn))
        return (Message("system", (self.intro,)), *self.examples, user)

    def question(self, text: str, tutorial: Sequence[Part] = ()) -> tuple[Message, ...]:
        return own.built_in().question(text, tutorial)

    def again(self, problem: str) -> Message:
        return own.built_in().again(problem)

    def heard(self, reply: str) -> str:
        """The action between the prompt's own signs, as every reader finds it."""
        before, sign, rest = reply.partition(self.splitter)
        action, closing, after = rest.partition(self.splitter)
        if self.splitter == _FENCE or not sign or not closing:
            return reply
        return f"{before}{_FENCE}{action.strip()}{_FENCE}{after}"


def read(path: Path, here: Path) -> PublishedPrompt:
    """The prompt in a file; paths of pictures are meant from a folder above it or from ``here``.

    Raises UsageError with the field that is wrong.
    """
    try:
        data = json.loads(file.text(path))
    except (ValueError, RecursionError) as error:
        raise file.wrong(path, f"it is no JSON: {error}") from error
    found = file.checked(Published, file.mapping(data, path), path)
    for name in found.meta_data.keywords:
        template.known(name, "meta_data.keywords", path)
    shown = [
        message
        for number, example in enumerate(found.examples)
        for message in _example(example, f"examples.{number}", path, here)
    ]
    return PublishedPrompt(
        label=f"{path.stem} {file.fingerprint(found)}",
        intro=found.intro,
        pieces=template.pieces(found.template, path),
        examples=tuple(shown),
        splitter=found.meta_data.action_splitter,
        kind=_KINDS.get(found.meta_data.observation),
    )


def _example(
    example: Sequence[str | tuple[str, ...]], field: str, path: Path, here: Path
) -> tuple[Message, Message]:
    match example:
        case [str(seen), str(reply), *files]:
            names = [name for each in files for name in ([each] if isinstance(each, str) else each)]
            shown = [_shown(name, f"{field}.{n}", path, here) for n, name in enumerate(names, 2)]
            return Message("user", (seen, *shown)), Message("assistant", (reply,))
    raise file.wrong(path, f"{field}: expected an observation and a reply, both texts")


def _shown(name: str, field: str, path: Path, here: Path) -> Part:
    """A picture or a video of an example."""
    suffix = Path(name).suffix.lower()
    mime = (_PICTURES | MIMES).get(suffix)
    if mime is None or Path(name).is_absolute() or ".." in Path(name).parts:
        allowed = ", ".join([*_PICTURES, *MIMES])
        raise file.wrong(path, f"{field}: {name!r} is no relative path of a file {allowed}")
    places = [folder / name for folder in (*path.resolve().parents, here)]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise file.wrong(
            path,
            f"{field}: {name!r} is not here; it was looked for from {path.resolve().parent}, "
            "every folder above it, and the current one",
        )
    return Image(found.read_bytes(), mime) if suffix in _PICTURES else Recording(found, mime)
