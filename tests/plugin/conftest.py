"""Real pytest runs in a folder of their own: in this process, or in one or more of their own."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright
from preloaded import forget_read_files, preload
from provider import Provider
from pytest_playwright import pytest_playwright
from taskfiles import PLAIN, TASK, Run

from pytest_vwa.arena.server import Arena
from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import read

preload()

# Of what this process has imported before, pytest cannot rewrite the asserts, and warns of it.
IMPORTED = ("-W", "ignore::pytest.PytestAssertRewriteWarning")


@pytest.fixture
def write(pytester: pytest.Pytester) -> Callable[..., Path]:
    """Write tasks (changes to TASK) as a task file."""

    def write(name: str, *changes: dict[str, Any]) -> Path:
        tasks = [TASK | change for change in changes]
        path = pytester.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(tasks))
        return path

    return write


@pytest.fixture
def no_sites(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment that names no site, so that the arena serves them."""
    for name in ("SHOPPING", "CLASSIFIEDS", "REDDIT", "VWA_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run_alone(pytester: pytest.Pytester, no_sites: None) -> Run:
    """Run pytest as a user would, in a process of its own: for kills, exits, imports, xdist."""

    def run_alone(*args: str) -> pytest.RunResult:
        return pytester.runpytest_subprocess(*PLAIN, *args, timeout=400)

    return run_alone


@pytest.fixture
def run(
    pytester: pytest.Pytester,
    run_alone: Run,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Run:
    """Run pytest as a user would: in this process and with its browser, which takes a tenth of the
    time; with ``-n`` in a process of its own."""
    # pytest-playwright collects soft assertions of one test at a time; ours is the outer one.
    monkeypatch.setattr(pytest_playwright, "_soft_scope", None, raising=False)

    def run(*args: str) -> pytest.RunResult:
        if "-n" in args:
            return run_alone(*args)
        forget_read_files()
        plugins = [SharedBrowser(request)]
        return pytester.runpytest_inprocess(*PLAIN, *IMPORTED, *args, plugins=plugins)

    return run


@pytest.fixture
def run_still(run: Run) -> Run:
    """Run pytest as a user would, with still pages in place of browser and sites."""
    return lambda *args: run("-p", "pytest_vwa.testing.plugin", *args)


class SharedBrowser:
    """A plugin of the inner run: its tasks work in the browser of the tests."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._fixtures = SharedBrowserFixtures(request)

    def pytest_configure(self, config: pytest.Config) -> None:
        # Of fixtures with the same name, those of the plugin that was registered last win.
        config.pluginmanager.register(self._fixtures)


class SharedBrowserFixtures:
    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._outer = request

    @pytest.fixture(scope="session")
    def playwright(self) -> Playwright:
        driver: Playwright = self._outer.getfixturevalue("driver")
        return driver

    @pytest.fixture(scope="session")
    def living_browsers(self) -> dict[str, Browser]:
        return {"chromium": self._outer.getfixturevalue("chromium")}


@pytest.fixture(scope="module")
def classifieds() -> Iterator[str]:
    """The classifieds at an address of their own.

    Of the module: pytester forgets what a test imports, and PyYAML's C part does not survive that.
    """
    with Arena(["classifieds"]) as arena:
        yield arena.sites["classifieds"].url


@pytest.fixture
def provider() -> Iterator[Provider]:
    """A local server that speaks OpenAI's protocol."""
    with Provider() as provider:
        yield provider


@pytest.fixture
def record(pytester: pytest.Pytester) -> Callable[[], Record]:
    """The only record of the only run."""

    def record() -> Record:
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        (only,) = read(journal)
        return only

    return record


@pytest.fixture
def records(pytester: pytest.Pytester) -> Callable[[], list[Record]]:
    """All records of the only run."""

    def records() -> list[Record]:
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        return list(read(journal))

    return records
