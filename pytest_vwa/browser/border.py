"""The way to everything that is no site of the task: a proxy that lets the public web through and
nothing of this machine or its network.

The browser sends its redirects, WebSockets and workers this way too, which no route handler sees;
and names are looked up here, so that a public name for a private address helps nobody. The task's
own sites are asked directly: nothing of theirs is slowed down. But for those that are to be sent
headers: this is where each request passes, redirected or not, and where its origin is known.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from threading import Lock, Thread
from types import MappingProxyType
from typing import Self
from urllib.parse import urlsplit

from playwright.sync_api import ProxySettings

from .origins import is_public, origin_of

_FORBIDDEN = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_NOT_THERE = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_CONNECTED = b"HTTP/1.1 200 Connection established\r\n\r\n"
_CHUNK = 1 << 16
_PATIENCE = 15.0

Sent = Mapping[str, Mapping[str, str]]
"""Headers by the origin of a site, which each request to it carries."""
_NO_HEADERS: Sent = MappingProxyType({})


class Border:
    """A proxy on loopback, in a thread of its own; a context manager. ``admits`` says of an IP
    address whether it may be asked."""

    def __init__(self, admits: Callable[[str], bool] = is_public) -> None:
        self._admits = admits
        self._refused: list[str] = []
        self._lock = Lock()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="border", daemon=True)
        self._thread.start()
        self._servers: dict[str, asyncio.Server] = {}
        self._address({})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def settings(self, sites: Iterable[str], headers: Sent = _NO_HEADERS) -> ProxySettings:
        """For ``new_context(proxy=...)``; ``sites`` are addresses of the task's own sites. With
        each request to the origin of one that ``headers`` names (by ``http``) they are sent."""
        sent: dict[str, dict[str, str]] = {}
        for url, each in headers.items():
            sent.setdefault(origin_of(url), {}).update(each)
        own = set(map(_place, filter(None, map(origin_of, sites)))) - set(map(_place, sent))
        # The last rule that fits counts: left to Playwright, loopback would come after the sites.
        bypass = ",".join(["<-loopback>", *sorted(own)])
        return {"server": self._address(sent), "bypass": bypass}

    def refused(self) -> tuple[str, ...]:
        """The addresses it stopped since the last time: whole ones, or ``host:port`` of what was
        encrypted or a WebSocket."""
        with self._lock:
            refused, self._refused = tuple(self._refused), []
        return refused

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._shut(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _address(self, sent: Sent) -> str:
        """A port for each set of headers: who sends which is told by where they ask."""
        key = repr(sorted((origin, sorted(each.items())) for origin, each in sent.items()))
        if key not in self._servers:
            opening = asyncio.run_coroutine_threadsafe(self._open(sent), self._loop)
            self._servers[key] = opening.result()
        return f"http://127.0.0.1:{self._servers[key].sockets[0].getsockname()[1]}"

    async def _open(self, sent: Sent) -> asyncio.Server:
        return await asyncio.start_server(partial(self._serve, sent), "127.0.0.1", 0)

    async def _shut(self) -> None:
        for server in self._servers.values():
            server.close()
        rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    async def _serve(
        self, sent: Sent, browser: asyncio.StreamReader, back: asyncio.StreamWriter
    ) -> None:
        try:
            await self._pass_on(sent, browser, back)
        except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            with suppress(RuntimeError):  # the answer had ended already
                back.write(_NOT_THERE)  # to who has gone, it is lost: as it should be
        except asyncio.CancelledError:
            pass  # the border is closed; nobody else cancels
        finally:
            back.close()

    async def _pass_on(
        self, sent: Sent, browser: asyncio.StreamReader, back: asyncio.StreamWriter
    ) -> None:
        head = await browser.readuntil(b"\r\n\r\n")
        method, target, _ = head.decode("latin-1").split(" ", 2)
        tunnel = method == "CONNECT"
        url = urlsplit(f"//{target}" if tunnel else target)
        host, port = url.hostname or "", url.port or 80
        own = f"{host}:{port}" in map(_place, sent)
        address = host if own else await self._public_address(host, port)
        if address is None:
            with self._lock:
                self._refused.append(target)
            back.write(_FORBIDDEN)
            return
        async with asyncio.timeout(_PATIENCE):
            site, there = await asyncio.open_connection(address, port)
        if tunnel:
            back.write(_CONNECTED)
        else:
            path = f"{url.path or '/'}{'?' * bool(url.query)}{url.query}"
            more = sent.get(origin_of(target), {})
            there.write(_once(head.decode("latin-1"), method, path, more).encode("latin-1"))
        try:
            await asyncio.gather(_pipe(browser, there), _pipe(site, back))
        finally:
            there.close()

    async def _public_address(self, host: str, port: int) -> str | None:
        """One that the name stands for; None when any of them is of this machine or network."""
        found = await self._loop.getaddrinfo(host, port, type=1)
        addresses = [str(entry[4][0]) for entry in found]
        return addresses[0] if all(map(self._admits, addresses)) else None


def _place(origin: str) -> str:
    """Host and port, the default one too: without one, every port would be meant."""
    parts = urlsplit(origin)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{host}:{parts.port or (443 if parts.scheme == 'https' else 80)}"


def _once(head: str, method: str, path: str, more: Mapping[str, str]) -> str:
    """The request as a site takes it, with ``more`` headers, on a connection that serves no
    other."""
    others = {"connection", "proxy-connection", *map(str.lower, more)}
    kept = [
        line
        for line in head.rstrip().split("\r\n")[1:]
        if line.partition(":")[0].lower() not in others
    ]
    added = [f"{name}: {value}" for name, value in more.items()]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *kept, *added, "Connection: close", "", ""])


async def _pipe(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    while data := await source.read(_CHUNK):
        sink.write(data)
        await sink.drain()
    if sink.can_write_eof():
        sink.write_eof()
