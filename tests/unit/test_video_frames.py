"""Frames are exactly what is on screen at their moment, in true colours, upright and small."""

import struct
from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO
from itertools import accumulate, cycle, islice
from pathlib import Path

import av
import numpy
import pytest
from clips import SIZE, drawn, number, numbered, on_screen, pixels
from PIL import Image as Pillow

from pytest_vwa.core.errors import VideoError
from pytest_vwa.core.ports import Frame
from pytest_vwa.video import timeline
from pytest_vwa.video.frames import sample
from pytest_vwa.video.sampling import Sampling


def every(rate: float, seconds: float, start: float = 0.0) -> list[float]:
    return [start + index / rate for index in range(round(rate * seconds))]


UNEVEN = list(accumulate(islice(cycle([0.1, 0.033, 0.7, 0.25, 0.04, 1.3]), 60), initial=0.0))
CLIPS: dict[str, tuple[str, str, Sequence[float], dict[str, str]]] = {
    "29.97 a second, a short clip": ("a.mp4", "libx264", every(30000 / 1001, 3), {}),
    "29.97 a second, as QuickTime": ("a.mov", "libx264", every(30000 / 1001, 12), {"g": "48"}),
    "25 a second": ("a.mp4", "libx264", every(25, 14), {"g": "50"}),
    "a variable rate": ("a.mp4", "libx264", UNEVEN, {"g": "12"}),
    "a variable rate in Matroska": ("a.mkv", "libx264", UNEVEN, {"g": "12"}),
    "B-frames that others depend on": (
        "a.mp4",
        "libx264",
        every(30, 8),
        {"bf": "7", "g": "90", "x264-params": "b-pyramid=normal:b-adapt=0"},
    ),
    "open groups of pictures": (
        "a.mp4",
        "libx264",
        every(30, 7),
        {"bf": "3", "x264-params": "open-gop=1:keyint=40:b-adapt=0"},
    ),
    "keyframes that never come again": (
        "a.mkv",
        "libx264",
        every(30, 6),
        {"x264-params": "intra-refresh=1:keyint=45:bframes=0"},
    ),
    "HEVC": ("a.mp4", "libx265", every(24, 6), {"x265-params": "keyint=30:log-level=none"}),
    "VP8 with pictures that are never shown": (
        "a.webm",
        "libvpx",
        every(10, 8),
        {"auto-alt-ref": "1", "lag-in-frames": "16", "g": "30", "b": "400k"},
    ),
    "VP9": ("a.webm", "libvpx-vp9", every(10, 6), {"g": "25", "deadline": "realtime"}),
    "a start that is not zero": ("a.mkv", "libx264", every(30, 4, start=10.0), {"g": "30"}),
    "a single picture": ("a.mp4", "libx264", [0.0], {}),
}
SLOW = (
    "29.97 a second, as QuickTime",
    "25 a second",
    "a variable rate in Matroska",
    "HEVC",
    "VP8 with pictures that are never shown",
)
"""The clips that cost most and differ least from others."""


def shown(frames: Sequence[Frame]) -> list[int]:
    return [number(frame.image) for frame in frames]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.full] * (name in SLOW)) for name in CLIPS]
)
def test_frame_is_picture_on_screen_at_its_time(name: str, tmp_path: Path) -> None:
    file, codec, times, options = CLIPS[name]
    clip = numbered(tmp_path / file, times, codec, **options)
    length = times[-1] - times[0]
    for most in (60, 5):
        frames = sample(clip, Sampling(most))
        moments = [frame.seconds for frame in frames]
        assert shown(frames) == [on_screen(times, moment) for moment in moments], most
        assert int(length) + 1 <= len(frames) <= int(length) + 3 or len(frames) == most
        assert len(frames) == most or moments == list(range(len(moments)))
        assert moments[0] == 0


def test_sample_spaces_frames_evenly_in_long_video(tmp_path: Path) -> None:
    times = every(2, 130)
    clip = numbered(tmp_path / "a.mp4", times, g="20")
    for most in (30, 60, 100):
        frames = sample(clip, Sampling(most))
        assert len(frames) == most
        steps = numpy.diff([frame.seconds for frame in frames])
        assert steps == pytest.approx(129.53 / most, abs=2e-3)
        assert shown(frames) == [on_screen(times, frame.seconds) for frame in frames]


def test_sample_repeats_still_picture_every_second(tmp_path: Path) -> None:
    still = numbered(tmp_path / "a.mp4", [0.0, 5.0])
    assert shown(sample(still)) == [0, 0, 0, 0, 0, 1]


def test_timeline_decodes_only_required_stretches(tmp_path: Path) -> None:
    times = every(10, 20)
    path = numbered(tmp_path / "a.mp4", times, **{"g": "30", "x264-params": "scenecut=0"})
    line = timeline.read(path)
    wanted = {line.at(moment) for moment in (0.0, 10.0, 19.9)}
    assert sum(map(len, line.stretches(wanted))) <= 1 + 1 + 30
    assert len(line.coded) == 200


