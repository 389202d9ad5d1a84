"""Below the lines of finished tasks, under xdist: what each worker is at."""

import time
from collections.abc import Callable, Generator, Mapping

import pytest

from .progress import cut, in_terminal

# DEC and ANSI codes. Down without changing the column, so that the screen scrolls before the
# place is remembered; then back up.
_DOWN, _UP = "\x1bD", "\x1b[{}A"
_KEEP, _RESTORE = "\x1b7", "\x1b8"
_ERASE_BELOW = "\x1b[J"


class Workers:
    """The pytest plugin; a line for each running test, as many as there are workers. The cursor
    always returns to where pytest writes on; what stands below is erased before it does."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._since: dict[str, str] = {}
        self._waits: dict[str, str] = {}
        self._drawn = False

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> Generator[None]:
        self._since[nodeid] = time.strftime("%H:%M:%S")
        self._erase()
        yield
        self._draw()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> Generator[None]:
        if hasattr(report, "vwa_waits"):
            self._waits[report.nodeid] = report.vwa_waits
        if report.when not in ("setup", "call"):
            self._since.pop(report.nodeid, None)
            self._waits.pop(report.nodeid, None)
        self._erase()
        yield
        self._draw()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_logfinish(self) -> Generator[None]:
        self._erase()
        yield
        self._draw()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        self._since.clear()
        self._erase()

    @property
    def _write(self) -> Callable[[str], None]:
        write: Callable[[str], None] = self._config.pluginmanager.getplugin(
            "terminalreporter"
        ).write
        return write

    def _erase(self) -> None:
        if self._drawn:
            self._write(_ERASE_BELOW)
            self._drawn = False

    def _draw(self) -> None:
        reporter = self._config.pluginmanager.getplugin("terminalreporter")
        if self._since and self._config.get_verbosity() >= 0 and in_terminal(reporter):
            width = self._config.get_terminal_writer().fullwidth - 1
            self._write(region(self._since, width, self._waits))
            self._drawn = True


def region(since: dict[str, str], width: int, waits: Mapping[str, str] = {}) -> str:
    """Codes and lines to write; the last line is empty, for pytest takes it for the one it is
    writing. ``waits`` has, of those that wait, since when and for whom."""
    lines = [
        cut(_line(nodeid.rpartition("::")[2], began, waits.get(nodeid, "")), width)
        for nodeid, began in since.items()
    ]
    height = len(lines) + 1
    room = _DOWN * height + _UP.format(height)
    return f"{room}{_KEEP}\r\n" + "\r\n".join([*lines, _RESTORE])


def _line(name: str, began: str, waits: str) -> str:
    return f"  waiting {name}  {waits}" if waits else f"  running {name}  since {began}"
