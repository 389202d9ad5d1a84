"""A browser of a test's own that its agent drives over CDP, while the harness looks on."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from playwright.sync_api import BrowserContext, BrowserType, Error, Frame, Page
from playwright.sync_api import TimeoutError as TimedOut
from tenacity import retry, retry_if_exception_type, stop_after_delay, wait_fixed

from pytest_vwa.core.errors import BrowserError
from pytest_vwa.core.observation import Observation

from .launch import starting
from .trouble import browser_trouble
from .world import BrowserWorld, Remains

DIALOGS_AFTER = 2.0
"""Seconds in which the agent may answer a dialog itself."""
_EMPTY = ("", "about:blank")
_TRIES = 3

T = TypeVar("T")


@dataclass(frozen=True)
class Lent:
    """``context`` is the browser's default one, which CDP clients work in; ``cdp_url`` is where
    they reach it: a loopback port that the system chose."""

    context: BrowserContext
    cdp_url: str


@contextmanager
def lend(
    browser_type: BrowserType, launch: Mapping[str, Any], context: Mapping[str, Any]
) -> Iterator[Lent]:
    """A Chromium of one's own, with these arguments of ``launch`` and of ``new_context``; closed
    at the end. Raises BrowserError when it does not start."""
    state = context.get("storage_state")
    given = {name: value for name, value in context.items() if name != "storage_state"}
    arguments = [*launch.get("args", ()), "--remote-debugging-port=0"]
    with TemporaryDirectory(prefix="vwa-browser-", ignore_cleanup_errors=True) as profile:
        with starting():
            opened = browser_type.launch_persistent_context(
                profile, **{**launch, **given, "args": arguments}
            )
        try:
            with browser_trouble():
                if state:
                    opened.set_storage_state(state)
                cdp_url = f"http://127.0.0.1:{_port(Path(profile))}"
            yield Lent(opened, cdp_url)
        finally:
            _close(opened)


@retry(
    retry=retry_if_exception_type((OSError, IndexError)),
    wait=wait_fixed(0.02),
    stop=stop_after_delay(5),
    reraise=True,
)
def _port(profile: Path) -> int:
    """Chromium writes it, in the first of two lines, soon after it has started."""
    return int((profile / "DevToolsActivePort").read_text().splitlines()[0])


def _close(context: BrowserContext) -> None:
    with suppress(Error):  # it is gone already
        context.close()


class LentWorld:
    """A ``LentBrowser``; ``world`` is the same browser as the harness sees it."""

    def __init__(self, lent: Lent, world: BrowserWorld) -> None:
        self._context = lent.context
        self._world = world
        self._opened: list[tuple[Page, str]] = []
        self._remains: Remains | None = None
        self.cdp_url = lent.cdp_url
        self._at_first = {page: page.url for page in self._context.pages}
        for page in self._at_first:
            self._follow(page)
        self._context.on("page", self._meet)

    def look(self) -> Observation:
        return self._insisted(self._world.catch_up) or _unseen(self._world.last_url)

    def look_on(self, seconds: float) -> Iterator[Observation]:
        """Playwright handles the browser's events, on which the agent depends too, while something
        is waited for."""
        with _borrowed(), browser_trouble(), suppress(TimedOut):
            self._context.wait_for_event("page", timeout=1000 * seconds)
        opened, self._opened = self._opened, []
        latest = dict(opened)
        for page, url in opened:
            # What a tab has left already is told by its address alone.
            stays = latest.get(page) == url and latest.pop(page) and not page.is_closed()
            seen = self._tried(partial(self._seen_in, page, url)) if stays else None
            yield seen or _unseen(url)

    def take_away(self) -> Observation:
        last = self.look()
        self._remains = self._insisted(self._world.remains)
        self.close()
        return last

    @property
    def trouble(self) -> str:
        """As ``BrowserWorld`` has it."""
        return self._world.trouble

    def close(self) -> None:
        _close(self._context)

    def remains(self) -> Remains:
        """Raises BrowserError when it was not taken away before."""
        if self._remains is None:
            raise BrowserError("what the agent left in its browser could not be kept")
        return self._remains

    def _seen_in(self, page: Page, url: str) -> Observation:
        """What is seen when the agent opened another tab meanwhile is that one, not this."""
        seen = self._world.catch_up(page)
        return seen if self._world.shows(page) else replace(_unseen(url), note=seen.note)

    def _insisted(self, take: Callable[[], T]) -> T | None:
        tries = (self._tried(take) for _ in range(_TRIES))
        return next(filter(None, tries), None)

    def _tried(self, take: Callable[[], T]) -> T | None:
        """None when the agent closed a tab, or went on in it, meanwhile."""
        with _borrowed():
            try:
                return take()
            except BrowserError:
                if not self._is_there():
                    raise
                return None

    def _is_there(self) -> bool:
        with suppress(Error):
            self._context.cookies(self.cdp_url)
            return True
        return False

    # --- events ---

    def _meet(self, page: Page) -> None:
        self._follow(page)
        self._note(page, page.main_frame)

    def _follow(self, page: Page) -> None:
        page.on("framenavigated", partial(self._note, page))

    def _note(self, page: Page, frame: Frame) -> None:
        if frame != page.main_frame or frame.url in _EMPTY:
            return
        known = self._opened[-1] if self._opened else None
        opened = (page, frame.url)
        # What the harness opened in a tab may be told late, as the tab's first news.
        is_old = self._at_first.pop(page, "") == frame.url
        if opened != known and not is_old:
            self._opened.append(opened)


@contextmanager
def _borrowed() -> Iterator[None]:
    """A browser that is lost was most likely closed by who had it."""
    try:
        yield
    except BrowserError as error:
        raise BrowserError(
            f"{error}; an autonomous agent must not close the browser it is given, but disconnect"
        ) from error


def _unseen(url: str) -> Observation:
    return Observation("", None, (), url, (), kind="screenshot")
