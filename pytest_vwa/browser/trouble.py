"""Playwright's errors in the words of this project; the one place that reads their messages."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error, Response

from pytest_vwa.core.errors import BrowserError, SiteError

_LOST = ("has been closed", "crashed", "connection closed", "browser has disconnected")
_NAVIGATED = (
    "context was destroyed",
    "because of a navigation",
    "cannot find context",
    "not attached to an active page",
    "unable to capture screenshot",
    "frame was detached",
    "frame has been detached",
)
_REFUSED = "net::ERR_ABORTED"


def headline(error: Error) -> str:
    """The first line of Playwright's message, without the name of the call: the rest is a log."""
    line = error.message.strip().splitlines()[0]
    call, colon, rest = line.partition(": ")
    return rest if colon and call.split(".")[0] in {"Page", "Frame", "ElementHandle"} else line


def is_lost(error: Error) -> bool:
    """The page or the whole browser is gone."""
    return any(sign in error.message.lower() for sign in _LOST)


def is_navigation(error: Error) -> bool:
    """The page navigated while it was asked something; asking again is the remedy."""
    return any(sign in error.message.lower() for sign in _NAVIGATED)


def is_refusal(error: Error) -> bool:
    """The navigation was called off: a foreign address, a download, a 204."""
    return _REFUSED in error.message


def is_malformed(error: Error) -> bool:
    """A field does not take the value it was to be filled with."""
    return "Malformed value" in error.message


@contextmanager
def browser_trouble() -> Iterator[None]:
    """Whatever Playwright raises inside becomes a BrowserError."""
    try:
        yield
    except Error as error:
        state = "was lost" if is_lost(error) else "did not do as told"
        raise BrowserError(f"the browser {state}: {headline(error)}") from error


@contextmanager
def site_trouble(url: str) -> Iterator[None]:
    """What Playwright raises on the way to ``url`` becomes a SiteError that names it, unless the
    browser itself is lost."""
    try:
        yield
    except Error as error:
        if is_lost(error):
            raise
        reason = headline(error).removesuffix(f" at {url}")
        raise SiteError(f"{url} could not be opened: {reason}; is the site running?") from error


def refuse_server_error(response: Response | None) -> None:
    """A page that a server failed to make is the site's fault, whoever asked for it."""
    if response and response.status >= 500:
        raise SiteError(f"{response.url} answered {response.status} {response.status_text}".strip())
