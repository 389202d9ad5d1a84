"""Our script in the pages: installed in every document before its own scripts run, and called."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any
from weakref import WeakSet

from playwright.sync_api import BrowserContext, Error, Frame, JSHandle, Page

from .deadline import abandoned
from .trouble import BrokenPageError, headline, is_lost, is_navigation

_FILES = {
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
_SECRET = secrets.token_hex(16)
"""Opens what the script defines; no page may use, replace or forge any of it."""
PARTS = f"window['{_NAME}']('{_SECRET}')"
"""The parts, as an expression in a page."""
_THROWN = "\n    at "
"""Stands in the message of what a script threw, before each line of its stack."""
_ANSWERS = 3.0
"""Seconds in which a frame answers; one whose server is silent never does."""

_silent: WeakSet[Frame] = WeakSet()


class SilentFrameError(Error):
    """A frame did not answer: its server is silent, its script does not end, or no script may run
    in it."""


@cache
def source() -> str:
    """Return a program that defines all parts under one name, which no page can change and only
    this process can open; run again, it does nothing."""
    folder = files(__package__) / "page"
    parts = "\n".join((folder / file).read_text(encoding="utf-8") for file in _FILES.values())
    return f"""(() => {{
if (window['{_NAME}']) return;
const scriptOf = (page) => page['{_NAME}']('{_SECRET}');
{parts}
const parts = {{ {", ".join(_FILES)} }};
const value = (secret) => (secret === '{_SECRET}' ? parts : undefined);
Object.defineProperty(window, '{_NAME}', {{ value }});
}})()"""


def install(context: BrowserContext) -> None:
    """In all documents to come, and in those already open."""
    context.add_init_script(source())
    context.on("page", follow)
    for page in context.pages:
        follow(page)
        for frame in page.frames:
            try:
                _evaluate(frame, source())
            except SilentFrameError:
                continue


def follow(page: Page) -> None:
    """Ask a silent frame of the page again once it shows another document."""
    page.on("framenavigated", _silent.discard)


def ensure(frame: Frame) -> None:
    """In a document that scripts may not run in, for instance an error page, ours is missing."""
    if not _evaluate(frame, f"Boolean(window['{_NAME}'])"):
        _evaluate(frame, source())


def call(page: Page | Frame, function: str, *arguments: Any) -> Any:
    """The value of ``part.function(...arguments)``, e.g. ``call(page, "aiming.scroll", 1)``.

    Raises SilentFrameError when a frame does not answer.
    """
    return _evaluate(page, _expression(function), list(arguments))


def ask(frame: Frame, function: str, *arguments: Any) -> Any:
    """As ``call``, and None in a document that our script is not in."""
    expression = f"given => window['{_NAME}'] && {PARTS}.{function}(...given)"
    return _evaluate(frame, expression, list(arguments))


def handle(page: Page | Frame, function: str, *arguments: Any) -> JSHandle:
    """As ``call``, for a value that stays in the page."""
    with _answering(page):
        return page.evaluate_handle(_expression(function), list(arguments))


def silent(page: Page) -> list[Frame]:
    """Return the frames of a page that did not answer since their document was loaded."""
    return [frame for frame in page.frames if frame in _silent] if _silent else []


def _evaluate(place: Page | Frame, expression: str, given: Any = None) -> Any:
    with _answering(place):
        try:
            return place.evaluate(expression, given)
        except Error as error:
            if _is_of_page(error):
                raise BrokenPageError(
                    f"{place.url} breaks functions of JavaScript that every script needs: "
                    f"{headline(error)}"
                ) from error
            raise


def _is_of_page(error: Error) -> bool:
    """Whether our script threw it: where it is there at all, and the page was not left."""
    at_all = f"{_NAME}'] is not a function" not in error.message
    return at_all and _THROWN in error.message and not (is_lost(error) or is_navigation(error))


@contextmanager
def _answering(place: Page | Frame) -> Iterator[None]:
    """Limit the time of a frame within a page. The page itself is watched by others."""
    if isinstance(place, Page) or place.parent_frame is None:
        yield
        return
    late = SilentFrameError(f"the frame {place.url} does not answer")
    if place in _silent:
        raise late
    try:
        with abandoned(_ANSWERS, late):
            yield
    except SilentFrameError:
        _silent.add(place)
        raise


def _expression(function: str) -> str:
    return f"given => {PARTS}.{function}(...given)"
