"""The browser as the loop needs it."""

from collections.abc import Collection, Sequence
from pathlib import Path

from playwright.sync_api import BrowserContext, StorageState

from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.ports import Snapshot

from .act import act
from .observe import Camera, observe
from .origins import Origins
from .tabs import Tabs
from .trouble import browser_trouble, refuse_server_error, site_trouble


class BrowserWorld:
    """A ``World`` on a Playwright context, confined to the origins of the task's sites.

    ``origins`` are any addresses of those sites; where it starts, it may also be. ``uploads`` is
    the folder whose files the agent may upload; without one it can upload nothing, for it must
    not read local files. Every method raises BrowserError when the browser is lost.
    """

    def __init__(
        self,
        context: BrowserContext,
        origins: Collection[str],
        start_urls: Sequence[str],
        uploads: Path | None = None,
    ) -> None:
        self._context = context
        self._start_urls = tuple(start_urls)
        self._uploads = uploads
        self._note = ""
        self._camera = Camera()
        with browser_trouble():
            self._tabs = Tabs(context, Origins.of([*origins, *start_urls]))

    def open(self) -> None:
        """Open the start URLs, each in a tab, the first one in front. Raises SiteError when one
        cannot be reached or answers with a server error."""
        with browser_trouble():
            for number, url in enumerate(self._start_urls):
                page = self._tabs.open() if number else self._tabs.active
                with site_trouble(url):
                    response = page.goto(url, wait_until="load")
                refuse_server_error(response)
            self._tabs.focus(self._tabs.pages[0])
            self._tabs.settle()
            self._tabs.heard()

    def observe(self) -> Observation:
        with browser_trouble():
            return observe(self._tabs, self._camera, self._note)

    def perform(self, action: Action) -> str:
        """Do it and wait for the page to settle; "" or what went wrong. Raises SiteError when a
        site of the task no longer answers, ValueError for ``stop``."""
        if action.kind == "stop":
            raise ValueError("stop ends the run; a browser cannot perform it")
        with browser_trouble():
            self._tabs.begin(action)
            mishap = act(self._tabs, action, self._uploads)
            self._tabs.settle()
            self._tabs.say(mishap)
            self._note = self._tabs.heard()
        return self._note

    def snapshots(self) -> tuple[Snapshot, ...]:
        """All tabs as they are now, in their order."""
        with browser_trouble():
            pages = self._tabs.pages or [self._tabs.active]
            return tuple(Snapshot(page.url, page.content()) for page in pages)

    def storage_state(self) -> StorageState:
        """Cookies and local storage as they are now: what an evaluator's own pages start with."""
        with browser_trouble():
            return self._context.storage_state()

    @property
    def last_url(self) -> str:
        """Of the active tab."""
        with browser_trouble():
            return self._tabs.active.url
