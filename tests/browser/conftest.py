"""A real browser and small sites of the tests' own, on loopback."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from pytest_vwa.browser.launch import choose
from pytest_vwa.browser.world import BrowserWorld


@dataclass
class Pages:
    """A site whose pages are written by the test: path -> HTML, status or place to go to."""

    url: str = ""
    html: dict[str, str] = field(default_factory=dict)
    status: dict[str, int] = field(default_factory=dict)
    redirect: dict[str, str] = field(default_factory=dict)

    def __setitem__(self, path: str, body: str) -> None:
        self.html[path] = f"<!doctype html><title>{path}</title><body>{body}</body>"


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, pages: Pages, *rest: Any) -> None:
        self.pages = pages
        super().__init__(*rest)

    def do_GET(self) -> None:  # the name http.server looks for
        path = urlsplit(self.path).path
        if place := self.pages.redirect.get(path):
            self.send_response(302)
            self.send_header("Location", place)
            self.end_headers()
            return
        body = self.pages.html.get(path, "").encode()
        self.send_response(self.pages.status.get(path, 200 if body else 404))
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def _serve() -> Iterator[Pages]:
    pages = Pages()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, pages))
    pages.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield pages
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def pages() -> Iterator[Pages]:
    """The task's own site."""
    yield from _serve()


@pytest.fixture
def foreign() -> Iterator[Pages]:
    """A site the task has nothing to do with."""
    yield from _serve()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    choice = choose(headless=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=choice.executable, args=list(choice.args)
        )
        yield browser
        browser.close()


@pytest.fixture
def browsing(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 800, "height": 600})
    context.set_default_timeout(8000)
    yield context
    context.close()


@pytest.fixture
def world_at(browsing: BrowserContext, pages: Pages) -> Callable[..., BrowserWorld]:
    """Open a world on these paths of the site; the body of "/" may be given."""

    def open_world(body: str | None = None, paths: tuple[str, ...] = ("/",), **more: Any):
        if body is not None:
            pages["/"] = body
        world = BrowserWorld(browsing, [pages.url], [pages.url + path for path in paths], **more)
        world.open()
        return world

    return open_world
