"""What the agent sees: words and a picture of the same moment."""

from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial

from playwright.sync_api import Error, Page

from pytest_vwa.core.observation import Image, Observation, Tab
from pytest_vwa.core.wellformed import well_formed

from . import jpeg
from .beside import beside
from .camera import Camera
from .limit import within
from .marks import Marks
from .painter import Marking
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
        width, height = _size(page)
        marking: Future[Marking] | None = Future() if reading.marked else None
        picture = beside(partial(_shoot, camera, page, marking))
        try:
            seen = reading.take(page)
            told = tuple(_tabs(tabs, page, seen))
            if marking:
                marking.set_result(Marking.prepared(seen.elements, width, (height, width)))
            shot, painted = picture()
            held = reading.is_held(page) and (width, height) == _size(page)
        finally:
            if marking:
                marking.cancel()  # of no effect unless the page could not be read
        image = painted.result() if painted else shot
        if held:
            break
    return Observation(
        text=within(seen.text, sight.limit),
        image=Image(image, "image/jpeg", jpeg.shape(image)[1] / width),
        elements=seen.elements,
        url=page.url,
        tabs=told,
        note=note,
        kind=sight.kind,
    )


def _shoot(
    camera: Camera, page: Page, marking: Future[Marking] | None
) -> tuple[bytes, Future[bytes] | None]:
    """A picture, and what becomes of it if it is to be marked."""
    shot = camera.shoot(page)
    return shot, camera.painter.begin(shot, marking) if marking else None


def _tabs(tabs: Tabs, active: Page, seen: Marks) -> Iterator[Tab]:
    for page in tabs.pages:
        try:
            title = seen.title if page is active else well_formed(page.title())
        except Error:
            if page is active or not page.is_closed():
                raise
            continue  # it closed itself while it was asked
        yield Tab(title, page.url, page is active)


def _size(page: Page) -> tuple[int, int]:
    """Width and height of the viewport in CSS pixels."""
    if size := page.viewport_size:
        return size["width"], size["height"]
    width, height = page.evaluate("[innerWidth, innerHeight]")
    return width, height
