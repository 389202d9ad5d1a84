"""How often, and how many at a time, all workers of a run together call their models."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from time import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import FileLock


class Slots:
    """At most ``number`` calls at a time. A slot is a locked file: it is free again when its
    holder dies."""

    def __init__(self, folder: Path, number: int) -> None:
        self._paths = [folder / f"slot-{index}.lock" for index in range(number)]

    @contextmanager
    def one(self) -> Iterator[None]:
        """Waits for a slot and holds it."""
        from filelock import Timeout
        from tenacity import Retrying, retry_if_exception_type, wait_random

        self._paths[0].parent.mkdir(parents=True, exist_ok=True)
        # Blocking on one file would leave other slots unused while that one is held.
        waiting = Retrying(retry=retry_if_exception_type(Timeout), wait=wait_random(0.01, 0.05))
        lock: FileLock = waiting(self._any)
        try:
            yield
        finally:
            lock.release()

    def _any(self) -> "FileLock":
        from filelock import FileLock, Timeout

        for path in self._paths:
            lock = FileLock(path)
            try:
                lock.acquire(blocking=False)
            except Timeout:
                continue
            return lock
        raise Timeout(str(self._paths[0].parent))


class Pace:
    """At most ``per_minute`` calls a minute, at even distances."""

    def __init__(self, folder: Path, per_minute: float) -> None:
        self._path = folder / "next-call"
        self._distance = 60.0 / per_minute

    def wait(self) -> None:
        """Until it is this call's turn. The turn is booked first and waited for outside the lock:
        others book theirs meanwhile."""
        ahead = self._book() - time()
        if ahead > 0:
            Event().wait(ahead)

    def _book(self) -> float:
        from filelock import FileLock

        self._path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(self._path.with_name("next-call.lock")):
            booked = float(self._path.read_text()) if self._path.exists() else 0.0
            turn = max(time(), booked)
            self._path.write_text(repr(turn + self._distance))
            return turn
