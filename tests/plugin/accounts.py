"""A site with accounts, which may forget who is logged in, and hears who asks it with what."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler
from threading import Lock
from urllib.parse import parse_qs, urlsplit

from loopback import serve

FORM = """
      form:
        path: /login
        username: Name
        password: Password
        button: Enter
        proof: /account
        sign: Hello
        leaving: [/bye]
"""
"""How one logs in, for ``login:`` in sites.yaml."""
ACCOUNT = "account: {username: ann, password: s3cret}"
_LOGIN = (
    "<form method=post action=/login><label>Name <input name=name></label><label>Password "
    "<input name=password type=password></label><button>Enter</button></form>"
)
_COOKIE = "session={}; Path=/"


@dataclass
class Accounts:
    """``/member`` and ``/account`` send who is not logged in to ``/login``. ``/lose`` forgets all
    sessions when it is first asked, ``/lose-all`` each time; after ``/close`` nobody logs in any
    more; ``/crumble`` takes the browser's
    cookie away the first time; ``/bye`` logs out. ``asked`` counts paths, ``heard`` has each
    path's value of the header X-Gate."""

    url: str = ""
    log_ins: int = 0
    closed: bool = False
    sessions: set[str] = field(default_factory=set)
    asked: Counter[str] = field(default_factory=Counter)
    heard: list[tuple[str, str | None]] = field(default_factory=list)
    elsewhere: str = ""
    """Where ``/away`` leads."""
    lock: Lock = field(default_factory=Lock)

    def answer(self, path: str, session: str) -> tuple[str, str, str]:
        """Where to go, what is shown, and a cookie to set."""
        first = self.asked[path] == 1
        match path:
            case "/account" | "/member" if session not in self.sessions:
                return "/login", "", ""
            case "/lose" | "/lose-all" if first or path == "/lose-all":
                self.sessions.clear()
            case "/close":
                self.sessions.clear()
                self.closed = True
            case "/bye":
                self.sessions.discard(session)
            case "/crumble" if first:
                return "", "<p>Gone</p>", "session=; Path=/; Max-Age=0"
            case "/away":
                return self.elsewhere, "", ""
            case "/login":
                return "", _LOGIN, ""
        return "", f"<p>Hello at {path}</p>", ""

    def enter(self, form: dict[str, list[str]]) -> tuple[str, str, str]:
        if self.closed or form.get("password") != ["s3cret"]:
            return "", f"<p role=alert>No.</p>{_LOGIN}", ""
        self.log_ins += 1
        session = f"{self.log_ins}-of-{self.url.rpartition(':')[2]}"
        self.sessions.add(session)
        return "/", "", _COOKIE.format(session)


class _Handler(BaseHTTPRequestHandler):
    site: Accounts

    def do_GET(self) -> None:
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get("session")
        with self._noted() as path:
            self._send(*self.site.answer(path, cookie.value if cookie else ""))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        with self._noted():
            self._send(*self.site.enter(parse_qs(body)))

    @contextmanager
    def _noted(self) -> Iterator[str]:
        path = urlsplit(self.path).path
        with self.site.lock:
            self.site.asked[path] += 1
            self.site.heard.append((path, self.headers.get("X-Gate")))
            yield path

    def _send(self, place: str, text: str, cookie: str) -> None:
        body = f"<!doctype html><title>Accounts</title>{text}".encode() if text else b""
        self.send_response(302 if place else 200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        if place:
            self.send_header("Location", place)
        if cookie:
            self.send_header("Set-Cookie", cookie)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving() -> Iterator[Accounts]:
    site = Accounts()
    with serve(type("Handler", (_Handler,), {"site": site})) as site.url:
        yield site
