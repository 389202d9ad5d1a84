"""Our script in the pages: installed in every document before its own scripts run, and called."""

from functools import cache
from importlib.resources import files
from typing import Any

from playwright.sync_api import BrowserContext, Frame, JSHandle, Page

_PARTS = {
    "numbers": "numbers.js",
    "words": "words.js",
    "places": "places.js",
    "reach": "reach.js",
    "dom": "dom.js",
    "clips": "clips.js",
    "cover": "cover.js",
    "survey": "survey.js",
    "moment": "moment.js",
    "marks": "marks.js",
    "frames": "frames.js",
    "aiming": "aim.js",
    "doings": "doings.js",
    "listening": "listening.js",
    "leaving": "leaving.js",
    "watch": "watch.js",
    "layout": "layout.js",
    "roles": "roles.js",
    "names": "names.js",
    "states": "states.js",
    "axtree": "axtree.js",
    "html": "html.js",
    "sight": "sight.js",
}
"""The names that the parts define; the later ones use the earlier ones."""
_NAME = "pytest-vwa"
_KEY = f"window['{_NAME}']"


@cache
def source() -> str:
    """A program that defines all parts under one name, which no page can change; run again, it
    does nothing."""
    folder = files(__package__) / "page"
    parts = "\n".join((folder / file).read_text(encoding="utf-8") for file in _PARTS.values())
    define = f"Object.defineProperty(window, '{_NAME}', {{ value: {{ {', '.join(_PARTS)} }} }});"
    return f"(() => {{\nif ({_KEY}) return;\n{parts}\n{define}\n}})()"


def install(context: BrowserContext) -> None:
    """In all documents to come, and in those already open."""
    context.add_init_script(source())
    for page in context.pages:
        for frame in page.frames:
            frame.evaluate(source())


def ensure(frame: Frame) -> None:
    """In a document that scripts may not run in, for instance an error page, ours is missing."""
    if not frame.evaluate(f"Boolean({_KEY})"):
        frame.evaluate(source())


def call(page: Page | Frame, function: str, *arguments: Any) -> Any:
    """The value of ``part.function(...arguments)``, e.g. ``call(page, "aiming.scroll", 1)``."""
    return page.evaluate(_expression(function), list(arguments))


def ask(frame: Frame, function: str, *arguments: Any) -> Any:
    """As ``call``, and None in a document that our script is not in."""
    return frame.evaluate(f"given => {_KEY}?.{function}(...given)", list(arguments))


def handle(page: Page | Frame, function: str, *arguments: Any) -> JSHandle:
    """As ``call``, for a value that stays in the page."""
    return page.evaluate_handle(_expression(function), list(arguments))


def _expression(function: str) -> str:
    return f"given => {_KEY}.{function}(...given)"
