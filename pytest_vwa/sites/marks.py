"""What the processes of one run have done once already."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from pytest_vwa.core.errors import SiteError


@dataclass(frozen=True)
class Marks:
    """A file each, in a folder of the run's."""

    folder: Path

    def has(self, what: str) -> bool:
        return self._path(what).exists()

    def set(self, what: str) -> None:
        """Raises SiteError when it cannot be kept."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._path(what).touch()
        except OSError as error:
            raise SiteError(f"{self._path(what)}: {error.strerror or error}") from error

    def _path(self, what: str) -> Path:
        return self.folder / hashlib.sha256(what.encode()).hexdigest()[:16]
