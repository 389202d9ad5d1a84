"""Our script in the pages: installed in every document before its own scripts run, and called."""

from functools import cache
from importlib.resources import files
from typing import Any

from playwright.sync_api import BrowserContext, Frame, JSHandle, Page

_PARTS = {"dom": "dom.js", "marks": "marks.js", "aiming": "aim.js", "watch": "watch.js"}
"""The names that the parts define; the later ones use the earlier ones."""
_KEY = "window[Symbol.for('pytest-vwa')]"


@cache
def source() -> str:
    """A program that defines all parts under one symbol; run again, it does nothing."""
    folder = files(__package__) / "page"
    parts = "\n".join((folder / file).read_text(encoding="utf-8") for file in _PARTS.values())
    return f"(() => {{\nif ({_KEY}) return;\n{parts}\n{_KEY} = {{{', '.join(_PARTS)}}};\n}})()"


def install(context: BrowserContext) -> None:
    """In all documents to come, and in those already open."""
    context.add_init_script(source())
    for page in context.pages:
        for frame in page.frames:
            frame.evaluate(source())


def call(page: Page | Frame, function: str, *arguments: Any) -> Any:
    """The value of ``part.function(...arguments)``, e.g. ``call(page, "aiming.scroll", 1)``."""
    return page.evaluate(_expression(function), list(arguments))


def handle(page: Page | Frame, function: str, *arguments: Any) -> JSHandle:
    """As ``call``, for a value that stays in the page."""
    return page.evaluate_handle(_expression(function), list(arguments))


def _expression(function: str) -> str:
    return f"given => {_KEY}.{function}(...given)"
