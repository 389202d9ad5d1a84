"""``--vwa-sites-check``: the sites are looked at and no test is collected; a plugin of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from .core.errors import UsageError
from .options import SETTINGS
from .sites import catalog

if TYPE_CHECKING:
    from .sites.checkup import Row
    from .sites.door import Door

_NONE = (
    "no site has an address, so the arena's embedded sites serve;",
    "set SHOPPING=http://HOST:PORT and the like, or write sites.yaml",
)


class SitesCheck:
    """Takes the place of collecting and running. Raises pytest.UsageError for sites that cannot
    be read."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._rows: list[Row] = []
        try:
            known = catalog.read(config.stash[SETTINGS].sites)
        except UsageError as error:
            raise pytest.UsageError(str(error)) from error
        self._entries = tuple(known.by_name.values())
        # Nothing runs, and no worker is started: it would look at the same sites again.
        config.option.collectonly = True

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> bool:
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self) -> bool:
        """A line as soon as it is known: a site that does not answer takes its time."""
        from .sites.checkup import check, head, lines

        reporter = self._reporter
        reporter.section("sites")
        if not self._entries:
            for line in _NONE:
                reporter.write_line(line)
            return True
        reporter.write_line(head(self._entries))
        with _browser() as enter:
            for row in check(self._entries, enter):
                self._rows.append(row)
                for line in lines(self._entries, row):
                    reporter.write_line(line, red=line.startswith("  "))
        return True

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """1 when something is wrong with a site."""
        if session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = int(not all(row.well for row in self._rows))

    def pytest_terminal_summary(self) -> None:
        """The last line counts sites, where it would say that no tests were collected."""
        self._config.option.collectonly = False
        for row in self._rows:
            counted = self._reporter.stats.setdefault("well" if row.well else "not well", [])
            counted.append(pytest.CollectReport(row.site, "passed", None, []))

    # Quoted: pytest 8 does not export this name.
    @property
    def _reporter(self) -> "pytest.TerminalReporter":
        reporter: pytest.TerminalReporter = self._config.pluginmanager.getplugin("terminalreporter")
        return reporter


@contextmanager
def _browser() -> "Iterator[Callable[[Door], object]]":
    """Goes through doors with a browser of its own."""
    from playwright.sync_api import sync_playwright

    from .browser.border import Border
    from .browser.deadline import new_page
    from .browser.launch import choose
    from .browser.trouble import browser_trouble

    try:
        choice = choose(headless=True)
    except UsageError as error:
        raise pytest.UsageError(str(error)) from error
    with sync_playwright() as playwright, Border() as border:
        browser = playwright.chromium.launch(
            executable_path=choice.executable, args=list(choice.args)
        )

        def enter(door: "Door") -> object:
            url, headers = door.site.url, door.site.headers
            proxy = border.settings([url], {url: headers}) if headers else None
            with browser_trouble():
                return door.enter(lambda **new: new_page(browser.new_context(proxy=proxy, **new)))

        yield enter
        browser.close()
