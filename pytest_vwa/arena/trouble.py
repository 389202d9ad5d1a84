"""What can be wrong with a site for a while, so that tests see how one deals with it."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal, cast, get_args
from weakref import WeakSet

from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

Kind = Literal["down", "slow", "logs out", "returns 500"]
KINDS: tuple[Kind, ...] = get_args(Kind)

BROKEN = HTMLResponse(
    "<!doctype html><html lang=en><title>500 Internal Server Error</title>"
    "<h1>Internal Server Error</h1><p>Something went wrong on our side. Please come back later.",
    500,
)


def troubled(app: ASGIApp, kind: Kind, seconds: float) -> ASGIApp:
    """The site ``app`` as it answers while it is in trouble. One that is down does not get to
    answer: its lines are cut."""

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(seconds)
        await app(scope, receive, send)

    async def forgetful(scope: Scope, receive: Receive, send: Send) -> None:
        """Whoever comes is a stranger: sessions live in cookies."""
        headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
        await app({**scope, "headers": headers}, receive, send)

    ways: dict[Kind, ASGIApp] = {"slow": slow, "logs out": forgetful, "returns 500": BROKEN}
    return ways.get(kind, app)


class Lines:
    """The connections to the arena's ports, which can be cut."""

    def __init__(self) -> None:
        self._open: WeakSet[asyncio.Transport] = WeakSet()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._cuts: Counter[int] = Counter()

    @contextmanager
    def cut(self, port: int) -> Iterator[None]:
        """Every connection to the port breaks off, and any that is made meanwhile."""
        self._cuts[port] += 1
        if self._loop:
            asyncio.run_coroutine_threadsafe(self._break_off(port), self._loop).result()
        try:
            yield
        finally:
            self._cuts[port] -= 1

    def taken(self, transport: asyncio.Transport) -> bool:
        """A connection was made, in the server's loop; False when its line is cut."""
        self._loop = asyncio.get_running_loop()
        self._open.add(transport)
        return not self._cuts[_port(transport)]

    async def _break_off(self, port: int) -> None:
        for transport in list(self._open):
            if _port(transport) == port:
                transport.abort()


def protocol(lines: Lines) -> type[asyncio.Protocol]:
    """What uvicorn shall speak: its own HTTP, on those of the ``lines`` that are not cut."""

    class Line(asyncio.Protocol):
        def __init__(self, **server: Any) -> None:
            self._http = AutoHTTPProtocol(**server)

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            line = cast(asyncio.Transport, transport)
            if lines.taken(line):
                line.set_protocol(self._http)
                self._http.connection_made(line)
            else:
                line.abort()

    return Line


def _port(transport: asyncio.Transport) -> int:
    port: int = transport.get_extra_info("sockname")[1]
    return port
