"""The numbers that a page's elements go by: collected, and found again."""

from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import ElementHandle, Page

from pytest_vwa.core.observation import Element

from .script import call, handle


@dataclass(frozen=True)
class Marks:
    """What a page shows: a line per element and static text, and the elements."""

    text: str
    elements: tuple[Element, ...]


@dataclass(frozen=True)
class Target:
    """What an action aims at, scrolled into view.

    ``point`` is where the mouse reaches it, in CSS pixels of the viewport; None when it cannot,
    and ``covered_by`` then names what lies above. ``kind`` says what it takes: typed ``text``, a
    ``value`` of a special form (a date), a choice of a ``list``, a ``file``, or nothing.
    """

    id: str
    tag: str
    text: str
    kind: Literal["text", "value", "list", "file", "other"]
    disabled: bool
    point: tuple[float, float] | None
    covered_by: str

    def __str__(self) -> str:
        return f"the mark {self.id} is [{self.tag}] [{self.text}]"


def begin(page: Page) -> None:
    """Set the page to collecting; a picture can be taken meanwhile."""
    call(page, "marks.begin")


def take(page: Page) -> Marks:
    """What was collected. What was there before keeps its number."""
    return _read(call(page, "marks.take"))


def _read(collected: str) -> Marks:
    """A line each: mark, tag, box, text."""
    rows = [line.split("\t") for line in collected.splitlines()]
    lines = (f"[{mark}] [{tag}] [{text}]" for mark, tag, _, text in rows)
    elements = (Element(mark, tag, text, _box(box)) for mark, tag, box, text in rows if mark)
    return Marks("\n".join(lines), tuple(elements))


def _box(written: str) -> tuple[float, float, float, float]:
    x, y, width, height = map(float, written.split(","))
    return (x, y, width, height)


def aim(page: Page, mark: str) -> Target | None:
    """None when no element of the page has the mark."""
    found = call(page, "aiming.aim", mark)
    if found is None:
        return None
    point = found.pop("point")
    return Target(id=mark, point=tuple(point) if point else None, **found)


def element(page: Page, mark: str) -> ElementHandle | None:
    """The element of the mark, or the control that a marked label stands for."""
    return handle(page, "aiming.control", mark).as_element()


def scroll(page: Page, direction: Literal[1, -1]) -> bool:
    """By a viewport's height, down (1) or up (-1); False when nothing moved."""
    return bool(call(page, "aiming.scroll", direction))
