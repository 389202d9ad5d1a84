"""Things that are dear to make and only depend on their inputs, kept on disk."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from time import perf_counter


class Cache:
    """A folder of files named by the hash of what they were made from.

    Safe for several processes: a thing is made by the first that asks, under a file lock, written
    to a temporary name and renamed; the others wait and read it. ``made.tsv`` has a line for each
    thing that was made: kind, key, and the seconds that it took.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, kind: str, inputs: object, make: Callable[[], bytes]) -> bytes:
        """The bytes made from ``inputs`` (JSON-able); ``make`` runs only when they are not here.

        What ``make`` raises passes through, and nothing is kept.
        """
        path = self._path(kind, inputs)
        if not path.exists():
            self._make(kind, path, make)
        return path.read_bytes()

    def has(self, kind: str, inputs: object) -> bool:
        """Has it been made?"""
        return self._path(kind, inputs).exists()

    def _path(self, kind: str, inputs: object) -> Path:
        key = sha256(json.dumps(inputs, sort_keys=True).encode()).hexdigest()
        return self.folder / kind / key[:2] / key

    def _make(self, kind: str, path: Path, make: Callable[[], bytes]) -> None:
        from filelock import FileLock

        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_name(f"{path.name}.lock")):
            if not path.exists():
                unfinished = path.with_name(f"{path.name}.part")
                started = perf_counter()
                unfinished.write_bytes(make())
                unfinished.replace(path)
                with (self.folder / "made.tsv").open("a", encoding="utf-8") as log:
                    log.write(f"{kind}\t{path.name}\t{perf_counter() - started:.3f}\n")
