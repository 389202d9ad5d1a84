"""The numbers that a page's elements go by: collected, and found again."""

from dataclasses import dataclass, replace
from typing import Literal

from playwright.sync_api import ElementHandle, Page

from pytest_vwa.core.observation import Element
from pytest_vwa.core.wellformed import all_well_formed

from . import frames
from .frames import Place
from .script import call, handle


@dataclass(frozen=True)
class Marks:
    """What a page shows: a line per element and static text, and the elements; ``words`` is the
    same in other words, if those were asked for. ``title`` is the page's."""

    text: str
    elements: tuple[Element, ...]
    words: str = ""
    title: str = ""


@dataclass(frozen=True)
class Target:
    """What an action aims at, scrolled into view.

    ``point`` is where the mouse reaches it, in CSS pixels of the viewport; None when it cannot,
    and ``covered_by`` then names what lies above. ``kind`` says what it takes: typed ``text``, a
    ``value`` of a special form (a date), a choice of a ``list``, a ``file``, or nothing; ``type``
    is that of an input field, "" of all else. ``longest`` is how many characters it takes at
    most, -1 where that is open.
    """

    id: str
    tag: str
    text: str
    kind: Literal["text", "value", "list", "file", "other"]
    type: str
    disabled: bool
    readonly: bool
    longest: int
    point: tuple[float, float] | None
    covered_by: str

    def __str__(self) -> str:
        return f"the mark {self.id} is [{self.tag}] [{self.text}]"


def take(page: Page, kind: str = "som") -> Marks:
    """What the page shows when it draws its next frame, as it must for a picture. What was there
    before keeps its number."""
    taken = all_well_formed(call(page, "sight.read", kind))
    found = tuple(frames.rows(page, taken["rows"]))
    return Marks(
        text="\n".join(f"[{row.mark}] [{row.tag}] [{row.text}]" for row in found),
        elements=tuple(Element(row.mark, row.tag, row.text, row.box) for row in found if row.box),
        words=frames.words(page, kind, taken["words"]),
        title=taken["title"],
    )


def is_held(page: Page) -> bool:
    """Does a picture that was taken since ``take`` show the same?"""
    return bool(call(page, "sight.isHeld"))


def aim(place: Place, mark: str) -> Target | None:
    """None when no element of the page has the mark."""
    found = call(place, "aiming.aim", mark)
    if found is None:
        return _aim_inside(place, mark)
    point = found.pop("point")
    return Target(id=mark, point=tuple(point) if point else None, **found)


def _aim_inside(place: Place, mark: str) -> Target | None:
    inside = frames.find(place, mark)
    target = aim(inside.frame, inside.mark) if inside else None
    if inside is None or target is None:
        return None
    if target.point is None:
        return replace(target, id=mark)
    found = call(place, "frames.reachPoint", inside.holder, *target.point)
    point = tuple(found["point"]) if found["point"] else None
    return replace(target, id=mark, point=point, covered_by=found["covered_by"])


def at(page: Page, x: float, y: float) -> Target | None:
    """What lies at a point of the viewport; None when the point is outside of it."""
    found = call(page, "aiming.at", x, y)
    return None if found is None else Target(**found | {"point": (x, y)})


def element(place: Place, mark: str) -> ElementHandle | None:
    """The element of the mark, or the control that a marked label stands for."""
    if found := handle(place, "aiming.control", mark).as_element():
        return found
    inside = frames.find(place, mark)
    return element(inside.frame, inside.mark) if inside else None


def scroll(place: Place, direction: Literal[1, -1]) -> bool:
    """By a viewport's height, down (1) or up (-1); False when nothing moved."""
    tried: list[str] = []
    while isinstance(moved := call(place, "aiming.scroll", direction, tried), str):
        frame = frames.shown(place, moved)
        if frame and scroll(frame, direction):
            return True
        tried.append(moved)
    return bool(moved)
