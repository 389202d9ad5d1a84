"""A world of still pages: values in place of a browser."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from reprlib import repr as short
from typing import Any

from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import Element, Image, Observation, Tab
from pytest_vwa.core.ports import Snapshot

_BLANK = "about:blank"
_BOX_HEIGHT = 20.0
_AIMED = ("click", "hover", "type", "clear", "select", "upload")


@dataclass(frozen=True)
class StillElement:
    """An element that a page shows: its tag in capitals, its text, and the URL that a click on it
    opens ("": the page stays)."""

    tag: str
    text: str
    leads_to: str = ""


def link(text: str, url: str) -> StillElement:
    """Return a link that opens this URL."""
    return StillElement("A", text, url)


def button(text: str, leads_to: str = "") -> StillElement:
    """Return a button, which may open a URL."""
    return StillElement("BUTTON", text, leads_to)


def text_field(text: str) -> StillElement:
    """Return a text field with this label."""
    return StillElement("INPUT", text)


@dataclass(frozen=True)
class StillPage:
    """A page that never changes.

    ``elements`` are numbered from 1 in their order; ``text`` are lines that are no elements.
    ``image`` is its screenshot, if the agent needs one. ``scripts`` maps the JavaScript of checks
    to the JSON-able values that they have on this page.
    """

    url: str
    title: str = ""
    elements: Sequence[StillElement] = ()
    text: Sequence[str] = ()
    image: Image | None = None
    scripts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def html(self) -> str:
        """Its source, as evaluators read it."""
        lines = [f"<p>{escape(line)}</p>" for line in self.text]
        lines += [
            f'<a href="{escape(each.leads_to)}">{escape(each.text)}</a>'
            if each.tag == "A"
            else f"<{each.tag.lower()}>{escape(each.text)}</{each.tag.lower()}>"
            for each in self.elements
        ]
        body = "\n".join(lines)
        return f"<!doctype html><title>{escape(self.title)}</title><body>{body}</body>"


def checked(pages: Iterable[StillPage]) -> tuple[StillPage, ...]:
    """Return the pages. Raises TypeError when these are no pages, or a page alone."""
    given: object = pages
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise _not_pages(given)
    found = tuple(given)
    for each in found:
        if not isinstance(each, StillPage):
            raise _not_pages(each, "a collection that holds ")
    return found


def _not_pages(given: object, around: str = "") -> TypeError:
    return TypeError(
        f"a world of still pages was given {around}the {type(given).__name__} {short(given)}; it "
        'expects a list of pages, such as StillWorld([StillPage("https://shop.test/")])'
    )


@dataclass
class _Tab:
    """A tab: the URLs it has visited, and which of them it shows."""

    history: list[str]
    at: int = 0

    @property
    def url(self) -> str:
        return self.history[self.at]

    def go(self, url: str) -> None:
        del self.history[self.at + 1 :]
        self.history.append(url)
        self.at += 1

    def move(self, by: int) -> bool:
        """Return whether there is such an entry in its history."""
        possible = 0 <= self.at + by < len(self.history)
        self.at += by if possible else 0
        return possible


class StillWorld:
    """A ``World`` of still pages, with tabs, their history and a log of actions.

    Links open the page of their URL, ``goto`` opens any; a URL that has no page shows an empty one
    that says so, and a new tab an empty one without a word. All other actions are logged and change
    nothing. An action that names a mark or a tab that is not there is answered with a note.

    ``actions`` are those performed, in their order; ``start_urls`` are open in a tab each at the
    start (the first page, when none is given); ``resolve`` makes the real URL of one that an agent
    writes. Raises ValueError when there is nothing to show, TypeError when ``pages`` holds anything
    but StillPage or is a page alone.
    """

    trouble = ""
    """What is wrong with the sites: nothing, ever."""

    def __init__(
        self,
        pages: Iterable[StillPage],
        start_urls: Sequence[str] = (),
        resolve: Callable[[str], str] = lambda url: url,
    ) -> None:
        pages = checked(pages)
        starts = start_urls or [page.url for page in pages][:1]
        if not starts:
            raise ValueError("a StillWorld needs a page or a start URL; it was given neither")
        self._pages = {page.url: page for page in pages}
        self._resolve = resolve
        self._tabs = [_Tab([url]) for url in starts]
        self._active = 0
        self._note = ""
        self.actions: list[Action] = []

    # --- what is there ---

    @property
    def url(self) -> str:
        """The URL of the active tab."""
        return self._tabs[self._active].url

    @property
    def last_url(self) -> str:
        return self.url

    @property
    def page(self) -> StillPage:
        """The page that the active tab shows."""
        return self.page_at(self.url)

    def page_at(self, url: str) -> StillPage:
        """Return the page of a URL; an empty one that says so where there is none.

        ``about:blank`` is there without being given: it has no title and no text.
        """
        if url in self._pages:
            return self._pages[url]
        if url == _BLANK:
            return StillPage(url)
        return StillPage(url, "No such page", text=(f"no still page has the URL {url}",))

    def snapshots(self) -> tuple[Snapshot, ...]:
        """Return all tabs as they are now, in their order."""
        return tuple(Snapshot(tab.url, self.page_at(tab.url).html) for tab in self._tabs)

    # --- the world as the loop needs it ---

    def observe(self) -> Observation:
        page = self.page
        elements = tuple(
            Element(str(number), each.tag, each.text, (0.0, number * _BOX_HEIGHT, 200.0, 18.0))
            for number, each in enumerate(page.elements, start=1)
        )
        lines = [f"[{each.id}] [{each.tag}] [{each.text}]" for each in elements]
        lines += [f"[] [StaticText] [{line}]" for line in page.text]
        tabs = tuple(
            Tab(self.page_at(tab.url).title, tab.url, number == self._active)
            for number, tab in enumerate(self._tabs)
        )
        return Observation("\n".join(lines), page.image, elements, page.url, tabs, self._note)

    def perform(self, action: Action) -> str:
        """Log the action and do it; return "" or what went wrong.

        Raises ValueError for ``stop``, which ends a run.
        """
        if action.kind == "stop":
            raise ValueError("stop ends the run; a world cannot perform it")
        self.actions.append(action)
        self._note = self._do(action)
        return self._note

    def _do(self, action: Action) -> str:
        tab = self._tabs[self._active]
        match action.kind:
            case "goto":
                tab.go(self._resolve(action.value))
            case "go_back" | "go_forward":
                by = -1 if action.kind == "go_back" else 1
                return "" if tab.move(by) else f"not done: the tab has no page to {action.kind} to"
            case "new_tab":
                self._tabs.append(_Tab([_BLANK]))
                self._active = len(self._tabs) - 1
            case "tab_close":
                self._close_tab()
            case "tab_focus":
                return self._focus(action.value)
            case kind if kind in _AIMED:
                return self._aim(action)
        return ""

    def _aim(self, action: Action) -> str:
        elements = self.page.elements
        number = int(action.element) if action.element.isdecimal() else 0
        if not 1 <= number <= len(elements):
            return f"not done: no element has the mark {action.element}"
        leads_to = elements[number - 1].leads_to
        if action.kind == "click" and leads_to:
            self._tabs[self._active].go(self._resolve(leads_to))
        return ""

    def _focus(self, index: str) -> str:
        if not index.isdecimal() or int(index) >= len(self._tabs):
            return f"not done: there is no tab {index}; open are 0 to {len(self._tabs) - 1}"
        self._active = int(index)
        return ""

    def _close_tab(self) -> None:
        del self._tabs[self._active]
        if not self._tabs:
            self._tabs.append(_Tab([_BLANK]))
        self._active = len(self._tabs) - 1
