"""pytest-playwright's fixtures as tasks need them.

They are put into each task file's module, so that they hold for tasks alone and a user's own
Playwright tests in the same session keep theirs.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], browser_name: str
) -> dict[str, Any]:
    """Launch options: the browser that is here; what the user sets wins."""
    if browser_name != "chromium" or "channel" in browser_type_launch_args:
        return browser_type_launch_args
    from .browser.launch import choose

    choice = choose(headless=browser_type_launch_args.get("headless", True))
    found = {"executable_path": choice.executable, "args": list(choice.args)}
    return {**found, **browser_type_launch_args}


@pytest.fixture
def browser(
    launch_browser: Callable[[], "Browser"],
    living_browsers: dict[str, "Browser"],
    browser_name: str,
) -> "Browser":
    """The session's browser; launched again when it died in an earlier test."""
    from .browser.launch import starting

    living = living_browsers.get(browser_name)
    if living is None or not living.is_connected():
        with starting():
            living_browsers[browser_name] = launch_browser()
    return living_browsers[browser_name]


FIXTURES = {"browser_type_launch_args": browser_type_launch_args, "browser": browser}
