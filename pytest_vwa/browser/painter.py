"""Marks painted on pictures, beside other work."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Self

from pytest_vwa.core.observation import Element

from . import jpeg
from .jpeg import Coded, Pixels
from .overlay import Drawing, drawing


@dataclass(frozen=True)
class Marking:
    """The boxes and numbers that belong on a picture of these elements, in a viewport that is so
    many CSS pixels wide. ``ready`` is prepared without the picture, which may still be on its way,
    for one of the shape it will likely have."""

    elements: tuple[Element, ...] = field(repr=False)
    width: int
    ready: Drawing | None = field(compare=False, repr=False)

    @classmethod
    def prepared(cls, elements: tuple[Element, ...], width: int, shape: tuple[int, int]) -> Self:
        return cls(elements, width, drawing(elements, shape, width) if elements else None)

    def onto(self, pixels: Pixels) -> None:
        ready = self.ready
        if ready and ready.shape != pixels.shape:
            ready = drawing(self.elements, pixels.shape, self.width)
        if ready:
            ready.onto(pixels)


@dataclass(frozen=True)
class _Painted:
    """A picture as it was taken, what was painted on it, and what came of it."""

    picture: bytes
    marking: Marking
    coded: Coded


class Painter:
    """Decodes pictures, paints on them and encodes them again. From one observation to the next
    most of a page stays as it is: what looks the same is not encoded anew, and where all does,
    nothing is done at all."""

    def __init__(self) -> None:
        # Of its own, because strips are encoded in threads that all painters share.
        self._thread = ThreadPoolExecutor(1, "painter")
        self._last: _Painted | None = None
        self._spare: Pixels | None = None

    def begin(self, picture: bytes, marking: Future[Marking]) -> Future[bytes]:
        """In another thread, one after the other."""
        return self._thread.submit(self._paint, picture, marking)

    def _paint(self, picture: bytes, marking: Future[Marking]) -> bytes:
        last = self._last
        if last and last.picture == picture and last.marking == marking.result():
            return last.coded.picture
        pixels = jpeg.decode(picture, self._spare)
        self._spare = pixels
        if not marking.result().elements:
            return picture
        marking.result().onto(pixels)
        coded = jpeg.encoded(pixels, last.coded if last else None)
        self._last = _Painted(picture, marking.result(), coded)
        # Memory that is asked for anew each time is not given back soon.
        self._spare = last.coded.pixels if last else None
        return coded.picture
