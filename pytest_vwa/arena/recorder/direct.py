"""From a script to a video with subtitles."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vwa.arena.server import Arena
from pytest_vwa.core.site import Sites

from .camera import Camera
from .movie import FPS, Movie, subtitles
from .script import Script, Step
from .speech import speak
from .stage import HEIGHT, PAGE, WIDTH

if TYPE_CHECKING:
    from playwright.sync_api import Page

BREATH = 0.3
"""Seconds of silence after what a step says."""


def film(script: Script, browser: str | None, path: Path) -> None:
    """Writes ``path`` (MP4) and its subtitles beside it. The arena's data is as new.

    ``browser`` is the Chromium to drive; None is Playwright's own.
    """
    with Arena() as arena, _page(browser) as page:
        rehearsal = Camera(page, arena.sites, lambda picture: None)
        for step in script.before:
            rehearsal.perform(step)
        unfinished = path.with_suffix(".part")
        with Movie(unfinished, (WIDTH, HEIGHT)) as movie:
            _shoot(script.steps, page, arena.sites, movie)
    unfinished.replace(path)
    path.with_suffix(".vtt").write_text(subtitles(movie.cues), encoding="utf-8")


def _shoot(steps: tuple[Step, ...], page: "Page", sites: Sites, movie: Movie) -> None:
    camera = Camera(page, sites, movie.show)
    for step in steps:
        spoken = movie.say(speak(step.say)) if step.say else movie.seconds
        camera.perform(step)
        rest = spoken - movie.seconds if step.say else 0.0
        camera.hold(round((max(0.0, rest) + (BREATH if step.say else 0.0) + step.pause) * FPS))


@contextmanager
def _page(browser: str | None) -> Iterator["Page"]:
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-background-networking", "--hide-scrollbars"]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=flags)
        page = chromium.new_page(viewport={"width": PAGE[0], "height": PAGE[1]})
        page.set_default_timeout(30_000)
        yield page
        chromium.close()
