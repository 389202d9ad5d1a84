"""What an action aims at, and where it is on the picture the agent saw."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import shorten

from .action import Action
from .observation import Element

_LENGTH = 80


@dataclass(frozen=True)
class Target:
    """``title`` is ``TAG "text"``, "" for a point or nothing; ``box`` is x, y, width, height in
    CSS pixels of the viewport, without size for a point."""

    title: str = ""
    box: tuple[float, float, float, float] | None = None


NOWHERE = Target()


def aim(action: Action | None, elements: Sequence[Element]) -> Target:
    """The element, or the point, that the action names."""
    if action is None or not action.element:
        return NOWHERE
    for element in elements:
        if element.id == action.element:
            text = shorten(element.text, _LENGTH, placeholder="…")
            return Target(f'{element.tag} "{text}"', element.box)
    return Target(box=_point(action.element))


def _point(named: str) -> tuple[float, float, float, float] | None:
    """``640,300`` is a point; a number alone is a mark that was not there."""
    try:
        x, y = map(float, named.split(","))
    except ValueError:
        return None
    return x, y, 0.0, 0.0
