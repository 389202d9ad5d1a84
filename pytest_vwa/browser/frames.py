"""Frames of another origin, which only they themselves can read: their part of a page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from playwright.sync_api import Frame, Page

from pytest_vwa.core.wellformed import all_well_formed

from .script import SilentFrameError, call, ensure, handle

Place = Page | Frame
"""A page, or a frame that may hold further ones."""
Box = tuple[float, float, float, float]
"""x, y, width, height."""
_STAND_IN = "\x01"
"""Begins what a place's words hold for a frame: the holder's number, where it begins, its edges."""
_NUMBERED = {
    "axtree": re.compile(r"(?m)^(\t*\[)(\d+)(?=\])"),
    "html": re.compile(r"(<[^\s<>]+ mark=\")(\d+)(?=\")"),
}
"""Where the numbers of elements stand in the words of a kind."""


class Row(NamedTuple):
    """One line of what a page shows. ``box`` is in the pixels of the place it was asked of; mere
    text has none, and no ``mark``."""

    mark: str
    tag: str
    box: Box | None
    text: str


@dataclass(frozen=True)
class Inside:
    """Where the element of a mark is: in this frame, under this number of the frame's own;
    ``holder`` is the number of the frame's element."""

    frame: Frame
    mark: str
    holder: str


def rows(place: Place, collected: str) -> Iterator[Row]:
    """What the script collected there, with what its frames hold in the place of each."""
    for line in collected.split("\n") if collected else ():
        mark, tag, written, text = line.split("\t")
        numbers = list(map(float, written.split(","))) if written else []
        if tag:
            yield Row(mark, tag, _box(numbers), text)
        else:
            holder, x, y, *edges = numbers
            yield from _within(place, str(int(holder)), x, y, edges)


def _box(numbers: list[float]) -> Box | None:
    if not numbers:
        return None
    x, y, width, height = numbers
    return (x, y, width, height)


def _within(place: Place, holder: str, x: float, y: float, edges: list[float]) -> Iterator[Row]:
    frame = shown(place, holder)
    if frame is None:
        return
    left, top, right, bottom = edges
    edges = [left - x, top - y, right - x, bottom - y]
    document, _, collected = _told(frame, "frames.collect", *edges).partition("\n")
    found = [_moved(row, x, y) for row in rows(frame, collected)]
    marked = [(row.mark, row.box) for row in found if row.mark]
    admitted = iter(call(place, "frames.admit", holder, document, marked) if marked else ())
    for row in found:
        mark = next(admitted) if row.mark else ""
        if mark or not row.mark:
            yield row._replace(mark=mark)


def _moved(row: Row, x: float, y: float) -> Row:
    if row.box is None:
        return row
    left, top, width, height = row.box
    return row._replace(box=(x + left, y + top, width, height))


def words(place: Place, kind: str, told: str) -> str:
    """What the script told there in words of that kind, with what its frames tell in the place of
    each."""
    if _STAND_IN not in told:
        return told
    return "\n".join(line for each in told.split("\n") for line in _spelled(place, kind, each))


def _spelled(place: Place, kind: str, line: str) -> Iterator[str]:
    indent, standing_in, where = line.partition(_STAND_IN)
    if not standing_in:
        yield line
        return
    holder, *edges = where.split()
    frame = shown(place, holder)
    if frame is None:
        return
    x, y, left, top, right, bottom = map(float, edges)
    told = _told(frame, "sight.within", kind, left - x, top - y, right - x, bottom - y)
    document, _, inner = told.partition("\n")
    inner = words(frame, kind, inner)
    numbers = list(dict.fromkeys(number for _, number in _NUMBERED[kind].findall(inner)))
    here = dict(zip(numbers, call(place, "frames.numbers", holder, document, numbers), strict=True))
    inner = _NUMBERED[kind].sub(lambda found: found[1] + here[found[2]], inner)
    yield from (indent + each for each in inner.split("\n") if each)


def find(place: Place, mark: str) -> Inside | None:
    """None when no frame of another origin has an element of this mark any more."""
    found = call(place, "frames.find", mark)
    frame = shown(place, found["frame"]) if found else None
    if frame is None or not _told(frame, "frames.isStill", found["document"]):
        return None
    return Inside(frame, found["inner"], found["frame"])


def shown(place: Place, holder: str) -> Frame | None:
    """Return what the frame's element of this number shows; None when it is gone or silent."""
    found = handle(place, "frames.element", holder)
    element = found.as_element()
    frame = element.content_frame() if element else None
    found.dispose()
    try:
        if frame is not None:
            ensure(frame)
    except SilentFrameError:
        return None
    return frame


def _told(frame: Frame, function: str, *arguments: Any) -> Any:
    """Return what the script says there; "" when the frame is silent."""
    try:
        return all_well_formed(call(frame, function, *arguments))
    except SilentFrameError:
        return ""
