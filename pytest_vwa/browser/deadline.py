"""A time limit for those of Playwright's calls that know none."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from greenlet import getcurrent
from playwright.sync_api import BrowserContext, Error, Page

from pytest_vwa.core.errors import BrowserError

from .beside import aside

_SHOWN = 80
_OPENS = 30.0
"""Seconds; a tab takes a fraction of one, and seconds on a machine that has too much to do."""
_GRACE = 1.0
"""Seconds in which Playwright may tell by itself that the browser is gone."""


@contextmanager
def deadline(page: Page, seconds: float, what: str) -> Iterator[None]:
    """While the page is asked something inside. When that takes longer, the page is closed, which
    ends the call that waits for it, and a BrowserError says ``what`` did not end."""
    told = f"{_short(what)} did not end within {seconds:g} s: its page was closed"
    with _ended(seconds, partial(page.close, run_before_unload=False), told):
        yield


def new_page(context: BrowserContext, seconds: float = _OPENS) -> Page:
    """A new tab. Raises BrowserError when none comes, as when its process or the browser died while
    it was made: Playwright waits on then, and may even when the browser ends."""
    try:
        with _abandoned(context, seconds):
            return context.new_page()
    except BrowserError:
        # A browser that keeps a profile ends with its context.
        (context.browser or context).close()  # so that nobody takes it for alive
        raise


@contextmanager
def _abandoned(context: BrowserContext, seconds: float) -> Iterator[None]:
    """The call inside is left where it is, and a BrowserError raised, when it takes longer, or does
    not end soon after the context's end."""
    loop = asyncio.get_running_loop()
    me = getcurrent()
    timers: list[asyncio.TimerHandle] = []

    def leave_after(patience: float, told: str) -> None:
        timers.append(loop.call_later(patience, me.throw, BrowserError(told)))

    def closed(_: BrowserContext) -> None:
        leave_after(_GRACE, "the browser ended while a new tab was made")

    leave_after(seconds, f"no new tab came within {seconds:g} s: the browser was closed")
    context.once("close", closed)
    try:
        yield
    finally:
        context.remove_listener("close", closed)
        for timer in timers:
            timer.cancel()


@contextmanager
def _ended(seconds: float, end: Callable[[], None], told: str) -> Iterator[None]:
    """What takes longer inside is ended, and a BrowserError tells so."""
    over: list[bool] = []

    def late() -> None:
        over.append(True)
        aside(end)

    timer = asyncio.get_running_loop().call_later(seconds, late)
    try:
        yield
    except Error:
        if not over:
            raise
    finally:
        timer.cancel()
    if over:
        raise BrowserError(told)


def _short(what: str) -> str:
    line = " ".join(what.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
