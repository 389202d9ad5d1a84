"""A site of one function: what it answers to a path and what was posted to it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from loopback import serve

Answer = tuple[int, str]


@contextmanager
def site(answer: Callable[[str, str], Answer]) -> Iterator[str]:
    """The address of a site that answers so; status 0 is no answer at all."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            posted = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            status, text = answer(self.path, posted)
            if not status:
                return  # the line is cut
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            if 300 <= status < 400:
                self.send_header("Location", text or "/users/sign_in")
            self.end_headers()
            self.wfile.write(text.encode())

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    with serve(Handler) as url:
        yield url
