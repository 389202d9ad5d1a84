"""Models that run on this machine: is the package here, and which model is meant?"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from hashlib import file_digest
from importlib.util import find_spec
from pathlib import Path

from pytest_vwa.core.errors import ModelError, UsageError
from pytest_vwa.llm.redaction import scrub
from pytest_vwa.registry import hint

from .choice import Choice

DEFAULT = "base"

_SIZES = ("tiny", "base", "small", "medium")
NAMES = (
    *_SIZES,
    *(f"{size}.en" for size in _SIZES),
    *("large-v1", "large-v2", "large-v3", "large", "large-v3-turbo", "turbo"),
)
"""Of the published Whisper models."""

_HUB_NAME = re.compile(r"[\w-][\w.-]*/[\w.-]+")


def require(package: str, choice: Choice) -> None:
    """Raises UsageError with the remedy when the package is not installed."""
    if find_spec(package) is None:
        raise UsageError(
            f"--vwa-asr={choice.engine} needs a package that is not installed: "
            f'pip install "pytest-vwa[{choice.engine}]"'
        )


@contextmanager
def failing(what: str) -> Iterator[None]:
    """Whatever a speech package raises is a ModelError that begins with ``what``."""
    try:
        yield
    except Exception as error:
        said = str(error).strip() or type(error).__name__
        raise ModelError(scrub(f"{what}: {said.splitlines()[0]}")) from error


class LocalModel:
    """A model by its published name or by the file or folder it lies in.

    ``weights`` is the file that decides what it is: "" for a file, else its name in the folder.
    ``more`` are names beside the published ones; ``hub`` says that ``owner/name`` is one as well.
    Raises UsageError when there is no such model.
    """

    def __init__(
        self, choice: Choice, weights: str = "", more: tuple[str, ...] = (), hub: bool = False
    ) -> None:
        self._given = choice.model or DEFAULT
        self._path = choice.here / Path(self._given).expanduser()
        self._weights = self._path / weights if weights else self._path
        self._is_file = self._weights.is_file()
        published = self._given in (*NAMES, *more)
        if not (self._is_file or published or (hub and _HUB_NAME.fullmatch(self._given))):
            looked = f"; it is no file either: {self._weights}"
            raise UsageError(
                f"--vwa-asr={choice.engine}: no such model: {self._given!r}"
                f"{hint(self._given, (*NAMES, *more))}{looked}"
            )

    @property
    def place(self) -> str:
        """What the package is told to load."""
        return str(self._path) if self._is_file else self._given

    @property
    def remedy(self) -> str:
        """What to know when it cannot be loaded."""
        return "" if self._is_file else " (it is downloaded once; without network, name its place)"

    @cached_property
    def label(self) -> str:
        """``base``, or of a file its name and what is in it, wherever it lies."""
        if not self._is_file:
            return self._given
        with self._weights.open("rb") as file:
            return f"{self._path.name} {file_digest(file, 'sha256').hexdigest()[:12]}"
