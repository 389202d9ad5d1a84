"""What the agent sees at one step."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Image:
    """An encoded picture: its bytes and its MIME type (``image/jpeg``)."""

    data: bytes
    mime: str


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

    ``text`` holds a line per element, ``[id] [TAG] [text]``, and per static text,
    ``[] [StaticText] [text]``. ``note`` is what the browser has to say about the previous action:
    empty when it went well.
    """

    text: str
    image: Image | None
    elements: tuple[Element, ...]
    url: str
    tabs: tuple[Tab, ...]
    note: str = ""
