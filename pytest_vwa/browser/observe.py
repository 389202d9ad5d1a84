"""What the agent sees: words and a picture of the same moment."""

from base64 import b64decode

from playwright.sync_api import CDPSession, Error, Page

from pytest_vwa.core.observation import Image, Observation, Tab

from . import overlay
from .limit import within
from .marks import Marks
from .readings import MARKED, READINGS, Reading, Sight
from .tabs import Tabs
from .trouble import is_navigation

_RETRIES = 2
_LOOKS = 3
"""A page that changes while it is read and its picture taken is looked at so often in all."""


class Camera:
    """Takes JPEG pictures of viewports, over one DevTools session per page."""

    def __init__(self) -> None:
        self._sessions: dict[Page, CDPSession] = {}

    def shoot(self, page: Page) -> bytes:
        if page not in self._sessions:
            self._sessions[page] = page.context.new_cdp_session(page)
        wanted = {"format": "jpeg", "quality": overlay.QUALITY, "optimizeForSpeed": True}
        reply = self._sessions[page].send("Page.captureScreenshot", wanted)
        return b64decode(reply["data"])


def observe(tabs: Tabs, camera: Camera, note: str = "", sight: Sight = MARKED) -> Observation:
    """The active tab as it is now. A page that navigates meanwhile is waited for and looked at
    again. Raises Playwright's Error when the page is lost."""
    for _ in range(_RETRIES):
        try:
            return _look(tabs, camera, note, sight)
        except Error as error:
            if not is_navigation(error):
                raise
            tabs.settle()
    return _look(tabs, camera, note, sight)


def _look(tabs: Tabs, camera: Camera, note: str, sight: Sight) -> Observation:
    page = tabs.active
    reading = READINGS[sight.kind]
    seen, picture = _both(page, camera, reading)
    if reading.marked:
        width = page.viewport_size["width"] if page.viewport_size else page.evaluate("innerWidth")
        picture = overlay.draw(picture, seen.elements, width)
    return Observation(
        text=within(seen.text, sight.limit),
        image=Image(picture, "image/jpeg"),
        elements=seen.elements,
        url=page.url,
        tabs=tuple(Tab(each.title(), each.url, each is page) for each in tabs.pages),
        note=note,
        kind=sight.kind,
    )


def _both(page: Page, camera: Camera, reading: Reading) -> tuple[Marks, bytes]:
    """What the page says and the picture of the same moment, or of the nearest that could be
    had."""
    for _ in range(_LOOKS):
        reading.begin(page)
        picture = camera.shoot(page)
        seen = reading.take(page)
        if seen.held:
            break
    return seen, picture
