"""The numbers that a page's elements go by: collected, and found again."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from playwright.sync_api import ElementHandle, Page

from pytest_vwa.core.observation import Element


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


@cache
def _script() -> str:
    return files(__package__).joinpath("marks.js").read_text(encoding="utf-8")


def collect(page: Page) -> Marks:
    """Number what is visible in the viewport; what was there before keeps its number."""
    found = json.loads(page.evaluate(f"{_script()}.collect()"))
    lines = (f"[{each['id']}] [{each['tag']}] [{each['text']}]" for each in found)
    elements = (
        Element(each["id"], each["tag"], each["text"], tuple(each["box"]))
        for each in found
        if each["id"]
    )
    return Marks("\n".join(lines), tuple(elements))


def aim(page: Page, mark: str) -> Target | None:
    """None when no element of the page has the mark."""
    found = page.evaluate(f"mark => {_script()}.aim(mark)", mark)
    if found is None:
        return None
    point = found.pop("point")
    return Target(id=mark, point=tuple(point) if point else None, **found)


def element(page: Page, mark: str) -> ElementHandle | None:
    """The element of the mark, or the control that a marked label stands for."""
    expression = f"mark => {{ const e = {_script()}.get(mark); return e?.control ?? e; }}"
    return page.evaluate_handle(expression, mark).as_element()


def scroll(page: Page, direction: Literal[1, -1]) -> bool:
    """By a viewport's height, down (1) or up (-1); False when nothing moved."""
    return bool(page.evaluate(f"direction => {_script()}.scroll(direction)", direction))
