"""Whisper by the openai-whisper package (PyTorch)."""

from functools import cached_property
from pathlib import Path
from typing import Any

from pytest_vwa.core.transcript import Cue

from . import sound
from .choice import Choice
from .local import LocalModel, failing, require


class OpenaiWhisper:
    """``whisper:base`` or ``whisper:path/of/checkpoint.pt``. Raises UsageError when package or
    model are not here."""

    resident = True

    def __init__(self, choice: Choice) -> None:
        require("whisper", choice)
        self._which = LocalModel(choice)

    @property
    def name(self) -> str:
        return f"whisper {self._which.label}"

    def hear(self, video: Path) -> tuple[Cue, ...]:
        model, heard = self._model, sound.samples(video)
        with failing(f"{self.name} cannot hear {video.name}"):
            half = model.device.type == "cuda"  # 16-bit floats; processors have none
            segments = model.transcribe(heard, fp16=half)["segments"]
            return sound.cues(((s["start"], s["end"], s["text"]) for s in segments), heard)

    @cached_property
    def _model(self) -> Any:
        import whisper

        with failing(f"{self.name} cannot be loaded{self._which.remedy}"):
            return whisper.load_model(self._which.place)