def turn(path: Path, degrees: int) -> Path:
    """Say in the file's header that it is to be shown turned clockwise, as telephones do."""
    data = bytearray(path.read_bytes())
    cos, sin = {90: (0, 1), 180: (-1, 0), 270: (0, -1)}[degrees]
    one = 1 << 16
    matrix = struct.pack(">9i", cos * one, sin * one, 0, -sin * one, cos * one, 0, 0, 0, 1 << 30)
    at = data.index(b"tkhd") + 44
    data[at : at + 36] = matrix
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_sample_applies_video_rotation(tmp_path: Path, degrees: int) -> None:
    upright = drawn(5)
    path = tmp_path / "a.mp4"
    with av.open(str(path), "w") as file:
        stream = file.add_stream("libx264", rate=10)
        lying = upright.rotate(degrees, expand=True)
        stream.width, stream.height, stream.pix_fmt = *lying.size, "yuv420p"
        for _ in range(5):
            file.mux(stream.encode(av.VideoFrame.from_image(lying)))
        file.mux(stream.encode())
    (frame,) = sample(turn(path, degrees))
    assert pixels(frame.image).shape == (SIZE[1], SIZE[0], 3)
    assert number(frame.image) == 5
    assert pixels(frame.image)[8, 160] == pytest.approx((220, 30, 40), abs=16)


@pytest.mark.parametrize(
    ("said", "matrix", "size"),
    [
        ("BT.601", "ITU601", (640, 360)),
        ("BT.709", "ITU709", (640, 360)),
        ("nothing", "ITU601", (640, 360)),
        ("nothing", "ITU709", (1280, 720)),
    ],
)
@pytest.mark.parametrize("colour", [(220, 30, 40), (20, 170, 60), (30, 60, 210), (250, 200, 20)])
def test_sample_keeps_colours_across_colour_spaces(
    said: str, matrix: str, size: tuple[int, int], colour: tuple[int, int, int], tmp_path: Path
) -> None:
    path = tmp_path / "a.mp4"
    with av.open(str(path), "w") as file:
        stream = file.add_stream("libx264", rate=10)
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        if said != "nothing":
            stream.codec_context.colorspace = {"BT.601": 6, "BT.709": 1}[said]
        picture = av.VideoFrame.from_image(Pillow.new("RGB", size, colour))
        coded = picture.reformat(format="yuv420p", dst_colorspace=matrix, dst_color_range="MPEG")
        file.mux(stream.encode(coded))
        file.mux(stream.encode())
    (frame,) = sample(path)
    assert pixels(frame.image).mean(axis=(0, 1)) == pytest.approx(colour, abs=5)


def test_sample_gives_jpegs_of_requested_edge_and_quality(
    tmp_path: Path,
) -> None:
    path = numbered(tmp_path / "a.mp4", [0.0], size=(640, 360))
    small, coarse, large = (
        sample(path, how)[0].image
        for how in (Sampling(edge=256), Sampling(edge=256, quality=10), Sampling(edge=5000))
    )
    with Pillow.open(BytesIO(small.data)) as picture:
        assert (picture.format, picture.size, small.mime) == ("JPEG", (256, 144), "image/jpeg")
    assert len(coarse.data) < len(small.data) < len(large.data)
    assert pixels(large).shape == (360, 640, 3)


def test_sample_rejects_file_that_is_not_a_video(tmp_path: Path) -> None:
    path = tmp_path / "broken.mp4"
    path.write_bytes(b"not a video at all" * 100)
    with pytest.raises(VideoError, match=r"broken\.mp4 cannot be read as a video: Invalid data"):
        sample(path)


@pytest.fixture(scope="module")
def ten_seconds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return numbered(tmp_path_factory.mktemp("clip") / "a.mp4", every(30, 10), g="30")


def test_sample_rejects_damaged_video(ten_seconds: Path, tmp_path: Path) -> None:
    path, data = tmp_path / "a.mp4", ten_seconds.read_bytes()
    middle = len(data) // 2
    path.write_bytes(data[:middle] + b"\xff" * (middle // 2) + data[middle + middle // 2 :])
    with pytest.raises(VideoError, match=r"a\.mp4 cannot be read as a video: Invalid data"):
        sample(path)


@pytest.mark.parametrize(("name", "tenths"), [("a.mp4", 6), ("a.mp4", 8.5), ("a.mkv", 6)])
def test_sample_rejects_truncated_video(
    ten_seconds: Path, tmp_path: Path, name: str, tenths: float
) -> None:
    cut = tmp_path / name
    _index_first(ten_seconds, cut)
    data = cut.read_bytes()
    cut.write_bytes(data[: int(len(data) * tenths / 10)])
    with pytest.raises(VideoError, match=r"is cut off: it says that it lasts 10\.0 s and ends"):
        sample(cut)


def _index_first(source: Path, target: Path) -> None:
    """Pack it as files are made that can be watched while they load."""
    options = {"movflags": "+faststart"} if target.suffix == ".mp4" else {}
    with (
        av.open(str(source)) as before,
        av.open(str(target), "w", options=options) as after,
    ):
        stream = after.add_stream_from_template(before.streams.video[0])
        for packet in before.demux(video=0):
            if packet.size:
                packet.stream = stream
                after.mux(packet)


def test_sample_rejects_file_without_video_stream(tmp_path: Path) -> None:
    path = tmp_path / "sound.mp4"
    with av.open(str(path), "w") as file:
        stream = file.add_stream("aac", rate=16_000)
        silence = av.AudioFrame.from_ndarray(
            numpy.zeros((1, 1024), numpy.float32), format="fltp", layout="mono"
        )
        silence.rate, silence.pts, silence.time_base = 16_000, 0, Fraction(1, 16_000)
        file.mux(stream.encode(silence))
        file.mux(stream.encode())
    with pytest.raises(VideoError, match=r"sound\.mp4: there is no video stream in it"):
        sample(path)
