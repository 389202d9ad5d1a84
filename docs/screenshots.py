"""Pictures of the arena's sites for this folder: ``python docs/screenshots.py [SITE ...]``.

Opens the first page of each site, logged in where one can, on a wide screen and on a phone, and
writes ``docs/arena/SITE-WIDTH.jpg``, each below 60 kB.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from pytest_vwa.arena import SITES
from pytest_vwa.arena.server import Arena
from pytest_vwa.browser.launch import choose
from pytest_vwa.sites.login import log_in

FOLDER = Path(__file__).with_name("arena")
SIZES = ((1280, 720), (390, 844))
QUALITIES = (85, 75, 65, 55, 45, 35)
MOST_BYTES = 60_000


def main(names: Sequence[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    choice = choose(headless=True)
    with Arena() as arena, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=choice.executable, args=list(choice.args)
        )
        for site in (arena.sites[name] for name in names or SITES):
            page = browser.new_page()
            log_in(page, site)
            for name, picture in pictures(page, site.url):
                path = FOLDER / f"{site.name}-{name}.jpg"
                path.write_bytes(picture)
                sys.stdout.write(f"{path.name} {len(picture) / 1000:.0f} kB\n")
            page.close()
        browser.close()


def pictures(page: Page, url: str) -> Iterator[tuple[str, bytes]]:
    """The page's width and its picture, of each size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(url, wait_until="networkidle")
        yield str(width), small(page)


def small(page: Page) -> bytes:
    """The best picture that is small enough, else the smallest."""
    shots = (page.screenshot(type="jpeg", quality=quality) for quality in QUALITIES)
    best = b""
    for best in shots:
        if len(best) < MOST_BYTES:
            break
    return best


if __name__ == "__main__":
    main(sys.argv[1:])
