"""A site is ready when it shows so, and what is wrong with it has a name."""

import socket
from contextlib import suppress
from threading import Event, Thread

import pytest
from small_site import Answer, site

from pytest_vwa.core.errors import SiteError
from pytest_vwa.sites import health
from pytest_vwa.sites.entry import Health
from pytest_vwa.sites.trouble import kind_of, of_met_page


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
def test_health_classifies_site_response(answer: Answer, asked: Health, kind: str) -> None:
    with site(lambda *_: answer) as url:
        found = health.trouble(url, asked)
    assert (found.kind if found else "") == kind


def test_health_unexpected_redirect_names_target_and_remedy() -> None:
    with site(lambda *_: (302, "")) as url:
        assert str(health.trouble(url, Health())) == (
            f"not ready: {url}/ answered 302, not 200, and leads to /users/sign_in; if it is ready "
            "then, say so in sites.yaml: health: {path: ..., status: [...]}"
        )


def test_health_redirect_to_other_address_is_elsewhere() -> None:
    there = "http://shop.example:7770/"
    with site(lambda *_: (302, there)) as url:
        found = health.trouble(url, Health(statuses=(200, 302)))
    assert found is not None
    assert found.kind == kind_of(f"{url} was not ready within 1 s: {found}") == "elsewhere"
    assert found.evidence.startswith(f"{url}/ redirects to {there}, another address: ")


def test_health_endless_response_is_slow() -> None:
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


def test_health_unreachable_site_is_down_or_dns() -> None:
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
def test_kind_of_classifies_error_messages(message: str, kind: str) -> None:
    assert kind_of(message) == kind


def test_health_wait_ends_as_soon_as_site_is_ready() -> None:
    left = [503, 503, 503]
    with site(lambda *_: (left.pop() if left else 200, "")) as url:
        assert 0 < health.wait(url, Health(), 30) < 30
    assert not left


def test_health_wait_timeout_names_last_trouble() -> None:
    with (
        site(lambda *_: (503, "")) as url,
        pytest.raises(SiteError, match=r"was not ready within 0.3 s: 5xx: .* answered 503"),
    ):
        health.wait(url, Health(), 0.3)


def test_health_https_on_http_port_suggests_http() -> None:
    with site(lambda *_: (200, "")) as url:
        found = health.trouble(url.replace("http:", "https:"), Health())
    assert found is not None
    assert found.kind == "down"
    assert "is it http://?" in found.evidence


@pytest.mark.parametrize(
    ("title", "body", "is_fault"),
    [
        ("Osclass Error", "<style>p {}</style><p>The database cannot be reached.</p>", True),
        ("Database error", "", True),
        ("Kiwix Library Maintenance", "<p>Back soon</p>", True),
        ("Standard error", "<p>The standard error is a measure of spread. </p>" * 20, False),
        ("Error-proof locks", "<p>From $5</p>", False),
        ("How I made an error", "<p>Sorry</p>", False),
    ],
)
def test_met_page_is_fault_where_it_says_nothing_else(
    title: str, body: str, is_fault: bool
) -> None:
    page = f"<html><head><title>{title}</title></head><body>{body}</body></html>"
    found = of_met_page("http://shop/", page)
    assert (found is not None) is is_fault
