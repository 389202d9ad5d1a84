"""A real browser, and worlds on small sites of the tests' own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pages import Pages, serve
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    Page,
    expect,
    sync_playwright,
)
from report_folder import folder, opened

from pytest_vwa.browser.border import Border
from pytest_vwa.browser.launch import choose
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action


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
    expect.set_options(timeout=30_000)  # as long as Playwright waits elsewhere: machines are busy
    with sync_playwright() as playwright, launched(playwright.chromium) as browser:
        yield browser


@pytest.fixture
def own_chromium(chromium: Browser) -> Iterator[Browser]:
    """A browser to lose: a renderer that dies takes the whole of it along now and then."""
    with launched(chromium.browser_type) as browser:
        yield browser


@contextmanager
def launched(browser_type: BrowserType) -> Iterator[Browser]:
    choice = choose(headless=True)
    browser = browser_type.launch(executable_path=choice.executable, args=list(choice.args))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def border() -> Iterator[Border]:
    with Border() as border:
        yield border


@pytest.fixture
def browsing(chromium: Browser, pages: Pages, border: Border) -> Iterator[BrowserContext]:
    context = chromium.new_context(
        viewport={"width": 800, "height": 600},
        service_workers="block",
        proxy=border.settings([pages.url]),
    )
    yield context
    context.close()


@pytest.fixture
def world_at(browsing: BrowserContext, pages: Pages, border: Border) -> Callable[..., BrowserWorld]:
    """Open a world on these paths of the site; the body of "/" may be given."""

    def open_world(body: str | None = None, paths: tuple[str, ...] = ("/",), **more: Any):
        if body is not None:
            pages["/"] = body
        starts = [pages.url + path for path in paths]
        world = BrowserWorld(browsing, [pages.url], starts, border=border, **more)
        world.open()
        return world

    return open_world


@pytest.fixture
def do(world_at: Callable[..., BrowserWorld]) -> Callable[..., str]:
    """Perform one action on a page of this HTML, aimed at the element with this text."""

    def perform(html: str, kind: Any, aim: str = "", value: str = "", **more: Any) -> str:
        world = world_at(html, **more)
        marks = {each.text: each.id for each in world.observe().elements}
        return world.perform(Action(kind, marks.get(aim, aim), value))

    return perform


@pytest.fixture
def shown(browsing: BrowserContext) -> Callable[[str], Any]:
    """The value of an expression in the last tab."""
    return lambda expression: browsing.pages[-1].evaluate(expression)


@pytest.fixture(scope="module")
def index(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first page of a report about the module's ``RUNS``."""
    return folder(tmp_path_factory.mktemp("report"), request.module.RUNS)


@pytest.fixture
def page(chromium: Browser, index: Path) -> Iterator[Page]:
    """A page that looks at that report."""
    page = opened(chromium, index)
    yield page
    page.context.close()
