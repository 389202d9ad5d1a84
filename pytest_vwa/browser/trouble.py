"""Playwright's errors in the words of this project; the one place that reads their messages."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error, Response

from pytest_vwa.core.errors import BrowserError, SiteError

_ENDED = "it crashed, was killed or was closed from outside"
_LOST = {
    "crashed": "a page crashed",
    "has been closed": _ENDED,
    "browser has disconnected": _ENDED,
    "connection closed": "Playwright's driver, which steers it, has ended",
}
_CALL = re.compile(r"[A-Z]\w*\.\w+: ")
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


class BrokenPageError(Error):
    """Our script failed in a page that has changed what every script is made of."""


def headline(error: Error) -> str:
    """The first line of Playwright's message, without the name of the call: the rest is a log."""
    line = error.message.strip().splitlines()[0]
    call = _CALL.match(line)
    return line[call.end() :] if call else line


def is_lost(error: Error) -> bool:
    """The page or the whole browser is gone."""
    return bool(_loss(error))


def _loss(error: Error) -> str:
    """What became of the browser; "" when it is still there."""
    # Behind its first line a message may quote what the browser has ever said.
    line = headline(error).lower()
    return next((what for sign, what in _LOST.items() if sign in line), "")


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
    """Whatever Playwright raises inside becomes a BrowserError, what a page has broken a
    SiteError."""
    try:
        yield
    except BrokenPageError as error:
        raise SiteError(error.message) from error
    except Error as error:
        if loss := _loss(error):
            raise BrowserError(f"the browser was lost: {loss}") from error
        raise BrowserError(f"the browser did not do as told: {headline(error)}") from error


@contextmanager
def site_trouble(url: str) -> Iterator[None]:
    """What Playwright raises on the way to ``url`` becomes a SiteError that names it, unless the
    browser itself is lost."""
    try:
        yield
    except Error as error:
        if is_lost(error):
            raise
        reason, _, _ = headline(error).partition(f" at {url}")
        raise SiteError(f"{url} could not be opened: {reason}; is the site running?") from error


def is_sites_fault(status: int) -> bool:
    """The server failed, or has too much to do."""
    return status >= 500 or status == 429


def refuse_server_error(response: Response | None) -> None:
    """A page that a server failed to make is the site's fault, whoever asked for it."""
    if response and is_sites_fault(response.status):
        raise SiteError(f"{response.url} answered {response.status} {response.status_text}".strip())


def elsewhere(url: str, place: str) -> SiteError:
    """A start page that sends its visitors to an address which is none of the task's."""
    return SiteError(
        f"{url} redirects to {place}, another address: the application believes to be there; set "
        "its base address to that of the site, or give the site the address it believes in"
    )
