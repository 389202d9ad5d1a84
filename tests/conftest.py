"""The two tiers of tests, what they may cost, and the browser that a worker's tests share."""

from collections.abc import Iterator
from contextlib import contextmanager

import fence
import pytest
from playwright.sync_api import Browser, BrowserType, Playwright, expect, sync_playwright
from tiers import pytest_addoption, pytest_collection_modifyitems

__all__ = ["pytest_addoption", "pytest_collection_modifyitems"]

from pytest_vwa.browser.launch import choose


def pytest_configure(config: pytest.Config) -> None:
    fence.register(config)


@pytest.fixture(scope="session", autouse=True)
def compiled() -> Iterator[None]:
    """Let the processes that tests start find their imports compiled.

    Without it each of hundreds of runs compiles them anew and takes half as long again.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


@contextmanager
def launched(browser_type: BrowserType) -> Iterator[Browser]:
    choice = choose(headless=True)
    browser = browser_type.launch(executable_path=choice.executable, args=list(choice.args))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """Playwright, started once in each process that runs tests."""
    expect.set_options(timeout=30_000)  # as long as Playwright waits elsewhere: machines are busy
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(driver: Playwright) -> Iterator[Browser]:
    """The browser that the tests of a process share."""
    with launched(driver.chromium) as browser:
        yield browser


@pytest.fixture
def own_chromium(driver: Playwright) -> Iterator[Browser]:
    """A browser of the test's own, which it may kill."""
    with launched(driver.chromium) as browser:
        yield browser
