"""What the task's own sites answered last."""

from contextlib import suppress

from playwright.sync_api import BrowserContext, Error, Request, Response

from .origins import Origins
from .trouble import is_sites_fault

_ASKED = {"document", "xhr", "fetch"}
"""What a page is about; its pictures and styles may fail without anybody being the worse for it."""
_CALLED_OFF = ("net::ERR_ABORTED", "net::ERR_BLOCKED")


class Answers:
    """Follows what the pages of a context ask of the sites of these origins."""

    def __init__(self, context: BrowserContext, origins: Origins) -> None:
        self._origins = origins
        self._last: Request | None = None
        self._trouble = ""
        self._open = False
        self._lame = ""
        context.on("request", self._ask)
        context.on("response", self._hear)
        context.on("requestfinished", self._end)
        context.on("requestfailed", self._miss)

    @property
    def trouble(self) -> str:
        """What is wrong with the last answer; "" when it is as it should be. An error of the
        server, a refusal because of too many requests, one that did not end, or none at all; or
        with a script of the last page, which is lame without it."""
        return self._trouble or self._lame

    def _ask(self, request: Request) -> None:
        if request.resource_type in _ASKED and self._origins.allows(request.url):
            self._last = request
            # What scripts ask may stay open for good; a page is meant to come.
            self._open = request.resource_type == "document"
            self._trouble = f"{request.url} timed out: it never answered" if self._open else ""
            if _is_page(request):
                self._lame = ""

    def _hear(self, response: Response) -> None:
        with suppress(Error):  # of a worker
            request, failed = response.request, is_sites_fault(response.status)
            told = f"{response.url} answered {response.status}" if failed else ""
            if request is self._last:
                unended = f"{response.url} timed out: it did not end" if self._open else ""
                self._open = self._open and not failed
                self._trouble = told or unended
            elif told and request.resource_type == "script" and self._origins.allows(response.url):
                self._lame = told

    def _end(self, request: Request) -> None:
        if request is self._last and self._open:
            self._trouble, self._open = "", False

    def _miss(self, request: Request) -> None:
        if request is self._last:
            reason = request.failure or ""
            self._open = False
            self._trouble = (
                "" if reason.startswith(_CALLED_OFF) else f"{request.url} failed: {reason}"
            )


def _is_page(request: Request) -> bool:
    """Not what stands in a frame of one."""
    with suppress(Error):  # a page that is being opened has no frame yet
        return request.is_navigation_request() and request.frame.parent_frame is None
    return True
