"""What was watched of a tutorial, kept once in a run's folder for those who read its report."""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from tempfile import mkdtemp
from typing import Protocol

from pytest_vwa.core.ports import Frame
from pytest_vwa.core.transcript import Transcript
from pytest_vwa.core.value import Value

NAME = "tutorial.json"


class Watched(Protocol):
    """A tutorial that was opened; ``heard`` is what is known of its transcript by now."""

    def frames(self) -> Sequence[Frame]: ...

    def heard(self) -> Transcript: ...


class KeptCue(Value):
    start: float
    end: float
    text: str


class KeptFrame(Value):
    """``image`` is a file beside."""

    seconds: float
    image: str


class Kept(Value):
    """A tutorial's pictures and what is said in it, in order of time; ``source`` tells where the
    transcript is from, ``why_silent`` why there is none."""

    name: str
    source: str = ""
    why_silent: str = ""
    cues: tuple[KeptCue, ...] = ()
    frames: tuple[KeptFrame, ...] = ()


def folder(run: Path, name: str) -> Path:
    """Where the tutorial of this name is kept; names may be paths."""
    return run / "videos" / (re.sub(r"[^\w.-]+", "-", name).strip("-.") or "video")


def keep(run: Path, name: str, tutorial: Watched) -> None:
    """Write it down, whole or not at all, unless it is there; several processes may.

    Raises OSError, and what the tutorial raises.
    """
    place = folder(run, name)
    if place.exists():
        return
    frames, transcript = tutorial.frames(), tutorial.heard()
    place.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(mkdtemp(prefix=".", dir=place.parent))
    try:
        files = [f"frame-{number:03}.jpg" for number in range(1, len(frames) + 1)]
        for file, frame in zip(files, frames, strict=True):
            (unfinished / file).write_bytes(frame.image.data)
        told = Kept(
            name=name,
            source=transcript.source,
            why_silent=transcript.why_empty,
            cues=tuple(KeptCue(start=c.start, end=c.end, text=c.text) for c in transcript),
            frames=tuple(
                KeptFrame(seconds=frame.seconds, image=file)
                for file, frame in zip(files, frames, strict=True)
            ),
        )
        (unfinished / NAME).write_text(told.model_dump_json(), encoding="utf-8")
        unfinished.chmod(0o755)
        _settle(unfinished, place)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _settle(unfinished: Path, place: Path) -> None:
    """Another process may have been first: it wrote the same."""
    try:
        unfinished.rename(place)
    except OSError:
        if not place.exists():
            raise


def read(run: Path, name: str) -> Kept | None:
    """What was kept; None when nobody watched it, or what is there cannot be read."""
    try:
        return Kept.model_validate_json((folder(run, name) / NAME).read_bytes())
    except (OSError, ValueError):
        return None
