"""Tests of a user's own that ask for our fixtures: a plugin, registered where there are some.

Options that cannot be are told once, before anything runs; what breaks in a test is told in a line.
"""

from collections.abc import Generator
from pathlib import Path
from traceback import extract_tb
from typing import Any

import pytest

from . import defaults, refusal
from .core.errors import Broken, VwaError
from .outcome import RUNLOG, skipping_unavailable


def begin(config: pytest.Config) -> None:
    """Raises pytest.UsageError for options that cannot be."""
    config.pluginmanager.register(_Telling(), "vwa-own-tests")
    with refusal.noted(config):
        defaults.compose(config)
    refusal.tell(config)


class _Telling:
    """What is not here skips a test; what breaks is no reason to show our code, unless
    --full-trace asks for it."""

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self) -> Generator[None, object, object]:
        with skipping_unavailable():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[Any]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        error = call.excinfo.value if call.excinfo else None
        is_shown = RUNLOG in item.stash or item.config.getoption("fulltrace")
        if report.failed and isinstance(error, VwaError) and not is_shown:
            report.longrepr = f"{_place(item, error)}{_told(error)}"
        return report


def _told(error: VwaError) -> str:
    return f"{error.kind} error: {error}" if isinstance(error, Broken) else str(error)


def _place(item: pytest.Item, error: VwaError) -> str:
    """The line of the test's own file that asked; "" where a fixture of ours did."""
    frames = extract_tb(error.__traceback__)
    asking = [frame.lineno for frame in frames if Path(frame.filename) == item.path]
    return f"{item.path.name}:{asking[-1]}: " if asking else ""
