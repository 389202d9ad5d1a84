"""What the task's own sites answered last."""

from contextlib import suppress

from playwright.sync_api import BrowserContext, Error, Request, Response

from .origins import Origins
from .trouble import is_sites_fault

_ASKED = {"document", "xhr", "fetch"}
"""What a page is about; its furniture may fail without anybody being the worse for it."""
_CALLED_OFF = ("net::ERR_ABORTED", "net::ERR_BLOCKED")


class Answers:
    """Follows what the pages of a context ask of the sites of these origins."""

    def __init__(self, context: BrowserContext, origins: Origins) -> None:
        self._origins = origins
        self._last: Request | None = None
        self._trouble = ""
        context.on("request", self._ask)
        context.on("response", self._hear)
        context.on("requestfailed", self._miss)

    @property
    def trouble(self) -> str:
        """What is wrong with the last answer; "" when it is as it should be. An error of the
        server, a refusal because of too many requests, or none at all."""
        return self._trouble

    def _ask(self, request: Request) -> None:
        if request.resource_type in _ASKED and self._origins.allows(request.url):
            self._last = request
            # What scripts ask may stay open for good; a page is meant to come.
            waited_for = request.resource_type == "document"
            self._trouble = f"{request.url} timed out: it never answered" if waited_for else ""

    def _hear(self, response: Response) -> None:
        with suppress(Error):  # of a worker
            if response.request is self._last:
                failed = is_sites_fault(response.status)
                self._trouble = f"{response.url} answered {response.status}" if failed else ""

    def _miss(self, request: Request) -> None:
        if request is self._last:
            reason = request.failure or ""
            self._trouble = (
                "" if reason.startswith(_CALLED_OFF) else f"{request.url} failed: {reason}"
            )
