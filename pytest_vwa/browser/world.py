"""The browser as the loop needs it."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, StorageState

from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.observation import Element, Observation
from pytest_vwa.core.ports import Snapshot
from pytest_vwa.core.wellformed import well_formed

from .act import act
from .answers import Answers
from .border import Border
from .camera import Camera
from .deadline import step_deadline
from .observe import observe
from .origins import Origins
from .pulse import Pulse
from .readings import MARKED, Sight
from .scene import Scene
from .tabs import Tabs
from .trouble import browser_trouble, elsewhere, refuse_server_error, site_trouble

LONGEST = 50.0
"""Seconds for an action or an observation: more than a page that is opened and then settles takes,
and one whose endless script is stopped on top."""


@dataclass(frozen=True)
class Remains:
    """What the agent leaves behind: its tabs, the address of the active one, cookies and local
    storage."""

    tabs: tuple[Snapshot, ...]
    last_url: str
    storage: StorageState


class BrowserWorld:
    """A ``World`` on a Playwright context, confined to the origins of the task's sites.

    ``origins`` are any addresses of those sites; where it starts, it may also be. ``files`` are
    what the agent may upload, for it must not read local files; ``downloads`` is the folder for
    what it downloads. ``border`` is the proxy that the context was made with, which stops what
    a context alone lets through. ``sight`` is what the agent is shown of a page. ``dialogs_after``
    so many seconds a dialog that nobody else has answered is accepted. ``resolve`` makes of an
    address that the agent writes the one it stands for. Every method raises BrowserError when the
    browser is lost, or when it takes longer than ``longest`` seconds; its pages are closed then.
    """

    def __init__(
        self,
        context: BrowserContext,
        origins: Collection[str],
        start_urls: Sequence[str],
        files: Sequence[Path] = (),
        downloads: Path | None = None,
        border: Border | None = None,
        sight: Sight = MARKED,
        dialogs_after: float = 0.0,
        resolve: Callable[[str], str] = lambda url: url,
        longest: float = LONGEST,
    ) -> None:
        self._longest = longest
        self._resolve = resolve
        self._context = context
        self._start_urls = tuple(start_urls)
        self._files = tuple(files)
        self._seen: dict[str, Element] = {}
        self._note = ""
        self._looks: tuple[object, ...] = ()
        self._camera = Camera()
        self._sight = sight
        with browser_trouble():
            allowed = Origins.of([*origins, *start_urls])
            self._tabs = Tabs(context, allowed, downloads, border, dialogs_after)
            self._answers = Answers(context, allowed)
        self._pulse = Pulse(context, self._tabs.say)

    def open(self) -> None:
        """Open the start URLs, each in a tab, the first one in front. Raises SiteError when one
        cannot be reached or answers with a server error."""
        with self._working("opening the start pages", len(self._start_urls)):
            self._tabs.start()
            for number, url in enumerate(self._start_urls):
                page = self._tabs.open() if number else self._tabs.active
                self._start(page, url)
            self._tabs.focus(self._tabs.pages[0])
            self._tabs.settle()
            self._refuse_elsewhere(self._tabs.active, self._start_urls[0])
            self._note = self._tabs.heard()

    def _start(self, page: Page, url: str) -> None:
        try:
            with site_trouble(url):
                response = page.goto(url, wait_until="domcontentloaded")
        except SiteError:
            self._refuse_elsewhere(page, url)
            raise
        refuse_server_error(response)
        self._refuse_elsewhere(page, url)

    def _refuse_elsewhere(self, page: Page, url: str) -> None:
        """A site that sends its visitors to an address that is none of the task's cannot be used,
        whatever the agent does."""
        if place := self._tabs.led_away(page):
            raise elsewhere(url, place)

    def observe(self) -> Observation:
        with self._working("an observation"):
            seen = observe(self._tabs, self._camera, self._note, self._sight)
            stirred = any([self._tabs.asked(), self._looks_new(seen)])
        self._seen = {element.id: element for element in seen.elements}
        return replace(seen, stirred=stirred)

    def perform(self, action: Action) -> str:
        """Do it and wait for the page to settle; "" or what went wrong. Raises SiteError when a
        site of the task no longer answers, ValueError for ``stop``."""
        if action.kind == "stop":
            raise ValueError("stop ends the run; a browser cannot perform it")
        with self._working(f"the action {action.kind}"):
            self._tabs.begin(action)
            mishap = act(self._scene(), action)
            self._tabs.settle()
            self._tabs.say(mishap)
            self._note = self._tabs.heard()
        return self._note

    def _scene(self) -> Scene:
        shows_marks = self._sight.kind != "screenshot"
        return Scene(self._tabs, self._files, self._seen, shows_marks, self._resolve)

    def catch_up(self, page: Page | None = None) -> Observation:
        """After somebody else has worked in a tab (None: the active one): it is taken back to the
        task's sites if need be, waited for, and looked at. Raises SiteError as ``perform`` does."""
        with self._working("waiting for the page"):
            if page and not page.is_closed():
                self._tabs.turn_to(page)
            self._tabs.settle()
            self._note = self._tabs.heard()
        return self.observe()

    @property
    def trouble(self) -> str:
        """What is wrong with what the task's sites answered last; "" when all is well."""
        return self._answers.trouble

    def shows(self, page: Page) -> bool:
        """Whether it is the active tab."""
        return self._tabs.active is page

    def remains(self) -> Remains:
        return Remains(self.snapshots(), self.last_url, self.storage_state())

    def snapshots(self) -> tuple[Snapshot, ...]:
        """All tabs as they are now, in their order."""
        with self._working("reading the pages"):
            pages = self._tabs.pages or [self._tabs.active]
            return tuple(Snapshot(page.url, well_formed(page.content())) for page in pages)

    def storage_state(self) -> StorageState:
        """Cookies and local storage as they are now: what an evaluator's own pages start with."""
        with self._working("reading the browser's storage"):
            return self._context.storage_state()

    def _looks_new(self, seen: Observation) -> bool:
        """A picture alone does not tell: it also shows where the mouse is."""
        before, self._looks = self._looks, (seen.text, seen.url, seen.tabs)
        return not seen.text or before != self._looks

    @property
    def last_url(self) -> str:
        """Of the active tab."""
        with self._working("reading the address"):
            return self._tabs.active.url

    @contextmanager
    def _working(self, what: str, parts: int = 1) -> Iterator[None]:
        limit = step_deadline(self._context, self._longest * parts, what)
        with browser_trouble(), limit, self._pulse.felt():
            yield
