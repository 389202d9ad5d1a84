"""The coded pictures of a video, read without decoding, and which of them show a moment."""

from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_vwa.core.errors import VideoError

if TYPE_CHECKING:
    from av import Packet
    from av.container import InputContainer
    from av.stream import Stream
    from av.video.stream import VideoStream

_TOLERANCE = 0.1
"""Share of its length by which a file may end early: what most files say of it is rough."""
_INDEXED = 1.0
"""Seconds by which a file with an index of its pictures may: MP4 and MOV know their length."""
_ROUNDING = 1e-6
"""Seconds by which a moment and a time stamp that mean the same may differ."""


@dataclass(frozen=True)
class Coded:
    """One coded picture: its time stamp, when it appears in seconds from the start, whether
    decoding can begin with it, and whether it is ever on screen."""

    pts: int
    seconds: float
    key: bool
    shown: bool = True


@dataclass(frozen=True)
class Stretch:
    """Coded pictures from ``first`` to ``last`` that are decoded in one go: places in the file."""

    first: int
    last: int

    def __len__(self) -> int:
        return self.last + 1 - self.first


@dataclass(frozen=True)
class Timeline:
    """All coded pictures in the order of the file, and the length of the video in seconds."""

    coded: tuple[Coded, ...]
    length: float

    def at(self, moment: float) -> int:
        """The place of the picture on screen: the last one that appeared; before any, the first."""
        times, places = self._by_time
        return places[max(0, bisect_right(times, moment + _ROUNDING) - 1)]

    def stretches(self, wanted: Collection[int]) -> tuple[Stretch, ...]:
        """What has to be decoded to get the pictures at these places, and no more than that: what
        lies between the last wanted picture and the next one's keyframe is passed over."""
        found: list[Stretch] = []
        for place in sorted(wanted):
            first = self._start(place)
            if found and first <= found[-1].last:
                first = found.pop().first
            found.append(Stretch(first, place))
        return tuple(found)

    def _start(self, place: int) -> int:
        """The last keyframe before it, in the file and on screen: pictures that follow a keyframe
        in the file and are shown before it may depend on what came earlier."""
        seconds = self.coded[place].seconds
        keys = self._keys[: bisect_right(self._keys, place)]
        return next((key for key in reversed(keys) if self.coded[key].seconds <= seconds), 0)

    @cached_property
    def _keys(self) -> list[int]:
        return [place for place, coded in enumerate(self.coded) if coded.key]

    @cached_property
    def _by_time(self) -> tuple[list[float], list[int]]:
        shown = [place for place, coded in enumerate(self.coded) if coded.shown]
        order = sorted(shown, key=lambda place: self.coded[place].seconds)
        return [self.coded[place].seconds for place in order], order


def read(path: Path) -> Timeline:
    """The only clock that every file has: some do not know their own length or frame rate.

    Raises VideoError when it holds no picture or its end is missing, av.FFmpegError when it cannot
    be read.
    """
    import av

    with av.open(str(path)) as container:
        pictures = picture_stream(container).index
        origin = (container.start_time or 0) / av.time_base
        promised = (container.duration or 0) / av.time_base
        indexed = "mov" in container.format.name
        coded: list[Coded] = []
        ends = {pictures: 0.0}
        for packet, stamp in _stamped(container):
            seconds = float(stamp * packet.time_base) - origin
            end = seconds + float((packet.duration or 0) * packet.time_base)
            ends[packet.stream_index] = max(end, ends.get(packet.stream_index, 0.0))
            if packet.stream_index == pictures:
                coded.append(Coded(stamp, seconds, packet.is_keyframe, not packet.is_discard))
    if not any(each.shown for each in coded):
        raise VideoError(f"{path.name}: its video stream holds no frame")
    # Matroska counts its length from zero, wherever its first picture is.
    early = _INDEXED if indexed else promised * _TOLERANCE
    _check_end(path.name, max(ends.values()) + max(origin, 0.0), promised, early)
    return Timeline(tuple(coded), ends[pictures])


def _check_end(name: str, reached: float, promised: float, early: float) -> None:
    if reached < promised - early:
        raise VideoError(
            f"{name} is cut off: it says that it lasts {promised:.1f} s and ends after "
            f"{reached:.1f} s; copy or download it again"
        )


def _stamped(container: "InputContainer") -> "Iterator[tuple[Packet[Stream], int]]":
    """What all streams hold, with time stamps."""
    for packet in container.demux():
        stamp = _stamp(packet)
        if packet.size and stamp is not None:
            yield packet, stamp


def picture_stream(container: "InputContainer") -> "VideoStream":
    """Raises VideoError when there is none."""
    if not container.streams.video:
        raise VideoError(f"{Path(container.name).name}: there is no video stream in it")
    return container.streams.video[0]


def packets(container: "InputContainer", stream: "VideoStream") -> Iterator["Packet[VideoStream]"]:
    """The coded pictures in the order of the file, as ``read`` counts them."""
    return (p for p in container.demux(stream) if p.size and _stamp(p) is not None)


def _stamp(packet: "Packet[Any]") -> int | None:
    return packet.pts if packet.pts is not None else packet.dts
