"""The queue in a Redis server, for machines that share no folder."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pytest_vwa.core.errors import SiteError, UsageError

from .board import dump, parse
from .queue import Queue

_KEY = "pytest-vwa:leases"
_ANSWER = 5.0
"""Seconds that one answer may take."""
_TRIES = 3
"""How often a server that does not answer is asked again, within two seconds more."""


class RedisBoard:
    """One key; a change is tried again when somebody else was faster."""

    def __init__(self, url: str) -> None:
        """Raises UsageError when Redis' client is not installed or the address is none."""
        try:
            from redis import Redis
            from redis.backoff import ExponentialBackoff
            from redis.retry import Retry
        except ImportError as error:
            raise UsageError(
                "--vwa-leases: a Redis server needs its client: pip install 'pytest-vwa[redis]'"
            ) from error
        try:
            self._redis = Redis.from_url(
                url,
                socket_timeout=_ANSWER,
                socket_connect_timeout=_ANSWER,
                retry=Retry(ExponentialBackoff(cap=1, base=0.1), _TRIES),
            )
        except ValueError:
            # What it says may hold a part of the password, and so may a traceback with it.
            raise UsageError(
                "--vwa-leases: this is no address of a Redis server; expected "
                "redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE], rediss:// for TLS, with / # @ : "
                "of a password as %2F %23 %40 %3A"
            ) from None

    def read(self) -> Queue:
        with _troubles():
            return _queue(self._redis.get(_KEY))

    def change(self, change: Callable[[Queue], Queue]) -> Queue:
        with _troubles(), self._redis.pipeline() as pipe:
            while True:
                after = _try(pipe, change)
                if after is not None:
                    return after


def _try(pipe: Any, change: Callable[[Queue], Queue]) -> Queue | None:
    """None when somebody else wrote in between."""
    from redis import WatchError

    try:
        pipe.watch(_KEY)
        before = _queue(pipe.get(_KEY))
        after = change(before)
        if after != before:
            pipe.multi()
            pipe.set(_KEY, dump(after))
            pipe.execute()
    except WatchError:
        return None
    return after


@contextmanager
def _troubles() -> Iterator[None]:
    from redis import RedisError

    try:
        yield
    except (RedisError, ValueError) as error:
        raise SiteError(
            f"the leases of the sites cannot be kept in Redis: {error}; see that the server "
            "runs and lets us in, or name a folder with --vwa-leases"
        ) from error


def _queue(content: Any) -> Queue:
    return parse(content) if content else ()
