"""The queue in a Redis server, for machines that share no folder."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pytest_vwa.core.errors import SiteError, UsageError

from .board import dump, parse
from .queue import Queue

if TYPE_CHECKING:
    pass

_KEY = "pytest-vwa:leases"


class RedisBoard:
    """One key; a change is tried again when somebody else was faster."""

    def __init__(self, url: str) -> None:
        """Raises UsageError when Redis' client is not installed or the address is none."""
        try:
            from redis import Redis
        except ImportError as error:
            raise UsageError(
                "--vwa-leases: a Redis server needs its client: pip install 'pytest-vwa[redis]'"
            ) from error
        try:
            self._redis: Redis = Redis.from_url(url, socket_timeout=10, socket_connect_timeout=10)
        except ValueError as error:
            raise UsageError(f"--vwa-leases: {error}") from error

    def read(self) -> Queue:
        with self._troubles():
            return _queue(self._redis.get(_KEY))

    def change(self, change: Callable[[Queue], Queue]) -> Queue:
        with self._troubles(), self._redis.pipeline() as pipe:
            while True:
                after = self._try(pipe, change)
                if after is not None:
                    return after

    def _try(self, pipe: Any, change: Callable[[Queue], Queue]) -> Queue | None:
        """None when somebody else wrote in between."""
        from redis import WatchError

        pipe.watch(_KEY)
        before = _queue(pipe.get(_KEY))
        after = change(before)
        if after == before:
            return after
        pipe.multi()
        pipe.set(_KEY, dump(after))
        try:
            pipe.execute()
        except WatchError:
            return None
        return after

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        from redis import RedisError

        try:
            yield
        except (RedisError, ValueError) as error:
            raise SiteError(
                f"the leases of the sites cannot be kept in Redis: {error}; see that the server "
                "runs, or name a folder with --vwa-leases"
            ) from error


def _queue(content: Any) -> Queue:
    return parse(content) if content else ()
