"""A time limit for those of Playwright's calls that know none."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from playwright.sync_api import Error, Page

from pytest_vwa.core.errors import BrowserError

from .beside import aside

_SHOWN = 80


@contextmanager
def deadline(page: Page, seconds: float, what: str) -> Iterator[None]:
    """While the page is asked something inside. When that takes longer, the page is closed, which
    ends the call that waits for it, and a BrowserError says ``what`` did not end."""
    over: list[bool] = []

    def end() -> None:
        over.append(True)
        aside(partial(page.close, run_before_unload=False))

    timer = asyncio.get_running_loop().call_later(seconds, end)
    try:
        yield
    except Error:
        if not over:
            raise
    finally:
        timer.cancel()
    if over:
        raise BrowserError(f"{_short(what)} did not end within {seconds:g} s: its page was closed")


def _short(what: str) -> str:
    line = " ".join(what.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
