"""A tutorial told by a model with an objective in mind."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from pytest_vwa.cache import Cache
from pytest_vwa.core.ports import LLM, Cue, Frame, Message, Part
from pytest_vwa.core.transcript import caption, spoken
from pytest_vwa.llm.identity import identity


@dataclass(frozen=True)
class Prompt:
    """``silent`` stands for the transcript of a video in which nothing is said; ``pictures`` is
    how many frames are shown."""

    version: int
    system: str
    silent: str
    pictures: int


@cache
def usual() -> Prompt:
    """The wording of ``summary.yaml``."""
    import yaml

    return Prompt(**yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8")))


def summarise(
    intent: str,
    cues: Sequence[Cue],
    frames: Callable[[], Sequence[Frame]],
    *,
    llm: LLM,
    cache: Cache,
    source: object,
    prompt: Prompt,
) -> str:
    """The summary, made once for the same video, objective, prompt and model.

    ``source`` (JSON-able) tells from what and how the frames are made; ``frames`` is asked when the
    model is. Raises ModelError when the model gives no reply.
    """
    inputs = [source, intent, [asdict(cue) for cue in cues], asdict(prompt), identity(llm.name)]

    def make() -> bytes:
        return llm.complete(request(intent, cues, frames(), prompt)).text.strip().encode()

    return cache.get("summaries", inputs, make).decode()


def request(
    intent: str, cues: Sequence[Cue], frames: Sequence[Frame], prompt: Prompt
) -> tuple[Message, Message]:
    """What the model is asked."""
    said = spoken(cues) or prompt.silent
    parts: list[Part] = [f"TRANSCRIPT:\n{said}\n\nOBJECTIVE:\n{intent}"]
    for frame in _spread(frames, prompt.pictures):
        parts += [caption(frame.seconds), frame]
    return Message("system", (prompt.system,)), Message("user", tuple(parts))


def _spread(things: Sequence[Frame], count: int) -> list[Frame]:
    """``count`` of them at even distances, the first and the last included."""
    if len(things) <= count:
        return list(things)
    return [things[round(index * (len(things) - 1) / (count - 1))] for index in range(count)]
