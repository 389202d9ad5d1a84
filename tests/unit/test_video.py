"""The tutorial video as context: where it is, what it shows, what is said, and what is kept."""

from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import av
import numpy
import pytest
from PIL import Image as Pillow

from pytest_vwa.cache import Cache
from pytest_vwa.core.errors import Unavailable, VideoError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Cue, Frame, Message, Reply
from pytest_vwa.video import source, transcript
from pytest_vwa.video.context import VideoContext
from pytest_vwa.video.frames import sample

RED, GREEN, BLUE = (220, 30, 40), (20, 170, 60), (30, 60, 210)


def clip(
    path: Path,
    shots: Sequence[tuple[float, tuple[int, int, int]]],
    size: tuple[int, int] = (320, 180),
) -> Path:
    """A video with one frame for each (seconds, colour); the last one lasts a second."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=30, options={"bf": "2"})
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        last = shots[-1][0]
        for seconds, colour in [*shots, (last + 0.999, shots[-1][1])]:
            frame = av.VideoFrame.from_image(Pillow.new("RGB", size, colour))
            frame.pts, frame.time_base = round(seconds * 1000), Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def every(rate: float, length: float) -> list[tuple[float, tuple[int, int, int]]]:
    """Red, green and blue in turn, a second each."""
    count = round(length * rate)
    return [(index / rate, (RED, GREEN, BLUE)[int(index / rate) % 3]) for index in range(count)]


def picture(image: Image) -> Pillow.Image:
    return Pillow.open(BytesIO(image.data))


def colour(image: Image) -> tuple[int, ...]:
    return tuple(int(value) for value in numpy.asarray(picture(image)).mean(axis=(0, 1)))


class Recorder:
    """A model that keeps what it was asked."""

    name = "recorder"

    def __init__(self) -> None:
        self.asked: list[Sequence[Message]] = []

    def complete(self, messages: Sequence[Message]) -> Reply:
        self.asked.append(messages)
        return Reply(f"summary {len(self.asked)}")


def test_a_frame_a_second_with_its_time_and_its_true_colours(tmp_path: Path) -> None:
    frames = list(sample(clip(tmp_path / "a.mp4", every(30, 5))))
    assert [frame.seconds for frame in frames[:5]] == [0, 1, 2, 3, 4]
    for frame, meant in zip(frames, [RED, GREEN, BLUE, RED, GREEN], strict=False):
        assert colour(frame.image) == pytest.approx(meant, abs=14)


def test_a_rate_of_29_97_still_gives_one_frame_for_every_second(tmp_path: Path) -> None:
    frames = list(sample(clip(tmp_path / "a.mp4", every(29.97, 20))))
    assert [frame.seconds for frame in frames][:20] == list(range(20))


def test_a_long_video_is_thinned_evenly_to_the_limit(tmp_path: Path) -> None:
    frames = list(sample(clip(tmp_path / "a.mp4", every(5, 40)), max_frames=8))
    gaps = numpy.diff([frame.seconds for frame in frames])
    assert len(frames) == 8
    assert gaps.max() - gaps.min() < 0.01
    assert frames[-1].seconds > 33


def test_a_variable_frame_rate_is_followed_by_its_timestamps(tmp_path: Path) -> None:
    shots = [(0.0, RED), (2.5, GREEN), (2.6, BLUE), (6.2, RED)]
    frames = list(sample(clip(tmp_path / "a.mp4", shots)))
    meant = [RED, RED, RED, BLUE, BLUE, BLUE, BLUE, RED]
    assert len(frames) == len(meant)
    for frame, expected in zip(frames, meant, strict=True):
        assert colour(frame.image) == pytest.approx(expected, abs=14)


def test_pictures_are_jpegs_whose_longest_edge_is_limited(tmp_path: Path) -> None:
    path = clip(tmp_path / "a.mp4", every(10, 1), size=(640, 360))
    image = next(sample(path, longest_edge=256)).image
    assert image.mime == "image/jpeg"
    assert (picture(image).format, picture(image).size) == ("JPEG", (256, 144))


def test_a_corrupt_file_is_reported_in_the_words_of_ffmpeg(tmp_path: Path) -> None:
    path = tmp_path / "broken.mp4"
    path.write_bytes(b"not a video at all" * 100)
    with pytest.raises(VideoError, match=r"broken\.mp4 cannot be read as a video: Invalid data"):
        list(sample(path))


def test_a_video_is_found_by_its_name_in_the_first_folder_that_has_it(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    (here / "buy_a.kayak.webm").touch()
    found = source.find("buy_a.kayak", [tmp_path, here])
    assert found == source.find("buy_a.kayak.webm", [here]) == here / "buy_a.kayak.webm"


def test_a_missing_video_is_named_with_the_folders_looked_in(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="'kayaks' is not here") as caught:
        source.find("kayaks", [tmp_path, tmp_path / "more"])
    assert str(tmp_path / "more") in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "WEBVTT\n\nNOTE nobody reads\nthis\n\n00:01.500 --> 00:04.000 line:0\n"
        "<v Ann>Rain &amp; wind,\nall day.\n\n",
        "\ufeff1\r\n00:00:01,500 --> 00:00:04,000\r\n<i>Rain & wind,</i>\r\nall day.\r\n",
    ],
    ids=["vtt", "srt"],
)
def test_subtitles_become_cues_without_their_markup(text: str) -> None:
    assert transcript.parse(text.removeprefix("\ufeff")) == (
        Cue(1.5, 4.0, "Rain & wind, all day."),
    )


def test_a_video_without_subtitles_has_no_cues_and_the_model_is_told(tmp_path: Path) -> None:
    model = Recorder()
    context = VideoContext(clip(tmp_path / "a.mp4", every(5, 2)), model, Cache(tmp_path / "cache"))
    assert not context.transcript()
    assert "--vwa-asr" in context.transcript().why_empty
    context.summary("Buy the kayak")
    assert "no transcript" in str(model.asked[0][1].parts[0])


def test_subtitles_that_cannot_be_understood_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.vtt").write_text("WEBVTT\n\n1s --> 2s\nhello\n")
    with pytest.raises(VideoError, match=r"a\.vtt: no cue could be read"):
        transcript.read(tmp_path / "a.mp4")


def test_the_summary_is_asked_with_the_transcript_the_objective_and_ten_pictures(
    tmp_path: Path,
) -> None:
    path = clip(tmp_path / "a.mp4", every(5, 24))
    (tmp_path / "a.vtt").write_text("WEBVTT\n\n00:05.000 --> 00:06.000\nLook at the kayak.\n")
    model = Recorder()
    VideoContext(path, model, Cache(tmp_path / "cache")).summary("Buy the kayak")
    system, user = model.asked[0]
    assert str(system.parts[0]).startswith("You summarise a tutorial video")
    assert user.parts[0] == ("TRANSCRIPT:\n[0:05] Look at the kayak.\n\nOBJECTIVE:\nBuy the kayak")
    assert sum(isinstance(part, Frame) for part in user.parts) == 10


def test_a_summary_is_made_once_for_each_intent_and_video(tmp_path: Path) -> None:
    path, model, cache = clip(tmp_path / "a.mp4", every(5, 2)), Recorder(), Cache(tmp_path / "c")
    assert VideoContext(path, model, cache).summary("buy") == "summary 1"
    assert VideoContext(path, model, cache).summary("buy") == "summary 1"
    assert VideoContext(path, model, cache).summary("sell") == "summary 2"
    (tmp_path / "a.vtt").write_text("WEBVTT\n\n00:00.000 --> 00:01.000\nNew words.\n")
    assert VideoContext(path, model, cache).summary("buy") == "summary 3"


def test_frames_come_from_the_cache_the_second_time(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    first = VideoContext(clip(tmp_path / "a.mp4", every(5, 3)), Recorder(), cache).frames()
    (tmp_path / "a.mp4").rename(tmp_path / "b.mp4")
    kept = list(cache.folder.rglob("*"))
    assert VideoContext(tmp_path / "b.mp4", Recorder(), cache).frames() == first
    assert list(cache.folder.rglob("*")) == kept


def _ask(folder: Path, log: Path, ready: Barrier) -> None:
    def make() -> bytes:
        with log.open("a") as file:
            file.write("made\n")
        return b"x" * 3_000_000

    ready.wait(30)
    assert len(Cache(folder).get("things", ["same"], make)) == 3_000_000


def test_two_processes_that_ask_at_once_make_a_thing_once(tmp_path: Path) -> None:
    spawn = get_context("spawn")
    arguments = (tmp_path / "cache", tmp_path / "log", spawn.Barrier(2))
    workers = [spawn.Process(target=_ask, args=arguments) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert (tmp_path / "log").read_text() == "made\n"


def test_what_could_not_be_made_is_not_kept(tmp_path: Path) -> None:
    def fail() -> bytes:
        raise VideoError("no")

    cache = Cache(tmp_path)
    with pytest.raises(VideoError):
        cache.get("things", 1, fail)
    assert cache.get("things", 1, lambda: b"now") == b"now"
