"""What the agent sees: marks and a picture of the same moment."""

from base64 import b64decode

from playwright.sync_api import CDPSession, Error, Page

from pytest_vwa.core.observation import Image, Observation, Tab

from . import marks, overlay
from .tabs import Tabs
from .trouble import is_navigation

_RETRIES = 2


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


def observe(tabs: Tabs, camera: Camera, note: str = "") -> Observation:
    """The active tab as it is now. A page that navigates meanwhile is waited for and looked at
    again. Raises Playwright's Error when the page is lost."""
    for _ in range(_RETRIES):
        try:
            return _look(tabs, camera, note)
        except Error as error:
            if not is_navigation(error):
                raise
            tabs.settle()
    return _look(tabs, camera, note)


def _look(tabs: Tabs, camera: Camera, note: str) -> Observation:
    page = tabs.active
    marks.begin(page)
    picture = camera.shoot(page)
    seen = marks.take(page)
    width = page.viewport_size["width"] if page.viewport_size else page.evaluate("innerWidth")
    return Observation(
        text=seen.text,
        image=Image(overlay.draw(picture, seen.elements, width), "image/jpeg"),
        elements=seen.elements,
        url=page.url,
        tabs=tuple(Tab(each.title(), each.url, each is page) for each in tabs.pages),
        note=note,
    )
