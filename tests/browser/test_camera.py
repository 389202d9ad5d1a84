"""Filming a tutorial: the deeds happen in the browser, and the viewer sees them."""

from collections.abc import Iterator
from typing import Any

import numpy
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from pytest_vwa.arena.recorder.camera import Camera
from pytest_vwa.arena.recorder.script import Step
from pytest_vwa.arena.recorder.stage import BAR, HEIGHT, PAGE, WIDTH
from pytest_vwa.core.site import Site, Sites


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": PAGE[0], "height": PAGE[1]})
    yield page
    page.close()


def film(page: Page, pages: Any, *steps: Step) -> list[Image.Image]:
    taken: list[Image.Image] = []
    camera = Camera(page, Sites({"shopping": Site("shopping", pages.url)}), taken.append)
    for step in (Step(goto="__SHOPPING__/"), *steps):
        camera.perform(step)
    return taken


def changed(before: Image.Image, after: Image.Image) -> tuple[int, int, int, int]:
    """The box around what differs: left, top, right, bottom."""
    differs = numpy.asarray(before).astype(int) - numpy.asarray(after)
    rows, columns = numpy.nonzero(numpy.abs(differs).max(axis=2) > 40)
    return columns.min(), rows.min(), columns.max(), rows.max()


def test_tutorial_frames_have_video_size_and_show_page(page: Page, pages: Any) -> None:
    pages["/"] = "<body style='background:rgb(10,120,200)'>"
    picture = film(page, pages)[-1]
    assert picture.size == (WIDTH, HEIGHT)
    assert picture.getpixel((40, BAR + 40)) == (10, 120, 200)


def test_tutorial_pointer_moves_to_clicked_element(page: Page, pages: Any) -> None:
    pages["/"] = (
        "<button style='position:fixed;left:100px;top:500px' onclick=\"document.title='done'\">"
        "Buy</button>"
    )
    taken = film(page, pages, Step(click='role=button[name="Buy"]'))
    left, top, right, bottom = changed(taken[0], taken[-1])
    assert len(taken) > 8
    assert left < 130 < 700 < right
    assert top < bottom
    assert page.title() == "done"


def test_tutorial_typing_shows_each_letter_and_replaces_text(page: Page, pages: Any) -> None:
    pages["/"] = "<form action='/found'><label>Search <input name='q' value='tent'></label></form>"
    pages["/found"] = "<h1>Found</h1>"
    search = Step.model_validate(
        {
            "type": {"into": 'role=textbox[name="Search"]', "text": "kayak", "enter": True},
            "wait_for": "text=Found",
        }
    )
    before = len(film(page, pages))
    taken = film(page, pages, search)
    assert page.url.endswith("/found?q=kayak")
    assert len(taken) >= before + len("kayak")


def test_tutorial_click_scrolls_below_the_fold(page: Page, pages: Any) -> None:
    pages["/"] = "<div style='height:2000px'></div><a href='/next'>On</a>"
    pages["/next"] = "<h1>Next</h1>"
    film(page, pages, Step(click='role=link[name="On"]', wait_for="text=Next"))
    assert page.url == f"{pages.url}/next"


def test_tutorial_choose_selects_option_by_label(page: Page, pages: Any) -> None:
    pages["/"] = "<select id='c'><option value='1'>Red</option><option value='2'>Blue</option>"
    film(page, pages, Step.model_validate({"choose": {"from": "#c", "option": "Blue"}}))
    assert page.locator("#c").input_value() == "2"
