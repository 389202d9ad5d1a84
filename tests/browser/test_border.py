"""The way to everything that is no site of the task."""

import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

import pytest
from pages import Pages
from playwright.sync_api import Browser

from pytest_vwa.browser.border import Border

Visit = Callable[..., Any]


@pytest.fixture
def beyond(chromium: Browser, pages: Pages) -> Iterator[Visit]:
    """Evaluate an expression on a page of the site, behind a border that admits these addresses;
    also gives what it refused."""
    pages["/"] = "<p>Home</p>"

    def evaluate(expression: str, admits: Callable[[str], bool]) -> tuple[Any, tuple[str, ...]]:
        with Border(admits) as border:
            context = chromium.new_context(proxy=border.settings([pages.url]))
            page = context.new_page()
            page.goto(pages.url)
            value = page.evaluate(expression)
            context.close()
            return value, border.refused()

    return evaluate


def anyone(address: str) -> bool:
    return True


def nobody(address: str) -> bool:
    return False


def get(url: str) -> str:
    return f"fetch('{url}', {{mode: 'cors'}}).then(answer => answer.text())"


def test_egress_proxy_passes_allowed_response_unchanged(beyond: Visit, foreign: Pages) -> None:
    foreign.html["/long"] = "boat" * 50_000
    foreign.headers["/long"] = {"Access-Control-Allow-Origin": "*"}
    said, refused = beyond(get(f"{foreign.url}/long?q=1"), anyone)
    assert said == "boat" * 50_000
    assert foreign.asked == ["/long"]
    assert refused == ()


def test_egress_proxy_forwards_post_body(beyond: Visit, foreign: Pages) -> None:
    foreign.html["/form"] = "thanks"
    foreign.headers["/form"] = {"Access-Control-Allow-Origin": "*"}
    post = f"fetch('{foreign.url}/form', {{method: 'POST', body: 'boat'.repeat(9999)}})"
    assert beyond(f"{post}.then(answer => answer.text())", anyone)[0] == "thanks"


def test_egress_proxy_serves_parallel_requests(beyond: Visit, foreign: Pages) -> None:
    for path in ("/a", "/b"):
        foreign.html[path] = path
        foreign.headers[path] = {"Access-Control-Allow-Origin": "*"}
    both = f"Promise.all([{get(foreign.url + '/a')}, {get(foreign.url + '/b')}])"
    assert beyond(f"{both}.then(() => {both})", anyone)[0] == ["/a", "/b"]


def test_egress_proxy_tunnels_websocket(beyond: Visit, foreign: Pages) -> None:
    beyond(
        f"new Promise(done => new WebSocket('{foreign.url}/live'.replace('http', 'ws'))"
        ".onerror = () => done(1))",
        anyone,
    )
    assert foreign.asked == ["/live"]


def test_egress_proxy_blocks_and_records_refused_request(beyond: Visit, foreign: Pages) -> None:
    url = f"{foreign.url}/secret"
    _, refused = beyond(f"fetch('{url}', {{mode: 'no-cors'}}).then(() => 1, () => 1)", nobody)
    assert refused == (url,)
    assert foreign.asked == []


def test_egress_proxy_checks_resolved_ip_of_host(beyond: Visit, foreign: Pages) -> None:
    asked: list[str] = []
    url = foreign.url.replace("127.0.0.1", "localhost")
    beyond(
        f"fetch('{url}', {{mode: 'no-cors'}}).then(() => 1, () => 1)",
        lambda address: bool(asked.append(address)),
    )
    assert "127.0.0.1" in asked
    assert foreign.asked == []


def test_egress_proxy_fails_fetch_of_unreachable_host(beyond: Visit, pages: Pages) -> None:
    gone = "http://127.0.0.1:1/"
    said, _ = beyond(f"fetch('{gone}').then(answer => answer.status, String)", anyone)
    assert "Failed to fetch" in said


def test_egress_proxy_logs_no_error_when_both_ends_close(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The browser's end cannot be passed on to who has gone already."""

    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        Border(nobody) as border,
        ExitStack() as browsing,
    ):
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        way = urlsplit(border.settings([url], {url: {"X-Gate": "open"}})["server"])
        browser = browsing.enter_context(socket.create_connection((way.hostname, way.port)))
        browser.settimeout(5)
        browser.sendall(f"GET {url}/ HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        server.settimeout(5)
        line, _ = server.accept()
        with line:
            line.recv(4096)
            line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
            line.shutdown(socket.SHUT_WR)
            assert b"".join(iter(lambda: browser.recv(4096), b"")).endswith(b"hi")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        browser.shutdown(socket.SHUT_WR)
        assert browser.recv(4096) == b""
    assert [record.message for record in caplog.records if record.name == "asyncio"] == []


def test_egress_proxy_bypass_lists_sites_with_ports() -> None:
    with Border() as border:
        given = border.settings(
            ["http://shop.test/a", "https://shop.test", "http://[::1]:80/", "x"]
        )
    assert given.get("bypass") == "<-loopback>,[::1]:80,shop.test:443,shop.test:80"
