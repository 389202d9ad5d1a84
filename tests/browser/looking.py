"""Looking at a page that a test writes, without the world around it."""

from pages import Pages
from playwright.sync_api import Page

from pytest_vwa.browser import marks
from pytest_vwa.browser.marks import Marks


def look(page: Page, pages: Pages, body: str) -> Marks:
    """What is collected of a page with this body."""
    pages["/"] = body
    page.goto(pages.url)
    return marks.take(page)


def draw(page: Page, pages: Pages, body: str) -> Marks:
    """What is collected of a body written into the document that is there already.

    It takes a quarter of the time of a page that is loaded. The marks have other numbers then, and
    what a script has done to the window stays.
    """
    if not page.url.startswith(pages.url):
        page.goto(pages.url)
    page.set_content(f"<!doctype html><body>{body}</body>")
    return marks.take(page)


def lines(seen: Marks) -> list[str]:
    """The text without the numbers of its marks."""
    return [line.partition("] ")[2] for line in seen.text.splitlines()]
