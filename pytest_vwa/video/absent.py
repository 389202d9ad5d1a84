"""The tutorial of a task whose video is not here."""

from collections.abc import Sequence
from pathlib import Path

from pytest_vwa.core.errors import Unavailable
from pytest_vwa.core.ports import Frame
from pytest_vwa.core.transcript import Transcript


class AbsentVideo:
    """Whatever is asked of it raises Unavailable, so that only agents that watch are skipped."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self._why = why

    @property
    def path(self) -> Path:
        raise Unavailable(self._why)

    def frames(self) -> Sequence[Frame]:
        raise Unavailable(self._why)

    def transcript(self) -> Transcript:
        raise Unavailable(self._why)

    def summary(self, intent: str) -> str:
        raise Unavailable(self._why)
