"""A tutorial whose video is looked for when something is asked of it."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

from pytest_vwa.core.ports import Frame, Tutorial
from pytest_vwa.core.transcript import Transcript


class LateVideo:
    """Stands for the tutorial that ``open_it`` gives: who never watches needs no video.

    What ``open_it`` raises passes through: Unavailable where there is no such video.
    """

    def __init__(self, name: str, open_it: Callable[[], Tutorial]) -> None:
        self.name = name
        self._open_it = open_it

    @cached_property
    def _tutorial(self) -> Tutorial:
        return self._open_it()

    @property
    def path(self) -> Path:
        return self._tutorial.path

    def frames(self) -> Sequence[Frame]:
        return self._tutorial.frames()

    def transcript(self) -> Transcript:
        return self._tutorial.transcript()

    def summary(self, intent: str) -> str:
        return self._tutorial.summary(intent)
