"""A site is ready when it shows so, and what is wrong with it has a name."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from pytest_vwa.core.errors import SiteError, UsageError
from pytest_vwa.sites import health
from pytest_vwa.sites.entry import Call, Command, Entry, Health, Hook, Reset
from pytest_vwa.sites.reset import reset
from pytest_vwa.sites.trouble import kind_of

Answer = tuple[int, str]


@contextmanager
def site(answer: Callable[[str, str], Answer]) -> Iterator[str]:
    """The address of a site that answers so to a path and what was posted to it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            posted = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            status, text = answer(self.path, posted)
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.send_header("Location", "/users/sign_in")
            self.end_headers()
            self.wfile.write(text.encode())

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("answer", "asked", "kind"),
    [
        ((200, "<h1>One Stop Market</h1>"), Health(), ""),
        ((200, "<h1>One Stop Market</h1>"), Health(shows="One Stop"), ""),
        ((200, "<h1>Setting up</h1>"), Health(shows="One Stop"), "not ready"),
        ((302, ""), Health(statuses=(200, 302)), ""),
        ((302, ""), Health(), "not ready"),
        ((404, ""), Health(), "not ready"),
        ((502, "Bad gateway"), Health(), "5xx"),
        ((429, ""), Health(), "rate-limited"),
        ((200, "<title>Internal Server Error</title>"), Health(), "error page"),
        ((200, "There has been an error processing your request"), Health(), "error page"),
        ((200, "<title>How I fixed my bike</title><p>error</p>"), Health(), ""),
    ],
)
def test_what_a_site_shows_tells_whether_it_is_ready(
    answer: Answer, asked: Health, kind: str
) -> None:
    with site(lambda *_: answer) as url:
        found = health.trouble(url, asked)
    assert (found.kind if found else "") == kind


def test_a_site_that_cannot_be_reached_says_why() -> None:
    with site(lambda *_: (200, "")) as url:
        pass
    down = health.trouble(url, Health())
    assert down is not None
    assert down.kind == "down"
    assert url in str(down)
    nowhere = health.trouble("http://no-such-host.invalid", Health())
    assert nowhere is not None
    assert nowhere.kind == "dns"


def test_a_site_with_a_certificate_that_nobody_trusts_is_told(tmp_path: Path) -> None:
    with site(lambda *_: (200, "")) as url:
        spoken = health.trouble(url.replace("http:", "https:"), Health())
    assert spoken is not None
    assert spoken.kind == "certificate"


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("net::ERR_NAME_NOT_RESOLVED at http://shop", "dns"),
        ("net::ERR_CERT_AUTHORITY_INVALID at https://shop", "certificate"),
        ("net::ERR_CONNECTION_REFUSED at http://shop", "down"),
        ("Timeout 60000ms exceeded.", "slow"),
        ("the log-in page http://shop answered 503", "5xx"),
        ("the task's own words", ""),
    ],
)
def test_what_a_browser_says_has_the_same_names(message: str, kind: str) -> None:
    assert kind_of(message) == kind


def test_readiness_is_waited_for_and_no_longer_than_it_takes() -> None:
    left = [503, 503, 503]
    with site(lambda *_: (left.pop() if left else 200, "")) as url:
        assert 0 < health.wait(url, Health(), 30) < 30
    assert not left


def test_a_site_that_is_never_ready_is_told_with_what_was_seen_last() -> None:
    with (
        site(lambda *_: (503, "")) as url,
        pytest.raises(SiteError, match=r"was not ready within 0.3 s: 5xx: .* answered 503"),
    ):
        health.wait(url, Health(), 0.3)


def entry(by: Call | Command | Hook) -> Entry:
    return Entry("classifieds", ("http://unused",), reset=Reset(by, seconds=30))


def test_a_call_resets_with_its_token() -> None:
    seen: list[tuple[str, str]] = []

    def answer(path: str, posted: str) -> Answer:
        seen.append((path, posted))
        return 200, ""

    with site(answer) as url:
        reset(entry(Call("{url}/index.php?page=reset", {"token": "t0ken"})), url, {})
    assert seen == [("/index.php?page=reset", "token=t0ken"), ("/", "")]


def test_a_call_that_is_refused_is_told_without_its_token() -> None:
    with site(lambda *_: (403, "")) as url, pytest.raises(SiteError) as caught:
        reset(entry(Call("{url}/reset", {"token": "t0ken"})), url, {})
    assert "was answered with 403; is the token right?" in str(caught.value)
    assert "t0ken" not in str(caught.value)


def test_a_command_resets_and_what_it_says_is_told_when_it_fails(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with site(lambda *_: (200, "")) as url:
        reset(entry(Command(("sh", "-c", f"echo {{url}} > {mark}"))), url, {})
        assert mark.read_text().strip() == url
        with pytest.raises(SiteError, match=r"reset by 'sh' ended with 3: no such container"):
            reset(entry(Command(("sh", "-c", "echo no such container >&2; exit 3"))), url, {})
        with pytest.raises(SiteError, match=r"reset by 'no-such-program' failed"):
            reset(entry(Command(("no-such-program",))), url, {})


def test_a_hook_resets_and_its_failure_is_the_sites() -> None:
    done: list[str] = []

    def fail(url: str) -> None:
        raise ValueError("no snapshot")

    with site(lambda *_: (200, "")) as url:
        reset(entry(Hook("mine")), url, {"mine": done.append})
        assert done == [url]
        with pytest.raises(SiteError, match="by hook 'bad' failed: ValueError: no snapshot"):
            reset(entry(Hook("bad")), url, {"bad": fail})
        with pytest.raises(UsageError, match="nobody registered 'mien'; did you mean 'mine'"):
            reset(entry(Hook("mien")), url, {"mine": done.append})
