"""How deep the values of a file may nest: what walks through them later does so by recursion."""

from typing import Any

DEEPEST = 50
"""Levels of lists and objects. Published files have seven."""
_CONTAINERS = (list, dict)


class TooDeep(ValueError):
    """More than ``DEEPEST`` levels."""

    def __init__(self) -> None:
        super().__init__(f"nested more than {DEEPEST} deep")


def names(value: Any) -> int:
    """How many names the objects in a shallow value give."""
    count, level = 0, [value] if type(value) in _CONTAINERS else []
    while level:
        count += sum(len(each) for each in level if type(each) is dict)
        level = [
            part
            for each in level
            for part in (each.values() if type(each) is dict else each)
            if type(part) in _CONTAINERS
        ]
    return count


def shallow(value: Any) -> Any:
    """The value itself; raises TooDeep. It is walked level by level, without recursion."""
    level = [value] if type(value) in _CONTAINERS else []
    for _ in range(DEEPEST):
        level = [
            part
            for each in level
            for part in (each.values() if type(each) is dict else each)
            if type(part) in _CONTAINERS
        ]
        if not level:
            return value
    raise TooDeep
