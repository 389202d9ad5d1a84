"""Waiting until a page has settled, and no longer."""

from time import monotonic

from playwright.sync_api import BrowserContext, Error, Page, Request
from playwright.sync_api import TimeoutError as TimedOut

from .trouble import is_navigation

PATIENCE = 10.0
"""Seconds after which a page counts as settled whatever it does."""

_ENDLESS = {"eventsource", "media", "ping", "websocket"}

_QUIET = """([quiet, patience]) => new Promise((resolve) => {
  const settle = () => {
    const moves = (animation) => animation.playState === "running"
      && animation.effect?.getComputedTiming().endTime !== Infinity;
    if (document.getAnimations().some(moves)) restart();
    else finish();
  };
  let timer = setTimeout(settle, quiet);
  const restart = () => { clearTimeout(timer); timer = setTimeout(settle, quiet); };
  const observer = new MutationObserver(restart);
  const finish = () => {
    clearTimeout(timer); clearTimeout(limit); observer.disconnect();
    resolve(window[Symbol.for("pytest-vwa")].watch.leaving());
  };
  const limit = setTimeout(finish, patience);
  observer.observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
})"""

_QUIET_MS = 50
_RESTLESS_MS = 1000
"""A page whose DOM never rests (a clock, a carousel) is not waited for longer than this."""


class Traffic:
    """The requests in flight in all tabs of a context, or in one page, begun since the last
    ``forget``."""

    def __init__(self, context: BrowserContext | Page) -> None:
        self._in_flight: set[Request] = set()
        context.on("request", self._begin)
        context.on("requestfinished", self._end)
        context.on("requestfailed", self._end)

    def forget(self) -> None:
        """What is in flight now was not begun by the next action."""
        self._in_flight.clear()

    @property
    def quiet(self) -> bool:
        return not self._in_flight

    def _begin(self, request: Request) -> None:
        if request.resource_type not in _ENDLESS:
            self._in_flight.add(request)

    def _end(self, request: Request) -> None:
        self._in_flight.discard(request)


def settle(page: Page, traffic: Traffic, patience: float = PATIENCE) -> None:
    """Return when the page has loaded, its requests have ended and its DOM has been quiet for
    50 ms, or after ``patience`` seconds. Raises Playwright's Error when the page is lost."""
    deadline = monotonic() + patience
    while not page.is_closed() and (left := 1000 * (deadline - monotonic())) > 0:
        try:
            page.wait_for_load_state("load", timeout=left)
            leaving = page.evaluate(_QUIET, [_QUIET_MS, min(left, _RESTLESS_MS)])
        except TimedOut:
            return
        except Error as error:
            if page.is_closed() or is_navigation(error):
                continue
            raise
        if traffic.quiet and not leaving:
            return
