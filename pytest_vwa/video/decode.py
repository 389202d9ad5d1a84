"""Some pictures of a video, decoded by several threads and without most of the others."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pytest_vwa.core.errors import VideoError

from .timeline import Stretch, Timeline, packets, picture_stream

if TYPE_CHECKING:
    from av import VideoFrame

T = TypeVar("T")

_CORES = min(4, os.cpu_count() or 1)
_DISPENSABLE = {"h264", "hevc"}
"""Codecs whose decoders know at once that no other picture depends on one, and leave it out."""


def decoded(
    path: Path, timeline: Timeline, wanted: Collection[int], use: Callable[["VideoFrame"], T]
) -> dict[int, T]:
    """``use`` of every wanted picture, by its place in the file.

    Each thread has a part of the file to itself and uses a picture as soon as it is decoded, so
    few are in memory at a time. Raises VideoError or av.FFmpegError.
    """
    stamps = {timeline.coded[place].pts: place for place in wanted}
    runs = _runs(timeline.stretches(wanted))
    cores = 1 if len(runs) > 1 else _CORES
    found: dict[int, T] = {}
    with ThreadPoolExecutor(len(runs), "video") as threads:
        for part in threads.map(lambda run: _selected(path, run, stamps, use, cores), runs):
            found |= part
    missed = [place for place in wanted if place not in found]
    return found | _in_order(path, timeline, missed, use) if missed else found


def _runs(stretches: Sequence[Stretch]) -> list[list[Stretch]]:
    """Shares of about equal length, one for each core; fewer where one stretch is most of all."""
    total = sum(map(len, stretches))
    count = max(1, min(_CORES, total // max(map(len, stretches))))
    runs: list[list[Stretch]] = [[] for _ in range(count)]
    done = 0
    for stretch in stretches:
        runs[min(count - 1, (done + len(stretch) // 2) * count // total)].append(stretch)
        done += len(stretch)
    return [run for run in runs if run]


def _selected(
    path: Path,
    stretches: Sequence[Stretch],
    stamps: Mapping[int, int],
    use: Callable[["VideoFrame"], T],
    cores: int,
) -> dict[int, T]:
    return {
        stamps[stamp]: use(frame)
        for stamp, frame in _frames(path, stretches, stamps, cores)
        if stamp in stamps and not frame.is_corrupt
    }


def _frames(
    path: Path, stretches: Sequence[Stretch], stamps: Collection[int], cores: int
) -> Iterator[tuple[int, "VideoFrame"]]:
    """What the decoder gives for these stretches, with time stamps.

    What lies between them is passed over in the file, which costs next to nothing; a seek by time
    would find another place in files without an index.
    """
    import av

    with av.open(str(path)) as container:
        stream = picture_stream(container)
        context = stream.codec_context
        context.thread_count, context.thread_type = cores, "AUTO"
        sparing = context.name in _DISPENSABLE
        coded, passed = packets(container, stream), 0
        for stretch in stretches:
            for packet in islice(coded, stretch.first - passed, stretch.last + 1 - passed):
                needed = not sparing or packet.pts in stamps
                context.skip_frame = "DEFAULT" if needed else "NONREF"
                yield from _stamped(context.decode(packet))
            yield from _stamped(context.decode(None))
            context.flush_buffers()
            passed = stretch.last + 1


def _stamped(frames: Iterable["VideoFrame"]) -> Iterator[tuple[int, "VideoFrame"]]:
    return ((frame.pts, frame) for frame in frames if frame.pts is not None)


def _in_order(
    path: Path, timeline: Timeline, wanted: Collection[int], use: Callable[["VideoFrame"], T]
) -> dict[int, T]:
    """The same from the first picture to the last: for a file whose marks of where decoding can
    begin are wrong, or with coded pictures that are never shown; the one before it stands then."""
    waiting = sorted(wanted, key=lambda place: timeline.coded[place].pts, reverse=True)
    found: dict[int, T] = {}
    held: VideoFrame | None = None
    everything = [Stretch(0, len(timeline.coded) - 1)]
    stamps = {coded.pts for coded in timeline.coded}
    for stamp, frame in _frames(path, everything, stamps, _CORES):
        while waiting and stamp > timeline.coded[waiting[-1]].pts:
            found[waiting.pop()] = use(held or frame)
        held = frame
    if held is None:
        raise VideoError(f"{path.name}: none of its pictures can be decoded")
    return found | {place: use(held) for place in waiting}
