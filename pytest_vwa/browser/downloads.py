"""The files that pages download: kept in one folder, and told of."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Download, Error, Page
from playwright.sync_api import TimeoutError as TimedOut

from .trouble import is_lost

PATIENCE = 10.0
"""Seconds after which a download is called off."""
LIMIT = 100_000_000
"""Bytes that the downloads of one run may take together."""
_PULSE_MS = 20


class Downloads:
    """``folder`` is made when the first file comes; without one, nothing is kept."""

    def __init__(
        self, folder: Path | None, say: Callable[[str], None], context: BrowserContext
    ) -> None:
        self._folder = folder
        self._say = say
        self._under_way: list[Download] = []
        self._arriving: dict[str, int] = {}
        self._called_off: set[Download] = set()
        self._kept = 0
        self._count(context)
        self.began = False
        """Did one begin since the last ``begin``?"""

    def begin(self) -> None:
        self.began = False

    def follow(self, page: Page) -> None:
        page.on("download", self._receive)

    def finish(self, context: BrowserContext) -> None:
        """Wait for those under way, and call off what lasts too long."""
        deadline = monotonic() + PATIENCE
        while self._under_way and monotonic() < deadline:
            # Playwright's events are handled while something is waited for.
            with suppress(TimedOut):
                context.wait_for_event("page", timeout=_PULSE_MS)
        for download in self._under_way:
            self._say(f"the download of {_safe(download)} took too long and was called off")
            download.cancel()

    def _count(self, context: BrowserContext) -> None:
        """Ask the browser to report how many bytes have arrived, about twice a second.

        The events of all contexts come to the browser's own session; its behaviour is set for the
        default context alone, which is why a context that is the default one has none of it.
        """
        if context.browser is None:
            return
        session = context.browser.new_browser_cdp_session()
        behavior = {"behavior": "default", "eventsEnabled": True}
        session.on("Browser.downloadProgress", self._arrive)
        session.send("Browser.setDownloadBehavior", behavior)
        context.on("close", lambda _: _detach(session))

    def _arrive(self, progress: dict[str, Any]) -> None:
        if progress["state"] == "inProgress":
            self._arriving[progress["guid"]] = int(progress["receivedBytes"])
        else:
            self._arriving.pop(progress["guid"], None)
        if self._kept + sum(self._arriving.values()) <= LIMIT:
            return
        for download in {*self._under_way} - self._called_off:
            # Before cancelling, which lets the next report in.
            self._called_off.add(download)
            download.cancel()

    def _receive(self, download: Download) -> None:
        self.began = True
        self._under_way.append(download)
        try:
            failure = download.failure()
            if failure is None:
                self._say(self._keep(download))
            elif download in self._called_off:
                self._say(f"the download of {_safe(download)} was called off: {_too_much()}")
            elif failure != "canceled":
                self._say(f"the download of {_safe(download)} failed: {failure}")
        except Error as error:
            if not is_lost(error):
                raise
        finally:
            self._under_way.remove(download)

    def _keep(self, download: Download) -> str:
        name = _safe(download)
        if self._folder is None:
            return f"the file {name} was downloaded, but files are not kept here"
        size = download.path().stat().st_size
        if self._kept + size > LIMIT:
            return f"the file {name} was not kept: {_too_much()}"
        self._kept += size
        place = _unused(self._folder / name)
        download.save_as(place)
        return f"the file {place.name} was downloaded"


def _detach(session: CDPSession) -> None:
    with suppress(Error):  # the browser is gone, and its session with it
        session.detach()


def _too_much() -> str:
    return f"downloads may take {LIMIT:,} bytes together"


def _safe(download: Download) -> str:
    """A name that stays within its folder on every system."""
    name = re.sub(r"[^\w.() -]+", "_", download.suggested_filename)[-100:]
    return name.strip(". ") or "download"


def _unused(path: Path) -> Path:
    stem, number = path.stem, 2
    while path.exists():
        path = path.with_stem(f"{stem} ({number})")
        number += 1
    return path
