"""A local server that has one file under every address, and knows ranges.

with Shelf(data) as shelf:
    ...  # its address: shelf.url("/tour.mp4"); what was asked: shelf.paths and shelf.ranges
"""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Self

BROKEN_OFF = 300_000
"""Bytes after which a connection breaks off."""


class Shelf(ThreadingHTTPServer):
    """``cuts`` times the connection breaks off; ``plain`` is a server that knows no ranges;
    ``statuses`` are answered first. ``paths`` and ``ranges`` are those of the requests, in order.
    """

    def __init__(self, data: bytes) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.data = data
        self.cuts, self.plain, self.statuses = 0, False, list[int]()
        self.paths: list[str] = []
        self.ranges: list[str] = []
        self._thread = Thread(target=self.serve_forever, args=(0.02,))

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}{path}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Shelf

    def do_GET(self) -> None:  # the name http.server looks for
        asked, whole = self.headers.get("Range", ""), self.server.data
        self.server.paths.append(self.path)
        self.server.ranges.append(asked)
        if self.server.statuses:
            self._answer(self.server.statuses.pop(0), b"")
            return
        start = 0 if self.server.plain or not asked else int(asked[len("bytes=") : -1])
        if start >= len(whole):
            self._answer(416, b"")
            return
        self._answer(206 if start else 200, whole[start:], start)

    def _answer(self, status: int, body: bytes, start: int = 0) -> None:
        whole = len(self.server.data)
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if status == 206:
            self.send_header("Content-Range", f"bytes {start}-{whole - 1}/{whole}")
        self.end_headers()
        if body and self.server.cuts:
            self.server.cuts -= 1
            body = body[:BROKEN_OFF]
            self.close_connection = True
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass
