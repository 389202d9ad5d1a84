"""A speech engine whose hearing goes through a cassette."""

from collections.abc import Callable
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.transcript import Cue, SpeechEngine, spent
from pytest_vwa.core.usage import NOTHING, Usage
from pytest_vwa.llm import tape
from pytest_vwa.llm.cassette import Cassette
from pytest_vwa.llm.request import hearing
from pytest_vwa.llm.usage import lasting


class TapedEngine:
    """The engine that ``open_it`` gives; a replay opens none and needs neither package nor model.

    ``name`` is how the user named it, as its own name may not be known without opening it.
    ``usage`` is what was heard so far cost, when it was heard.
    """

    def __init__(self, name: str, cassette: Cassette, open_it: Callable[[], SpeechEngine]) -> None:
        self.name = name
        self.usage = NOTHING
        self._cassette = cassette
        self._open_it = open_it

    @cached_property
    def _engine(self) -> SpeechEngine:
        return self._open_it()

    @property
    def resident(self) -> bool:
        """Whether a model is held in memory, of which there should be one at a time."""
        return self._cassette.mode != "replay" and self._engine.resident

    def hear(self, video: Path) -> tuple[Cue, ...]:
        """Raises ModelError, also for what the cassette cannot replay, and what the engine does."""

        def ask() -> dict[str, Any]:
            before = spent(self._engine)
            cues = [asdict(cue) for cue in self._engine.hear(video)]
            cost = spent(self._engine) - before
            return {"cues": cues} | ({"usage": lasting(cost)} if cost.calls else {})

        try:
            reply = tape.play(self._cassette, hearing(self.name, video), ask)
        except ModelError as error:
            self.usage += error.usage
            raise
        self.usage += Usage(**reply.get("usage", {}))
        return tuple(Cue(**cue) for cue in reply["cues"])
