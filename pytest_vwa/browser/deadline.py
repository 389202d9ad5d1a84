"""A time limit for those of Playwright's calls that know none."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from greenlet import getcurrent
from playwright.sync_api import BrowserContext, Error, Page

from pytest_vwa.core.errors import BrowserError

from .beside import aside

_SHOWN = 80
_OPENS = 30.0
"""Seconds; a tab takes a fraction of one, and seconds on a machine that has too much to do."""
_CLOSES = 5.0
"""Seconds that pages have for closing."""
_GRACE = 1.0
"""Seconds in which Playwright may tell by itself that the browser is gone."""


@contextmanager
def deadline(page: Page, seconds: float, what: str) -> Iterator[None]:
    """While the page is asked something inside. When that takes longer, the page is closed, which
    ends the call that waits for it, and a BrowserError says ``what`` did not end."""
    told = f"{_short(what)} did not end within {seconds:g} s: its page was closed"
    with _ended(seconds, lambda: [page], told):
        yield


@contextmanager
def step_deadline(context: BrowserContext, seconds: float, what: str) -> Iterator[None]:
    """Limit how long the pages of a context are used inside.

    After ``seconds`` all of them are closed, which ends the call that waits for one; a call that
    waits nonetheless is left where it is a little later. Both raise BrowserError: ``what`` did not
    end.
    """
    told = f"{what} did not end within {seconds:g} s: its pages were closed"
    stuck = BrowserError(f"{told}, and did not end even then")
    with abandoned(seconds + _CLOSES, stuck), _ended(seconds, lambda: context.pages, told):
        yield


@contextmanager
def abandoned(seconds: float, error: Exception) -> Iterator[None]:
    """Raise the error when Playwright's call inside takes longer: it is left where it is."""
    timer = asyncio.get_running_loop().call_later(seconds, getcurrent().throw, error)
    try:
        yield
    finally:
        timer.cancel()


def new_page(context: BrowserContext, seconds: float = _OPENS) -> Page:
    """A new tab. Raises BrowserError when none comes, as when its process or the browser died while
    it was made: Playwright waits on then, and may even when the browser ends."""
    try:
        with _made(context, seconds):
            return context.new_page()
    except BrowserError:
        # A browser that keeps a profile ends with its context.
        (context.browser or context).close()  # so that nobody takes it for alive
        raise


@contextmanager
def _made(context: BrowserContext, seconds: float) -> Iterator[None]:
    """Raise BrowserError when the tab made inside takes longer, or does not come soon after the
    context's end."""
    loop = asyncio.get_running_loop()
    ended = BrowserError("the browser ended while a new tab was made")
    late = BrowserError(f"no new tab came within {seconds:g} s: the browser was closed")
    me = getcurrent()
    timers: list[asyncio.TimerHandle] = []

    def closed(_: BrowserContext) -> None:
        timers.append(loop.call_later(_GRACE, me.throw, ended))

    context.once("close", closed)
    try:
        with abandoned(seconds, late):
            yield
    finally:
        context.remove_listener("close", closed)
        for timer in timers:
            timer.cancel()


@contextmanager
def _ended(seconds: float, pages: Callable[[], Iterable[Page]], told: str) -> Iterator[None]:
    """Close the pages when what is done inside takes longer, and raise a BrowserError then."""
    over: list[bool] = []

    def late() -> None:
        over.append(True)
        for page in pages():
            aside(partial(page.close, run_before_unload=False))

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
