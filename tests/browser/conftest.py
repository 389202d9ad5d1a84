"""A real browser, and worlds on small sites of the tests' own."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from one_tab import OneTab, new_context
from pages import Pages, serve
from playwright.sync_api import Browser, BrowserContext, Page, StorageState
from report_folder import folder, open_report, opened

from pytest_vwa.arena.server import Arena
from pytest_vwa.browser.border import Border
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action
from pytest_vwa.sites.login import log_in


@pytest.fixture(scope="module")
def one_tab(chromium: Browser, border: Border) -> Iterator[OneTab]:
    """Share one site, one context and one tab among the tests of a module that asks for it by
    ``pytestmark = pytest.mark.usefixtures("one_tab")``: a test then costs half as much.

    Other modules have a context for each test. A world leaves its scripts, routes and listeners in
    its context, so that a second one there would act twice; and a context without a page costs 17
    ms of the 180 to 300 that a test with one takes: only sharing the tab and its world saves much.
    That is sound for tests of one plain page. It is not where a test counts what a site was asked,
    since the page before it may still ask, nor where it opens several tabs, takes routes of its
    own, or needs a world with more than a sight.
    """
    with serve() as pages:
        one_tab = OneTab(chromium, border, pages)
        yield one_tab
        one_tab.close()


@pytest.fixture
def shared(request: pytest.FixtureRequest) -> Iterator[OneTab | None]:
    """The tab that the module shares, if it does; what a test leaves in it is forgotten."""
    if "one_tab" not in request.fixturenames:
        yield None
        return
    one_tab: OneTab = request.getfixturevalue("one_tab")
    yield one_tab
    one_tab.reset()


@pytest.fixture
def pages(shared: OneTab | None) -> Iterator[Pages]:
    """The task's own site."""
    if shared:
        yield shared.pages
        return
    with serve() as pages:
        yield pages


@pytest.fixture
def foreign(shared: OneTab | None) -> Iterator[Pages]:
    """A site the task has nothing to do with."""
    with serve(shared.ports if shared else None) as pages:
        yield pages


@pytest.fixture(scope="session")
def all_sites() -> Iterator[Arena]:
    with Arena() as arena:
        yield arena


@pytest.fixture(scope="module")
def arena(all_sites: Arena) -> Arena:
    """The embedded sites, their data as new for each module."""
    all_sites.fresh()
    return all_sites


@pytest.fixture(scope="session")
def logged_in(all_sites: Arena, chromium: Browser) -> Callable[[str], StorageState]:
    """The state of a browser that is logged in to the embedded site of this name, where one can."""

    @cache
    def enter(name: str) -> StorageState:
        page = chromium.new_page()
        log_in(page, all_sites.sites[name])
        state = page.context.storage_state()
        page.close()
        return state

    return enter


@pytest.fixture(scope="session")
def border() -> Iterator[Border]:
    with Border() as border:
        yield border


@pytest.fixture
def browsing(
    chromium: Browser, pages: Pages, border: Border, shared: OneTab | None
) -> Iterator[BrowserContext]:
    if shared:
        yield shared.context
        return
    context = new_context(chromium, border, pages.url)
    yield context
    context.close()


@pytest.fixture
def world_at(
    browsing: BrowserContext, pages: Pages, border: Border, shared: OneTab | None
) -> Callable[..., BrowserWorld]:
    """Open a world on these paths of the site; the body of "/" may be given."""

    def open_world(body: str | None = None, paths: tuple[str, ...] = ("/",), **more: Any):
        if body is not None:
            pages["/"] = body
        if shared:
            assert paths == ("/",), "a module with one tab starts on the first page"
            return shared.open(**more)
        starts = [pages.url + path for path in paths]
        world = BrowserWorld(browsing, [pages.url], starts, border=border, **more)
        world.open()
        return world

    return open_world


@pytest.fixture
def do(world_at: Callable[..., BrowserWorld]) -> Callable[..., str]:
    """Perform one action on a page of this HTML, aimed at the element with this text or mark."""

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


@pytest.fixture(scope="module")
def tab(chromium: Browser, index: Path) -> Iterator[Page]:
    """The tab in which a module's tests look at reports."""
    page = opened(chromium, index)
    yield page
    page.context.close()


@pytest.fixture
def page(tab: Page, index: Path) -> Page:
    """A page that looks at that report."""
    return open_report(tab, index)
