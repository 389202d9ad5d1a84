"""What the agent sees at one step."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, get_args

from pybase64 import b64encode_as_string

ObservationKind = Literal["som", "axtree", "html", "screenshot"]
OBSERVATION_KINDS: tuple[str, ...] = get_args(ObservationKind)


@dataclass(frozen=True)
class Image:
    """An encoded picture: its bytes and its MIME type (``image/jpeg``). ``scale``: one of a page
    has so many pixels per CSS pixel."""

    data: bytes = field(repr=False)
    mime: str
    scale: float = 1.0

    @cached_property
    def url(self) -> str:
        """As models take it: a ``data:`` address. Made once, however often it is sent."""
        return f"data:{self.mime};base64,{b64encode_as_string(self.data)}"


@dataclass(frozen=True)
class Element:
    """A marked element: ``id`` is what actions name; ``box`` is x, y, width, height in CSS pixels
    of the viewport."""

    id: str
    tag: str
    text: str
    box: tuple[float, float, float, float]


@dataclass(frozen=True)
class Tab:
    title: str
    url: str
    active: bool


@dataclass(frozen=True)
class Observation:
    """Text and picture of the same moment.

    ``kind`` says how the page is told. ``som``: ``text`` holds a line per element,
    ``[id] [TAG] [text]``, and per static text, ``[] [StaticText] [text]``; the picture shows the
    numbers. ``axtree``: the accessibility tree, ``[id] role 'name' state: value``, indented by
    tabs. ``html``: cleaned source with numbers as ``mark="id"``. ``screenshot``: the plain picture,
    no text and no elements. ``note`` is what the browser has to say about the previous action:
    empty when it went well. ``stirred``: since the observation before, the page has changed or
    pages have asked their sites for something; also where nobody can tell.
    """

    text: str
    image: Image | None
    elements: tuple[Element, ...]
    url: str
    tabs: tuple[Tab, ...]
    note: str = ""
    kind: ObservationKind = "som"
    stirred: bool = True

    def reworded(self, word: Callable[[str], str]) -> "Observation":
        """Its text, addresses and note as ``word`` has them; the picture and the elements stay."""
        tabs = tuple(replace(tab, url=word(tab.url)) for tab in self.tabs)
        return replace(
            self, text=word(self.text), url=word(self.url), tabs=tabs, note=word(self.note)
        )
