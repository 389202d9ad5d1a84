"""Where the queue is kept: a folder that processes and machines share."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from pytest_vwa.core.errors import SiteError
from pytest_vwa.whole import write_whole

from .queue import Queue, Ticket, Want

_LOCKED = 30.0
"""Seconds that others may take to write a few lines."""


class Board(Protocol):
    """One queue that many see."""

    def read(self) -> Queue:
        """As it is now. Raises SiteError when it cannot be reached."""

    def change(self, change: Callable[[Queue], Queue]) -> Queue:
        """Put ``change`` of what is there in its place, while nobody else does; gives what is
        there then. Raises SiteError when it cannot be written: nothing has changed."""


class FolderBoard:
    """One file in a folder, whole at any time, written under a lock that dies with its holder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "queue.json"

    def read(self) -> Queue:
        try:
            return parse(self._file.read_bytes())
        except FileNotFoundError:
            return ()
        except (OSError, ValueError) as error:
            raise self._trouble("read", error) from error

    def change(self, change: Callable[[Queue], Queue]) -> Queue:
        from filelock import FileLock

        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(self._file.with_suffix(".lock"), timeout=_LOCKED):
                before = self.read()
                after = change(before)
                if after != before:
                    write_whole(self._file, dump(after))
                return after
        except OSError as error:  # Timeout of the lock is one, too
            raise self._trouble("written", error) from error

    def _trouble(self, what: str, error: Exception) -> SiteError:
        reason = getattr(error, "strerror", None) or error
        return SiteError(
            f"the leases of the sites cannot be {what}: {self._file}: {reason}; mend the folder, "
            "or name another with --vwa-leases"
        )


def at(place: Path | str) -> Board:
    """The one in this folder, or in the Redis server of this address. Raises UsageError."""
    if isinstance(place, Path):
        return FolderBoard(place)
    from .redis_board import RedisBoard

    return RedisBoard(place)


def dump(queue: Queue) -> bytes:
    return json.dumps([asdict(ticket) for ticket in queue]).encode()


def parse(content: bytes) -> Queue:
    """Raises ValueError when it is no queue."""
    try:
        return tuple(map(_ticket, json.loads(content)))
    except (TypeError, KeyError) as error:
        raise ValueError(f"it holds no queue: {error}") from error


def _ticket(fields: dict[str, Any]) -> Ticket:
    wants = tuple(Want(tuple(want["replicas"]), want["alone"]) for want in fields["wants"])
    return Ticket(**{**fields, "wants": wants, "places": tuple(fields["places"])})
