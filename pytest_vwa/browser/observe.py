"""What the agent sees: words and a picture of the same moment."""

from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial

from playwright.sync_api import Error, Page

from pytest_vwa.core.observation import Element, Image, Observation, Tab

from . import jpeg, overlay
from .beside import beside
from .camera import Camera
from .jpeg import Pixels
from .limit import within
from .readings import MARKED, READINGS, Sight
from .tabs import Tabs
from .trouble import is_navigation

_RETRIES = 2
_LOOKS = 3
"""A page that changes while it is read and its picture taken is looked at so often in all."""


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
    """Text and picture of the same moment, or of the nearest that could be had."""
    page = tabs.active
    reading = READINGS[sight.kind]
    for _ in range(_LOOKS):
        picture = beside(partial(_shoot, camera, page, reading.marked))
        seen = reading.take(page)
        told = tuple(Tab(each.title(), each.url, each is page) for each in tabs.pages)
        shot, pixels = picture()
        if reading.is_held(page):
            break
    width = _width(page)
    if pixels and seen.elements:
        shot = _marked(shot, pixels, seen.elements, width)
    return Observation(
        text=within(seen.text, sight.limit),
        image=Image(shot, "image/jpeg", jpeg.shape(shot)[1] / width),
        elements=seen.elements,
        url=page.url,
        tabs=told,
        note=note,
        kind=sight.kind,
    )


def _shoot(camera: Camera, page: Page, marked: bool) -> tuple[bytes, Future[Pixels] | None]:
    """A picture, and its pixels to come if it is to be drawn on."""
    shot = camera.shoot(page)
    return shot, jpeg.begin(shot) if marked else None


def _marked(shot: bytes, pixels: Future[Pixels], elements: Sequence[Element], width: int) -> bytes:
    drawing = overlay.drawing(elements, jpeg.shape(shot), width)
    drawing.onto(pixels.result())
    return jpeg.encode(pixels.result())


def _width(page: Page) -> int:
    return page.viewport_size["width"] if page.viewport_size else page.evaluate("innerWidth")
