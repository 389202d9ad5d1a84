"""Waiting until a page has settled, and no longer."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic

from playwright.sync_api import BrowserContext, Error, Frame, Page, Request

from .beside import beside
from .script import SilentFrameError, ask
from .trouble import is_navigation

PATIENCE = 10.0
"""Seconds after which a page counts as settled whatever it does."""

_LOADING = {"document", "script", "stylesheet", "font"}
"""What the page's script cannot count itself; it counts the rest."""
_LONGEST = 3.0
"""Seconds after which a request counts as one that never ends, unless it is for the page itself."""
_FURNITURE = {
    "script",
    "stylesheet",
    "font",
    "image",
    "media",
    "texttrack",
    "manifest",
    "ping",
    "beacon",
    "cspreport",
}
"""What is loaded to show a page, or sent to count its visitors: no site keeps anything of it."""
_SLICE_MS = 100
"""The page is asked this often, for another tab may have come to the front meanwhile."""
_MOST_FRAMES = 200
"""The frames of a page that are waited for."""
_AGAIN_MS = 5
_TRAFFIC_MS = 20


class Traffic:
    """What is being loaded in all tabs of a context, or in one page, begun since the last
    ``forget``."""

    def __init__(self, context: BrowserContext | Page) -> None:
        self._ends: dict[Request, float] = {}
        self._asked = False
        context.on("request", self._begin)
        context.on("requestfinished", self._end)
        context.on("requestfailed", self._end)

    def forget(self) -> None:
        """What is in flight now was not begun by the next action."""
        self._ends.clear()

    @property
    def quiet(self) -> bool:
        return all(end < monotonic() for end in self._ends.values())

    def asked(self) -> bool:
        """Whether anything but furniture was requested since this was last asked."""
        asked, self._asked = self._asked, False
        return asked

    def _begin(self, request: Request) -> None:
        self._asked = self._asked or request.resource_type not in _FURNITURE
        if request.resource_type in _LOADING:
            self._ends[request] = monotonic() + (PATIENCE if _is_for_page(request) else _LONGEST)

    def _end(self, request: Request) -> None:
        self._ends.pop(request, None)


def _is_for_page(request: Request) -> bool:
    with suppress(Error):  # a page that is being opened has no frame yet
        return request.is_navigation_request() and request.frame.parent_frame is None
    return True


def settle(
    page: Page,
    traffic: Traffic,
    in_front: Callable[[], bool] = lambda: True,
    patience: float = PATIENCE,
) -> None:
    """Return when what was set off in the page has ended, or after ``patience`` seconds.

    That is what an action or the document's loading set off: timers of up to a second in all,
    requests of up to three seconds each, moves that end within a second, and the pictures in the
    viewport. When nothing was set off it takes no longer than to ask the page. Also returns when
    the page is not ``in_front`` any more. Raises Playwright's Error when the page is lost.
    """
    deadline = monotonic() + patience
    pause = 0
    while in_front() and not page.is_closed() and (left := 1000 * (deadline - monotonic())) > 0:
        try:
            found = _found(page, pause, min(left, _SLICE_MS))
        except Error as error:
            if page.is_closed() or is_navigation(error):
                continue
            raise
        # What goes on in one frame may set off something in another.
        if found and traffic.quiet:
            return
        pause = _AGAIN_MS if traffic.quiet else _TRAFFIC_MS


def _found(page: Page, pause: int, most: float) -> bool:
    """Ask the page's frames, all at once, and return whether all that answer have settled."""
    main, *inner = page.frames
    answers = [beside(partial(_settled, frame, pause, most)) for frame in inner[:_MOST_FRAMES]]
    found = ask(main, "watch.settled", pause, most)
    return False not in [found, *(answer() for answer in answers)]


def _settled(frame: Frame, pause: int, most: float) -> object:
    try:
        return ask(frame, "watch.settled", pause, most)
    except SilentFrameError:
        return None  # nobody waits for it
