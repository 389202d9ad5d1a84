"""Plays the deeds of a script in a real browser and films them, on a timeline no clock drives."""

from collections.abc import Callable
from io import BytesIO
from math import hypot, pi, sin

from PIL import Image
from playwright.sync_api import Locator, Page

from pytest_vwa.core.site import Sites

from .script import Choosing, Step, Typing
from .stage import PAGE, Point, compose

PIXELS_PER_PICTURE = 110
RING = (0.15, 0.4, 0.7, 1.0)
SCROLL = "pixels => window.scrollBy({ top: pixels, behavior: 'instant' })"
BOX = "target => { const b = target.getClientRects()[0]; return [b.x, b.y, b.width, b.height] }"
"""Of its first line: between two lines of a link there is nothing to click."""


class Camera:
    """Hands every picture to ``show``; each is a tenth of a second of the video."""

    def __init__(self, page: Page, sites: Sites, show: Callable[[Image.Image], None]) -> None:
        self._page = page
        self._sites = sites
        self._show = show
        self._pointer: Point = (PAGE[0] * 0.62, PAGE[1] * 0.55)
        self._seen = Image.new("RGB", PAGE, "white")

    def perform(self, step: Step) -> None:
        """The step's one deed; nothing when it has none. Playwright's errors pass through."""
        if step.goto:
            self._page.goto(self._sites.resolve(step.goto))
        if step.click:
            self._click(self._page.locator(step.click).first)
        if step.hover:
            self._move(self._page.locator(step.hover).first)
        if step.type:
            self._type(step.type)
        if step.choose:
            self._choose(step.choose)
        if step.scroll:
            self._scroll(step.scroll)
        if step.wait_for:
            self._page.locator(step.wait_for).first.wait_for()
        self._look()
        self.hold(1)

    def hold(self, pictures: int) -> None:
        """Nothing moves."""
        for _ in range(pictures):
            self._take()

    def _look(self) -> None:
        self._page.wait_for_load_state("networkidle")
        self._see()

    def _see(self) -> None:
        shot = self._page.screenshot(animations="disabled")
        self._seen = Image.open(BytesIO(shot)).convert("RGB")

    def _take(self, ring: float = 0.0) -> None:
        address = self._page.url
        for site in self._sites.by_name.values():
            address = address.replace(site.url, f"http://{site.name}.com")
        self._show(compose(self._seen, address, self._pointer, ring))

    def _click(self, target: Locator) -> None:
        self._point(target)
        self._page.mouse.click(*self._pointer)

    def _point(self, target: Locator) -> None:
        self._move(target)
        for growth in RING:
            self._take(growth)

    def _move(self, target: Locator) -> None:
        """Along a slight arc, slower at both ends, as a hand does."""
        (x0, y0), (x1, y1) = self._pointer, self._centre(target)
        distance = hypot(x1 - x0, y1 - y0)
        count = max(3, round(distance / PIXELS_PER_PICTURE))
        for index in range(1, count + 1):
            way = index / count
            eased = way * way * (3 - 2 * way)
            bend = 0.08 * distance * sin(pi * eased)
            self._pointer = (x0 + (x1 - x0) * eased, y0 + (y1 - y0) * eased - bend)
            self._take()
        self._pointer = (x1, y1)
        self._page.mouse.move(x1, y1)
        self._see()
        self._take()

    def _centre(self, target: Locator) -> Point:
        """Of the target, after scrolling it into view as far as needed."""
        x, y = self._middle(target)
        if not 60 < y < PAGE[1] - 60:
            self._scroll(round(y - PAGE[1] / 2))
            x, y = self._middle(target)
        return x, y

    def _middle(self, target: Locator) -> Point:
        x, y, width, height = target.evaluate(BOX)
        return x + min(width / 2, 140), y + height / 2

    def _type(self, typing: Typing) -> None:
        field = self._page.locator(typing.into).first
        self._click(field)
        field.select_text()
        for letter in typing.text:
            self._page.keyboard.type(letter)
            self._see()
            self._take()
        if typing.enter:
            self._page.keyboard.press("Enter")

    def _choose(self, choosing: Choosing) -> None:
        field = self._page.locator(choosing.source).first
        # Not really clicked: an open list is drawn differently by every browser.
        self._point(field)
        field.select_option(label=choosing.option)

    def _scroll(self, pixels: int) -> None:
        count = max(4, abs(pixels) // 70)
        done = 0
        for index in range(1, count + 1):
            way = index / count
            step = round(pixels * way * way * (3 - 2 * way)) - done
            done += step
            self._page.evaluate(SCROLL, step)
            self._see()
            self._take()
