"""The scene strategy takes what differs most, and nothing twice."""

from pathlib import Path

import numpy
from clips import number, numbered

from pytest_vwa.video import scene
from pytest_vwa.video.frames import sample
from pytest_vwa.video.sampling import Sampling


def glances(*greys: int) -> list[scene.Grey]:
    return [numpy.full((36, 64), grey, numpy.uint8) for grey in greys]


def test_scene_takes_first_then_most_different_frames() -> None:
    seen = glances(100, 110, 255, 250, 0, 180)
    assert [scene.choose(seen, count) for count in (1, 2, 3, 4)] == [
        [0],
        [0, 2],
        [0, 2, 4],
        [0, 2, 4, 5],
    ]


def test_scene_takes_earliest_of_equal_frames() -> None:
    assert scene.choose(glances(100, 150, 150, 50, 50), 2) == [0, 1]


def test_scene_never_takes_duplicate_frames() -> None:
    assert scene.choose(glances(10, 10, 200, 10, 200, 90), 6) == [0, 2, 5]


def test_scene_finds_picture_shown_for_one_second(tmp_path: Path) -> None:
    shows = [0] * 40 + [0xFFFFFF] + [0] * 39
    path = tmp_path / "a.mp4"
    numbered(path, [float(second) for second in range(80)], numbers=shows)
    frames = sample(path, Sampling(2, "scene"))
    assert [(frame.seconds, number(frame.image)) for frame in frames] == [(0, 0), (40, 0xFFFFFF)]
    assert frames == sample(path, Sampling(2, "scene"))


def test_scene_frames_are_in_time_order_and_limited(tmp_path: Path) -> None:
    path = numbered(tmp_path / "a.mp4", [float(second) for second in range(30)])
    moments = [frame.seconds for frame in sample(path, Sampling(12, "scene"))]
    assert moments == sorted(moments)
    assert moments[0] == 0
    assert len(moments) == 12
