"""Whisper by the faster-whisper package (CTranslate2)."""

from functools import cached_property
from pathlib import Path
from typing import Any

from pytest_vwa.core.transcript import Cue

from . import sound
from .choice import Choice
from .local import LocalModel, failing, require

_DISTILLED = (
    "distil-small.en",
    "distil-medium.en",
    "distil-large-v2",
    "distil-large-v3",
    "distil-large-v3.5",
)


class FasterWhisper:
    """``faster-whisper:base``, ``faster-whisper:owner/name`` of the hub, or the folder of a
    converted model. Raises UsageError when package or model are not here."""

    resident = True

    def __init__(self, choice: Choice) -> None:
        require("faster_whisper", choice)
        self._which = LocalModel(choice, weights="model.bin", more=_DISTILLED, hub=True)

    @property
    def name(self) -> str:
        return f"faster-whisper {self._which.label}"

    def hear(self, video: Path) -> tuple[Cue, ...]:
        model, heard = self._model, sound.samples(video)
        with failing(f"{self.name} cannot hear {video.name}"):
            # Screen recordings have long silences, in which Whisper hears what nobody says.
            segments, _ = model.transcribe(heard, vad_filter=True)
            return sound.cues(((s.start, s.end, s.text) for s in segments), heard)

    @cached_property
    def _model(self) -> Any:
        from faster_whisper import WhisperModel

        with failing(f"{self.name} cannot be loaded{self._which.remedy}"):
            # "auto": 8-bit integers where that is the fastest, as it is on most processors.
            return WhisperModel(self._which.place, compute_type="auto")
