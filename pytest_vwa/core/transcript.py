"""What is said in a video, and who hears it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, overload

from .usage import NOTHING, Usage


@dataclass(frozen=True)
class Cue:
    """One line of speech and when it is spoken, in seconds from the video's start."""

    start: float
    end: float
    text: str


@dataclass(frozen=True)
class Transcript(Sequence[Cue]):
    """The cues in order of time. ``source`` tells where they are from: ``tutorial.vtt``,
    ``whisper base``; "" when nobody listened. ``why_empty`` tells why there is none, ready to be
    put into a sentence; "" when there is one."""

    cues: tuple[Cue, ...] = ()
    source: str = ""
    why_empty: str = ""

    @overload
    def __getitem__(self, index: int) -> Cue: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Cue, ...]: ...

    def __getitem__(self, index: int | slice) -> Cue | tuple[Cue, ...]:
        return self.cues[index]

    def __len__(self) -> int:
        return len(self.cues)


def clock(seconds: float) -> str:
    """``65.4`` -> ``1:05``"""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def spoken(cues: Sequence[Cue]) -> str:
    """A line a cue, as models read it: ``[1:05] It is red.``"""
    return "\n".join(f"[{clock(cue.start)}] {cue.text}" for cue in cues)


def caption(seconds: float) -> str:
    """The line before the frame of this moment."""
    return f"Picture at {clock(seconds)}:"


class SpeechEngine(Protocol):
    """Turns what is said in a video into text.

    It is opened often and asked seldom: what is dear, a package or a model, is loaded by the first
    ``hear``. An engine that is ``resident`` holds a model in memory; of such only one at a time
    works on this machine. One whose calls cost something has ``usage``, their sum so far.
    """

    @property
    def name(self) -> str:
        """Tells engine and model, and changes when the model does: transcripts are kept by it."""
        ...

    @property
    def resident(self) -> bool: ...

    def hear(self, video: Path) -> tuple[Cue, ...]:
        """What is said in a video that has sound, in order of time; nothing when nobody speaks.

        Raises VideoError when the sound cannot be read, ModelError when the engine fails.
        """
        ...


def spent(engine: SpeechEngine) -> Usage:
    """What its calls have cost so far."""
    usage: Usage = getattr(engine, "usage", NOTHING)
    return usage
