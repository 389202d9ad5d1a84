"""Pictures of pages."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from playwright.sync_api import CDPSession, Error, Frame, Page
from pybase64 import b64decode

from . import jpeg
from .painter import Painter


class Camera:
    """Takes JPEG pictures of viewports, over one DevTools session per page."""

    def __init__(self) -> None:
        self.painter = Painter()
        self._sessions: dict[Page, CDPSession] = {}

    def shoot(self, page: Page) -> bytes:
        """Raises an Error that ``is_navigation`` when the page is left meanwhile."""
        wanted = {"format": "jpeg", "quality": jpeg.QUALITY, "optimizeForSpeed": True}
        with self._while_it_stays(page) as session:
            return b64decode(session.send("Page.captureScreenshot", wanted)["data"])

    def _forget(self, page: Page) -> None:
        self._sessions.pop(page, None)

    @contextmanager
    def _while_it_stays(self, page: Page) -> Iterator[CDPSession]:
        """The picture of a document that was left may never come: when a page leaves its own,
        the session is given up, so that nobody waits for it."""
        if page not in self._sessions:
            self._sessions[page] = page.context.new_cdp_session(page)
            page.once("close", self._forget)
        left = False

        def give_up(frame: Frame) -> None:
            nonlocal left
            if frame == page.main_frame and not left:
                left = True
                session = self._sessions.pop(page, None)
                with suppress(Error):  # the page may be gone already
                    if session:
                        session.detach()

        page.on("framenavigated", give_up)
        try:
            yield self._sessions[page]
        except Error as error:
            if left:
                raise Error("the picture was given up because of a navigation") from error
            raise
        finally:
            page.remove_listener("framenavigated", give_up)
