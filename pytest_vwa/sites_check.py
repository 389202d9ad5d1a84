"""``--vwa-sites-check``: the sites are looked at and no test is collected; a plugin of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import pytest

from .core.errors import UsageError
from .options import SETTINGS
from .sites import catalog

if TYPE_CHECKING:
    from .sites.checkup import Row
    from .sites.door import Door

_NONE = (
    "no site has an address, so the arena's embedded sites serve; set SHOPPING=http://HOST:PORT "
    "and the like, or write sites.yaml"
)


class SitesCheck:
    """Takes the place of collecting and running."""

    def __init__(self) -> None:
        self._rows: list[Row] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> bool:
        return True

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        from .sites.checkup import check

        try:
            known = catalog.read(session.config.stash[SETTINGS].sites)
        except UsageError as error:
            raise pytest.UsageError(str(error)) from error
        if known:
            with _browser() as enter:
                self._rows = list(check(tuple(known.by_name.values()), enter))
        return True

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """1 when something is wrong with a site."""
        if session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = int(not all(row.well for row in self._rows))

    # Quoted: pytest 8 does not export this name.
    def pytest_terminal_summary(self, terminalreporter: "pytest.TerminalReporter") -> None:
        from .sites.checkup import table

        terminalreporter.section("sites")
        if not self._rows:
            terminalreporter.write_line(_NONE)
            return
        for line in table(self._rows):
            terminalreporter.write_line(line, red=line.startswith("  "))


@contextmanager
def _browser() -> "Iterator[Callable[[Door], object]]":
    """Goes through doors with a browser of its own."""
    from playwright.sync_api import sync_playwright

    from .browser.border import Border
    from .browser.launch import choose

    with sync_playwright() as playwright, Border() as border:
        choice = choose(headless=True)
        browser = playwright.chromium.launch(
            executable_path=choice.executable, args=list(choice.args)
        )

        def enter(door: "Door") -> object:
            url, headers = door.site.url, door.site.headers
            if not headers:
                return door.enter(browser.new_context)
            proxy = border.settings([url], {url: headers})
            return door.enter(partial(browser.new_context, proxy=proxy))

        yield enter
        browser.close()
