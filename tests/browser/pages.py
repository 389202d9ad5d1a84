"""Small sites that a test writes itself, served on loopback."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit


@dataclass
class Pages:
    """A site whose pages are written by the test: path -> HTML, status, headers or place to go to.

    ``asked`` are the paths that were asked for, whether they are there or not, and ``heard`` the
    headers of each request beside its path, their names in small letters; the answers to
    those in ``hold`` do not end, those in ``seconds`` begin that late, those in ``until`` when
    their event is set.
    """

    url: str = ""
    html: dict[str, str] = field(default_factory=dict)
    status: dict[str, int] = field(default_factory=dict)
    redirect: dict[str, str] = field(default_factory=dict)
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    heard: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    hold: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    until: dict[str, Event] = field(default_factory=dict)
    stopped: Event = field(default_factory=Event)
    stop: Callable[[], None] = lambda: None

    def empty(self) -> None:
        """Forget all pages and what was asked."""
        for each in (self.html, self.status, self.redirect, self.headers, self.seconds, self.until):
            each.clear()
        for each in (self.asked, self.heard, self.hold):
            each.clear()

    def __setitem__(self, path: str, body: str) -> None:
        self.html[path] = f"<!doctype html><title>{path}</title><body>{body}</body>"


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, pages: Pages, *rest: Any) -> None:
        self.pages = pages
        super().__init__(*rest)

    def do_GET(self) -> None:  # the name http.server looks for
        path = urlsplit(self.path).path
        self.pages.asked.append(path)
        told = {name.lower(): value for name, value in self.headers.items()}
        self.pages.heard.append((path, told))
        if self.pages.stopped.wait(self.pages.seconds.get(path, 0)):
            return
        if path in self.pages.until:
            self.pages.until[path].wait(60)
        if place := self.pages.redirect.get(path):
            self.send_response(302)
            self.send_header("Location", place)
            self.end_headers()
            return
        body = self.pages.html.get(path, "").encode()
        self.send_response(self.pages.status.get(path, 200 if body else 404))
        headers = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body))}
        for name, value in (headers | self.pages.headers.get(path, {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()
        if path in self.pages.hold:
            self.rfile.read()  # ends when the browser hangs up

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serve(later: ExitStack | None = None) -> Iterator[Pages]:
    """Serve a site on a port of its own, which is free again at the end, or when ``later`` ends."""
    pages = Pages()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, pages))
    pages.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()

    def stop() -> None:
        pages.stopped.set()
        server.shutdown()
        thread.join()
        if later:
            later.callback(server.server_close)
        else:
            server.server_close()

    pages.stop = stop
    yield pages
    stop()
