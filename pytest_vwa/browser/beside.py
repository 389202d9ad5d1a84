"""Playwright's calls beside each other."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

from greenlet import getcurrent, greenlet
from playwright.sync_api import Error

T = TypeVar("T")


def beside(work: Callable[[], T]) -> Callable[[], T]:
    """Let ``work`` begin right after the next call of Playwright's and go on beside those that
    follow. Gives a function that waits for its value, or raises the Error that it raised.

    Playwright's loop runs in a greenlet of its own, whenever one of its calls is waited for; what
    it starts there can make calls as its handlers of events do.
    """
    loop = asyncio.get_running_loop()
    done: Future[T] = Future()
    playwright: list[greenlet] = []

    def run() -> None:
        try:
            done.set_result(work())
        except Error as error:
            done.set_exception(error)
        finally:
            done.cancel()  # of no effect unless something else was raised: nobody waits for ever

    def start() -> None:
        playwright.append(getcurrent())
        greenlet(run).switch()

    def value() -> T:
        if not done.done():
            me = getcurrent()
            done.add_done_callback(lambda _: loop.call_soon(me.switch))
        while not done.done():
            playwright[0].switch()
        return done.result()

    loop.call_soon(start)
    return value


def aside(work: Callable[[], None]) -> None:
    """From a timer of Playwright's own event loop: beside the call that waits, as Playwright's
    handlers of events run."""

    def quietly() -> None:
        with suppress(Error):  # the page, or the browser, is gone already
            work()

    greenlet(quietly).switch()
