"""Things that are dear to make and only depend on their inputs, kept on disk."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path


class Cache:
    """A folder of files named by the hash of what they were made from.

    Safe for several processes: a thing is made by the first that asks, under a file lock, written
    to a temporary name and renamed; the others wait and read it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, kind: str, inputs: object, make: Callable[[], bytes]) -> bytes:
        """The bytes made from ``inputs`` (JSON-able); ``make`` runs only when they are not here.

        What ``make`` raises passes through, and nothing is kept.
        """
        path = self._path(kind, inputs)
        if not path.exists():
            self._make(path, make)
        return path.read_bytes()

    def has(self, kind: str, inputs: object) -> bool:
        """Has it been made?"""
        return self._path(kind, inputs).exists()

    def _path(self, kind: str, inputs: object) -> Path:
        key = sha256(json.dumps(inputs, sort_keys=True).encode()).hexdigest()
        return self.folder / kind / key[:2] / key

    def _make(self, path: Path, make: Callable[[], bytes]) -> None:
        from filelock import FileLock

        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_name(f"{path.name}.lock")):
            if not path.exists():
                unfinished = path.with_name(f"{path.name}.part")
                unfinished.write_bytes(make())
                unfinished.replace(path)
