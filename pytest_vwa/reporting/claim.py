"""One session at a time writes a run."""

from pathlib import Path

from filelock import FileLock, Timeout

from pytest_vwa.core.errors import UsageError

_LOCK = ".lock"


class Claim:
    """On the folder of a run. The system lets go of it when the process ends, however it ends; the
    file that is left means nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = FileLock(folder / _LOCK)

    def take(self) -> None:
        """Once or again. Raises UsageError when another session has it."""
        if self._lock.is_locked:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise UsageError(
                f"the run {self._folder.name} is being written by another session, which has not "
                f"ended: wait for it, or stop it and give --vwa-resume={self._folder.name} again"
            ) from None

    def release(self) -> None:
        self._lock.release()


def is_claimed(folder: Path) -> bool:
    """Whether a session is writing the run."""
    if not (folder / _LOCK).exists():
        return False
    lock = FileLock(folder / _LOCK)
    try:
        with lock.acquire(timeout=0):
            return False
    except Timeout:
        return True
