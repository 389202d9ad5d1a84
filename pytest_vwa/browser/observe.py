"""What the agent sees: words and a picture of the same moment."""

from concurrent.futures import Future

from playwright.sync_api import Error, Page

from pytest_vwa.core.observation import Image, Observation, ObservationKind, Tab

from . import jpeg, overlay
from .camera import Camera
from .jpeg import Pixels
from .limit import within
from .marks import Marks
from .readings import MARKED, READINGS, Sight
from .tabs import Tabs
from .trouble import is_navigation

_RETRIES = 2
_LOOKS = 3
"""A page that changes while it is read and its picture taken is looked at so often in all."""

Picture = bytes | Future[Pixels]
"""As it was taken, or about to be decoded, to be drawn on."""


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
    seen, picture = _both(page, camera, sight.kind)
    return Observation(
        text=within(seen.text, sight.limit),
        elements=seen.elements,
        url=page.url,
        tabs=tuple(Tab(each.title(), each.url, each is page) for each in tabs.pages),
        note=note,
        kind=sight.kind,
        image=Image(_marked(picture, page, seen), "image/jpeg"),
    )


def _both(page: Page, camera: Camera, kind: ObservationKind) -> tuple[Marks, Picture]:
    """What the page says and the picture of the same moment, or of the nearest that could be
    had."""
    reading = READINGS[kind]
    for _ in range(_LOOKS):
        reading.begin(page)
        shot = camera.shoot(page)
        picture = jpeg.begin(shot) if reading.marked else shot
        seen = reading.take(page)
        if seen.held:
            break
    return seen, picture


def _marked(picture: Picture, page: Page, seen: Marks) -> bytes:
    if isinstance(picture, bytes):
        return picture
    width = page.viewport_size["width"] if page.viewport_size else page.evaluate("innerWidth")
    pixels = picture.result()
    overlay.draw(pixels, seen.elements, width)
    return jpeg.encode(pixels)
