"""Pictures of a video as context for a model."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vwa.core.errors import VideoError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Frame

from . import picture, scene, timeline
from .decode import decoded
from .sampling import USUAL, Sampling

if TYPE_CHECKING:
    from av import VideoFrame

_LOOKS = 10
"""How many pictures ``scene`` looks at for each that it may take, at most."""


def sample(path: Path, sampling: Sampling = USUAL) -> tuple[Frame, ...]:
    """What the video shows at some moments, in order of time, as JPEG.

    ``Frame.seconds`` is the moment the picture is on screen. Raises VideoError with ffmpeg's own
    words when the file cannot be read.
    """
    with _readable(path):
        return (
            _uniform(path, sampling) if sampling.strategy == "uniform" else _scene(path, sampling)
        )


def check(path: Path) -> None:
    """Opens the file and looks no further. Raises VideoError as ``sample`` does."""
    import av

    with _readable(path), av.open(str(path)):
        pass


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    from av import FFmpegError

    try:
        yield
    except FFmpegError as error:
        raise VideoError(f"{path} cannot be read as a video: {error.strerror}") from error


def _uniform(path: Path, sampling: Sampling) -> tuple[Frame, ...]:
    line = timeline.read(path)
    places = _places(line, sampling.max_frames)

    def look(frame: "VideoFrame") -> Image:
        return picture.render(frame, sampling.edge, sampling.quality)

    seen = decoded(path, line, set(places.values()), look)
    return tuple(Frame(moment, seen[place]) for moment, place in places.items())


def _scene(path: Path, sampling: Sampling) -> tuple[Frame, ...]:
    line = timeline.read(path)
    places = _places(line, sampling.max_frames * _LOOKS)

    def look(frame: "VideoFrame") -> tuple[Image, picture.Grey]:
        return picture.render(frame, sampling.edge, sampling.quality), picture.glance(frame)

    seen = decoded(path, line, set(places.values()), look)
    frames = [Frame(moment, seen[place][0]) for moment, place in places.items()]
    glances = [seen[place][1] for place in places.values()]
    return tuple(frames[index] for index in scene.choose(glances, sampling.max_frames))


def _places(line: timeline.Timeline, most: int) -> dict[float, int]:
    """Moments, one a second or so many at equal distances, and the pictures on screen then."""
    count = min(most, max(1, ceil(round(line.length, 2))))
    step = max(1.0, line.length / most)
    moments = [round(index * step, 3) for index in range(count)]
    return {moment: line.at(moment) for moment in moments}
