"""Sites that fail as they are told, and count who came."""

import re
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Lock, Thread

import pytest

Answer = int | str
"""A status, ``hang``, ``stall``: in the middle of a page, or ``close``: without a word."""
PAGE = "<!doctype html><title>Site</title><h1>Number 7</h1><a href=/look>Look</a>"


def not_run(result: pytest.RunResult) -> int:
    """How many tests pytest's last line counts as not run."""
    found = re.search(r"(\d+) not run", result.outlines[-1])
    return int(found[1]) if found else 0


@dataclass
class Site:
    """``says`` tells how the nth visit to a path is answered (from 1); those that ask for health
    are counted apart, as visits to ``health``."""

    says: Callable[[str, int], Answer] = lambda path, nth: 200
    bodies: dict[str, str] = field(default_factory=dict)
    certificate: Path | None = None
    on_visit: dict[str, Callable[[], None]] = field(default_factory=dict)
    visits: dict[str, int] = field(default_factory=dict)
    port: int = 0
    lock: Lock = field(default_factory=Lock)
    ended: Event = field(default_factory=Event)

    @property
    def url(self) -> str:
        return f"{'https' if self.certificate else 'http'}://127.0.0.1:{self.port}"

    def start(self) -> None:
        handler = type("Handler", (_Handler,), {"site": self})
        self._server = _Server(("127.0.0.1", self.port), handler)
        if self.certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.certificate)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_port
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def stop(self) -> None:
        """Connections are refused from then on."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def visited(self, path: str) -> Answer:
        with self.lock:
            nth = self.visits[path] = self.visits.get(path, 0) + 1
        if path in self.on_visit:
            self.on_visit[path]()
        return self.says(path, nth)


class _Server(ThreadingHTTPServer):
    block_on_close = False

    def handle_error(self, *_: object) -> None:
        """A browser that does not trust a certificate hangs up."""


class _Handler(BaseHTTPRequestHandler):
    site: Site

    def do_GET(self) -> None:
        asks_for_health = "httpx" in self.headers.get("User-Agent", "")
        path = "health" if asks_for_health else self.path.partition("?")[0]
        answer = self.site.visited(path)
        if answer == "close":
            return
        if answer == "hang":
            self.site.ended.wait()
            return
        body = self.site.bodies.get(path, PAGE).encode()
        with suppress(ConnectionError):
            self.send_response(200 if answer == "stall" else int(answer))
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if answer == "stall":
                self.wfile.write(body[:-1])
                self.site.ended.wait()
            else:
                self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving(*sites: Site) -> Iterator[None]:
    for site in sites:
        site.start()
    try:
        yield
    finally:
        for site in sites:
            site.ended.set()
            site.stop()


def self_signed(folder: Path) -> Path:
    """A certificate that nobody trusts, with its key."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    options = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    subprocess.run(
        ["openssl", "req", *options, "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    both = folder / "both.pem"
    both.write_bytes(key.read_bytes() + certificate.read_bytes())
    return both
