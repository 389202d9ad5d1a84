"""Pages whose script does not end: noticed while Playwright waits for them, and stopped.

Most of Playwright's calls know no time limit, and a script that loops for ever holds them for ever.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial

from playwright.sync_api import BrowserContext, CDPSession, Error, Page, Request

from pytest_vwa.core.errors import BrowserError, SiteError

from .beside import aside

_STOPPED = "a script of the page did not end and was stopped"


@dataclass(frozen=True)
class Patience:
    """In seconds: ``every`` so often a page is asked for a sign of life (most steps are shorter,
    and no page is asked at all), it may be busy without a break for ``first`` before its script is
    stopped, and for ``last`` thereafter before it is given up. So it is when what it is asked has
    not ended ``rest`` after the stop, which may have ended our own script. A site has ``answer``
    for the first byte of a page: as long as Playwright gives it where a page is opened by its
    address."""

    every: float = 1.0
    first: float = 8.0
    last: float = 5.0
    rest: float = 15.0
    answer: float = 30.0


USUAL = Patience()


class Pulse:
    """Asks the pages of a context for a sign of life, beside what they are being asked. ``say``
    tells the agent that a script was stopped; a page that nothing stops is given up."""

    def __init__(
        self,
        context: BrowserContext,
        say: Callable[[str], None],
        patience: Patience = USUAL,
    ) -> None:
        self._context = context
        self._say = say
        self._patience = patience
        self._sessions: dict[Page, CDPSession] = {}
        self._asked: set[Page] = set()
        self._stopped: dict[Page, float] = {}
        self._given_up = False
        self._unanswered = ""
        self._awaiting: dict[Page, tuple[Request, float]] = {}
        self._arrived: dict[Page, float] = {}
        context.on("request", self._leave)
        context.on("response", lambda response: self._arrive(response.request))
        context.on("requestfailed", self._arrive)

    @contextmanager
    def felt(self) -> Iterator[None]:
        """While Playwright is used inside. Raises BrowserError when a page had to be given up,
        SiteError when a site did not answer."""
        self._stopped.clear()
        self._given_up = False
        self._unanswered = ""
        with _repeated(self._patience.every, self._feel):
            try:
                self._meet()
                yield
            except Error as error:
                self._tell(error)
                raise
            self._tell()

    def _tell(self, error: Error | None = None) -> None:
        if self._given_up:
            raise BrowserError(f"{_STOPPED}, but the page still hung and was closed") from error
        if self._unanswered:
            seconds = self._patience.answer
            raise SiteError(
                f"{self._unanswered} could not be opened: no answer within {seconds:g} s; is the "
                "site running?"
            ) from error

    def _meet(self) -> None:
        """Only a session that a page has heard of already reaches it when it hangs: no page is
        used before its first question is on the way."""
        for page in self._context.pages:
            if page in self._sessions or page.is_closed():
                continue
            with suppress(Error):  # a page that is gone says so when it is used
                session = self._session(page)
                asyncio.get_running_loop().call_soon(aside, partial(self._ask, page))
                session.send("Target.getTargetInfo")  # the browser answers, behind the question

    def _feel(self) -> None:
        for page in self._context.pages:
            if page not in self._asked and not page.is_closed():
                aside(partial(self._ask, page))
        now = asyncio.get_running_loop().time()
        for page, since in self._stopped.items():
            if now - since > self._patience.rest and not page.is_closed():
                aside(partial(self._give_up, page))
        for page, (request, since) in list(self._awaiting.items()):
            if now - since > self._patience.answer:
                del self._awaiting[page]
                aside(partial(self._turn_away, page, request))

    def _ask(self, page: Page) -> None:
        last = self._patience.last
        busy = last if page in self._stopped else self._patience.first
        loop = asyncio.get_running_loop()
        since, timers = loop.time(), list[asyncio.TimerHandle]()

        def overdue() -> None:
            if (left := busy - self._silence(page, since)) > 0:
                timers.append(loop.call_later(left, aside, overdue))
                return
            timers.append(loop.call_later(last, aside, partial(self._give_up, page)))
            self._stop(page, session)

        self._asked.add(page)
        try:
            session = self._session(page)
            timers.append(loop.call_later(busy, aside, overdue))
            try:
                session.send("Runtime.evaluate", {"expression": "0"})
            finally:
                for timer in timers:
                    timer.cancel()
        finally:
            self._asked.discard(page)

    def _silence(self, page: Page, since: float) -> float:
        """Seconds for which it could have answered: one that waits for its site hears nothing."""
        if page in self._awaiting:
            return 0.0
        return asyncio.get_running_loop().time() - max(since, self._arrived.get(page, since))

    def _leave(self, request: Request) -> None:
        with suppress(Error):  # of a page that is not there yet, or of none
            if request.is_navigation_request() and request.frame.parent_frame is None:
                now = asyncio.get_running_loop().time()
                self._awaiting[request.frame.page] = (request, now)

    def _arrive(self, request: Request) -> None:
        for page in [page for page, (asked, _) in self._awaiting.items() if asked is request]:
            del self._awaiting[page]
            self._arrived[page] = asyncio.get_running_loop().time()

    def _turn_away(self, page: Page, request: Request) -> None:
        """The page stays what it was, and can be used again."""
        self._unanswered = request.url
        self._arrived[page] = asyncio.get_running_loop().time()
        self._session(page).send("Page.stopLoading")

    def _session(self, page: Page) -> CDPSession:
        if page not in self._sessions:
            self._sessions[page] = self._context.new_cdp_session(page)
        return self._sessions[page]

    def _stop(self, page: Page, session: CDPSession) -> None:
        if page in self._stopped:
            return self._give_up(page)
        self._stopped[page] = asyncio.get_running_loop().time()
        self._say(_STOPPED)
        session.send("Runtime.terminateExecution")
        return None

    def _give_up(self, page: Page) -> None:
        """Closed, it fails all calls that wait for it. (A crash while its picture is being taken
        would take the whole browser along.)"""
        self._given_up = True
        page.close()


@contextmanager
def _repeated(seconds: float, work: Callable[[], None]) -> Iterator[None]:
    """Called by Playwright's own event loop, which runs whenever Playwright is waited for."""
    loop = asyncio.get_running_loop()
    timers: list[asyncio.TimerHandle] = []

    def again() -> None:
        timers[:] = [loop.call_later(seconds, again)]
        work()

    timers.append(loop.call_later(seconds, again))
    try:
        yield
    finally:
        timers[0].cancel()
