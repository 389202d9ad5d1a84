"""How each kind of observation is read from a page."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from playwright.sync_api import Page

from pytest_vwa.core.observation import ObservationKind

from . import marks
from .marks import Marks


@dataclass(frozen=True)
class Sight:
    """What an agent is shown of a page: the kind, and so many characters of its text (0: all)."""

    kind: ObservationKind = "som"
    limit: int = 0


MARKED = Sight()
"""Picture and text with the elements' numbers, all of it."""


@dataclass(frozen=True)
class Reading:
    """``begin`` sets the page to reading, a picture can be taken meanwhile; ``take`` gives what
    was read. ``marked`` pictures show the elements' numbers."""

    begin: Callable[[Page], None]
    take: Callable[[Page], Marks]
    marked: bool = False


def _worded(kind: ObservationKind) -> Reading:
    """The same elements in other words."""

    def take(page: Page) -> Marks:
        seen = marks.take(page, kind)
        return replace(seen, text=seen.words)

    return Reading(partial(marks.begin, kind=kind), take)


READINGS: dict[ObservationKind, Reading] = {
    "som": Reading(marks.begin, marks.take, marked=True),
    "axtree": _worded("axtree"),
    "html": _worded("html"),
    "screenshot": Reading(lambda _: None, lambda _: Marks("", ())),
}
