"""A site with one number and a log-in, which notices who disturbs whom."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler
from threading import Event, Lock
from urllib.parse import parse_qs, urlsplit

from loopback import serve

_FORM = (
    "<form method=post action=/login><label>Username <input name=name></label>"
    "<label>Password <input name=password type=password></label><button>Log in</button></form>"
)


@dataclass
class Counter:
    """``/begin`` and ``/end`` make the number one more in two steps; who looks or begins in
    between is noted in ``trouble``. ``log_ins`` counts those that worked, ``refused`` those that
    did not, ``resets`` how often it was made new. A step takes ``seconds``; ``meanwhile`` is told
    of each path while its step lasts."""

    url: str = ""
    number: int = 0
    half: str = ""
    seconds: float = 0.0
    meanwhile: Callable[[str], None] = lambda path: None
    log_ins: int = 0
    refused: int = 0
    resets: int = 0
    trouble: list[str] = field(default_factory=list)
    password: str = "test1234"
    sessions: set[str] = field(default_factory=set)
    lock: Lock = field(default_factory=Lock)
    stopped: Event = field(default_factory=Event)

    def get(self, path: str, user: str) -> tuple[int, str]:
        with self.lock:
            match path:
                case "/login":
                    return 200, _FORM
                case "/user/MarvelsGrantMan136/account":
                    return (200, "<button>Delete</button>") if user else (302, "/login")
                case "/begin":
                    if self.half:
                        self.trouble.append("two change at once")
                    self.half = "half"
                case "/end":
                    self.number += 1
                    self.half = ""
                case "/look":
                    if self.half:
                        self.trouble.append("a reader saw it half changed")
        self.meanwhile(path)
        self.stopped.wait(self.seconds if path in ("/begin", "/look") else 0)
        return 200, f"<h1>Number</h1><p>{self.half or self.number}</p><a href=/login>Log in</a>"

    def post(self, path: str, form: dict[str, list[str]]) -> tuple[int, str, str]:
        """Status, where to go or what is shown, and a cookie."""
        with self.lock:
            if path == "/reset":
                self.number, self.half = 0, ""
                self.resets += 1
                return 200, "new", ""
            if form.get("password") != [self.password]:
                self.refused += 1
                return 200, f"<p role=alert>Invalid credentials.</p>{_FORM}", ""
            self.log_ins += 1
            session = f"session-{self.log_ins}"
            self.sessions.add(session)
            return 302, "/", session


class _Handler(BaseHTTPRequestHandler):
    counter: Counter

    def do_GET(self) -> None:
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get("session")
        known = cookie.value if cookie and cookie.value in self.counter.sessions else ""
        self._answer(*self.counter.get(urlsplit(self.path).path, known))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        self._answer(*self.counter.post(urlsplit(self.path).path, parse_qs(body)))

    def _answer(self, status: int, text: str, session: str = "") -> None:
        body = b"" if status == 302 else f"<!doctype html><title>Counter</title>{text}".encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        if status == 302:
            self.send_header("Location", text)
        if session:
            self.send_header("Set-Cookie", f"session={session}; Path=/")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving(port: int = 0) -> Iterator[Counter]:
    counter = Counter()
    handler = type("Handler", (_Handler,), {"counter": counter})
    with serve(handler, port) as counter.url:
        try:
            yield counter
        finally:
            counter.stopped.set()
