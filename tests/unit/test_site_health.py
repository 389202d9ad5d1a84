"""A site is ready when it shows so, and what is wrong with it has a name."""

import socket
from contextlib import suppress
from threading import Event, Thread

import pytest
from small_site import Answer, site

from pytest_vwa.core.errors import SiteError
from pytest_vwa.sites import health
from pytest_vwa.sites.entry import Health
from pytest_vwa.sites.trouble import kind_of


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


def test_a_redirect_that_is_no_health_is_told_with_where_it_leads_and_what_to_do() -> None:
    with site(lambda *_: (302, "")) as url:
        assert str(health.trouble(url, Health())) == (
            f"not ready: {url}/ answered 302, not 200, and leads to /users/sign_in; if it is ready "
            "then, say so in sites.yaml: health: {path: ..., status: [...]}"
        )


def test_a_page_that_does_not_end_is_slow() -> None:
    enough = Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            line, _ = server.accept()
            with line, suppress(OSError):
                line.recv(4096)
                line.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
                while not enough.wait(0.1):
                    line.sendall(b"<p>")

        thread = Thread(target=drip)
        thread.start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        found = health.trouble(url, Health(), timeout=0.5)
        enough.set()
        thread.join()
    assert found is not None
    assert found.kind == "slow"


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


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("net::ERR_NAME_NOT_RESOLVED at http://shop", "dns"),
        ("net::ERR_CERT_AUTHORITY_INVALID at https://shop", "certificate"),
        ("net::ERR_CONNECTION_REFUSED at http://shop", "down"),
        ("Timeout 60000ms exceeded.", "slow"),
        ("the log-in page http://shop answered 503", "5xx"),
        ("wiki: the reset by http://nowhere/ failed: Name or service not known", "reset"),
        (
            "wiki: the leases of the sites cannot be kept in Redis: connection refused; see",
            "leases",
        ),
        ("wiki: the lease of the sites was lost: this process did not run for 15 s", "leases"),
        ("wiki: not free within 4 s: theirs-7 came before", "busy"),
        (
            "http://a was not ready within 9 s: error page: http://a/ shows '<title>Error'",
            "error page",
        ),
        ("http://a was not ready within 9 s: not ready: http://a/ answered 404", "not ready"),
        ("http://a was not ready within 9 s: 5xx: http://a/ answered 503", "5xx"),
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


def test_https_at_a_port_that_speaks_http_is_told_so() -> None:
    with site(lambda *_: (200, "")) as url:
        found = health.trouble(url.replace("http:", "https:"), Health())
    assert found is not None
    assert found.kind == "down"
    assert "is it http://?" in found.evidence
