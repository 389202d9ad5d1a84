"""How each kind of observation is read from a page."""

from collections.abc import Callable
from dataclasses import dataclass, replace

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
    """``take`` tells what the page shows when it draws its next frame, which it does when a
    picture is taken; ``is_held`` whether that picture shows it. ``marked`` pictures show the
    elements' numbers."""

    take: Callable[[Page], Marks]
    is_held: Callable[[Page], bool] = marks.is_held
    marked: bool = False


def _worded(kind: ObservationKind) -> Reading:
    """The same elements in other words."""

    def take(page: Page) -> Marks:
        seen = marks.take(page, kind)
        return replace(seen, text=seen.words)

    return Reading(take)


READINGS: dict[ObservationKind, Reading] = {
    "som": Reading(marks.take, marked=True),
    "axtree": _worded("axtree"),
    "html": _worded("html"),
    "screenshot": Reading(lambda page: Marks("", (), title=page.title()), lambda _: True),
}
