"""A real browser, and worlds on small sites of the tests' own."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pages import Pages, serve
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from pytest_vwa.browser.launch import choose
from pytest_vwa.browser.world import BrowserWorld


@pytest.fixture
def pages() -> Iterator[Pages]:
    """The task's own site."""
    with serve() as pages:
        yield pages


@pytest.fixture
def foreign() -> Iterator[Pages]:
    """A site the task has nothing to do with."""
    with serve() as pages:
        yield pages


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
