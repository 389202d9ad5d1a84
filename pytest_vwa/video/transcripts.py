"""The transcripts of a run's videos: each made once on this machine, whoever asks."""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from functools import cached_property
from pathlib import Path

from pytest_vwa.cache import Cache
from pytest_vwa.core.errors import Broken
from pytest_vwa.core.transcript import Cue, SpeechEngine, Transcript, spent
from pytest_vwa.core.usage import NOTHING
from pytest_vwa.core.video_file import sha256

from . import frames, transcript
from .asr import sound

_KIND = "transcripts"
_LOOK_AGAIN = 0.5
"""Seconds after which who waits for another process looks whether its transcript is there."""


class Transcripts:
    """Subtitles where there are some, else what the speech engine hears, kept by the video's
    content and the engine's name.

    ``open_engine`` gives the engine anew, None for no engine. A resident one hears all ``expected``
    videos in one go, in the process that needs one first, and is then let go, while others wait: so
    a run loads its model once, and it is never in memory twice. ``usage`` is what engines cost in
    this process so far.
    """

    def __init__(
        self,
        cache: Cache,
        open_engine: Callable[[], SpeechEngine | None],
        expected: Callable[[], Iterable[Path]] = tuple,
    ) -> None:
        self._cache = cache
        self._open_engine = open_engine
        self._expected = expected
        self.usage = NOTHING

    def of(self, video: Path) -> Transcript:
        """What is said in it; raises VideoError when the video or its subtitles cannot be read,
        ModelError when the engine fails."""
        subtitles = transcript.read(video)
        if subtitles.source:
            return subtitles
        if self._engine is None:
            frames.check(video)  # a file that nobody can read is no video that nobody listened to
            return subtitles
        if self._engine.resident:
            self._await(video, self._engine)
        return self._heard(video, self._engine)

    @cached_property
    def _engine(self) -> SpeechEngine | None:
        return self._open_engine()

    def _await(self, video: Path, engine: SpeechEngine) -> None:
        """Come back when the video's transcript is there, made here or by another process."""
        from filelock import FileLock, Timeout

        folder = self._cache.folder / _KIND
        folder.mkdir(parents=True, exist_ok=True)
        inputs = _inputs(video, engine)
        while not self._cache.has(_KIND, inputs):
            with suppress(Timeout), FileLock(folder / "engine.lock", timeout=_LOOK_AGAIN):
                self._hear_all(video)

    def _hear_all(self, first: Path) -> None:
        engine = self._open_engine()  # not the one that stays: its model goes with it
        if engine is None:
            return
        self._heard(first, engine)
        for video in self._expected():
            # Who asks for this one meets the error then.
            with suppress(Broken):
                if not transcript.read(video).source:
                    self._heard(video, engine)

    def _heard(self, video: Path, engine: SpeechEngine) -> Transcript:
        before = spent(engine)
        try:
            return _unpack(
                self._cache.get(_KIND, _inputs(video, engine), lambda: _pack(listen(video, engine)))
            )
        finally:
            self.usage += spent(engine) - before


def listen(video: Path, engine: SpeechEngine) -> Transcript:
    """What the engine hears; it is not asked where nothing can be heard."""
    if why := sound.why_silent(video):
        return Transcript(why_empty=why)
    cues = engine.hear(video)
    return Transcript(cues, engine.name, "" if cues else f"{engine.name} hears nobody speak")


def _inputs(video: Path, engine: SpeechEngine) -> list[str]:
    return [sha256(video), engine.name]


def _pack(made: Transcript) -> bytes:
    return json.dumps(asdict(made)).encode()


def _unpack(kept: bytes) -> Transcript:
    fields = json.loads(kept)
    return Transcript(tuple(Cue(**cue) for cue in fields.pop("cues")), **fields)
