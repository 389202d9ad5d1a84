"""Two of Playwright's calls at the same time."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, Page

from pytest_vwa.browser.beside import beside

LATER = "(value) => new Promise((resolve) => setTimeout(() => resolve(value), 100))"


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    yield context.new_page()
    context.close()


def test_concurrent_call_runs_alongside_later_calls(page: Page) -> None:
    order = []

    def slow() -> str:
        value: str = page.evaluate(LATER, "slow")
        order.append(value)
        return value

    value = beside(slow)
    order.append(page.evaluate("'quick'"))
    assert value() == "slow"
    assert order == ["quick", "slow"]


def test_concurrent_call_returns_value_when_finished_first(page: Page) -> None:
    value = beside(lambda: page.evaluate("'quick'"))
    page.evaluate(LATER, "slow")
    assert value() == "quick"
    assert value() == "quick"
    assert page.evaluate("1") == 1, "and calls go on as before"


def test_concurrent_call_raises_its_error_when_awaited(page: Page) -> None:
    value = beside(lambda: page.evaluate("missing"))
    page.evaluate("1")
    with pytest.raises(Error, match="missing is not defined"):
        value()


def test_concurrent_call_may_be_abandoned(page: Page) -> None:
    beside(lambda: page.evaluate(LATER, "slow"))
    page.evaluate("1")
    page.close()
