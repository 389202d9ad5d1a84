"""Pictures of a video: one a second, or evenly thinned when that would be too many."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vwa.core.errors import VideoError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Frame

if TYPE_CHECKING:
    from av import VideoFrame
    from av.container import InputContainer

MIME = "image/jpeg"
QUALITY = 75


def sample(path: Path, max_frames: int = 60, longest_edge: int = 768) -> Iterator[Frame]:
    """What the video shows at each second, at most ``max_frames`` times, as JPEG.

    Frames are decoded, scaled and encoded one by one, so memory does not grow with the video.
    ``Frame.seconds`` is the moment the picture is on screen. Raises VideoError with ffmpeg's own
    words when the file cannot be read.
    """
    import av

    try:
        with av.open(str(path)) as container:
            if not container.streams.video:
                raise VideoError(f"{path.name}: there is no video stream in it")
            times = _times(container)
            for moment, picture in _shown(container, times, _moments(times, max_frames)):
                yield Frame(moment, _encode(picture, longest_edge))
    except av.FFmpegError as error:
        raise VideoError(f"{path.name} cannot be read as a video: {error.strerror}") from error


def _times(container: "InputContainer") -> list[float]:
    """When each frame appears, in seconds from the start, then when the last one ends.

    Read from the packets, without decoding: some files do not know their own length, and one with
    a variable frame rate has no other clock.
    """
    stream = container.streams.video[0]
    begins, end = [], 0.0
    for packet in container.demux(stream):
        if packet.pts is None or packet.time_base is None:
            continue
        begins.append(float(packet.pts * packet.time_base) - _origin(container))
        end = max(end, begins[-1] + float((packet.duration or 0) * packet.time_base))
    if not begins:
        raise VideoError(f"{Path(container.name).name}: its video stream holds no frame")
    return [*sorted(begins), end]


def _origin(container: "InputContainer") -> float:
    import av

    return (container.start_time or 0) / av.time_base


def _moments(times: Sequence[float], max_frames: int) -> list[float]:
    length = times[-1]
    count = min(max_frames, max(1, ceil(round(length, 2))))
    step = max(1.0, length / max_frames)
    return [round(index * step, 3) for index in range(count)]


def _shown(
    container: "InputContainer", times: Sequence[float], moments: Sequence[float]
) -> Iterator[tuple[float, "VideoFrame"]]:
    """Each moment with the frame that is on screen then: the last one that began before it.

    Frames that no other depends on are skipped by the decoder unless they are asked for.
    """
    stream = container.streams.video[0]
    stream.thread_type = "AUTO"
    wanted = {times[max(0, bisect_right(times, moment) - 1)] for moment in moments}
    waiting = list(reversed(moments))
    held: VideoFrame | None = None
    container.seek(0)
    for packet in container.demux(stream):
        if packet.pts is not None and packet.time_base is not None:
            begins = float(packet.pts * packet.time_base) - _origin(container)
            stream.codec_context.skip_frame = "DEFAULT" if begins in wanted else "NONREF"
        for frame in packet.decode():
            while waiting and frame.time - _origin(container) > waiting[-1]:
                yield waiting.pop(), held or frame
            held = frame
    while waiting and held:
        yield waiting.pop(), held


def _encode(frame: "VideoFrame", longest_edge: int) -> Image:
    from io import BytesIO

    from PIL.Image import fromarray

    scale = min(1.0, longest_edge / max(frame.width, frame.height))
    scaled = frame.reformat(
        width=round(frame.width * scale),
        height=round(frame.height * scale),
        format="rgb24",
        interpolation="AREA",
    )
    picture = fromarray(scaled.to_ndarray())
    if frame.rotation:
        picture = picture.rotate(frame.rotation, expand=True)
    out = BytesIO()
    picture.save(out, "JPEG", quality=QUALITY)
    return Image(out.getvalue(), MIME)
