"""The tutorial video as context: where it is, what it shows, what is said, and what is kept."""

from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from clips import numbered

from pytest_vwa.cache import Cache
from pytest_vwa.core.errors import Unavailable, VideoError
from pytest_vwa.core.ports import Cue, Frame, Message, Reply
from pytest_vwa.video import source, transcript
from pytest_vwa.video.context import VideoContext


def clip(path: Path, seconds: int) -> Path:
    return numbered(path, [index / 5 for index in range(5 * seconds)])


class Recorder:
    """A model that keeps what it was asked."""

    name = "recorder"

    def __init__(self) -> None:
        self.asked: list[Sequence[Message]] = []

    def complete(self, messages: Sequence[Message]) -> Reply:
        self.asked.append(messages)
        return Reply(f"summary {len(self.asked)}")


def test_find_video_by_name_or_file_name_in_folders(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    (here / "buy_a.kayak.webm").touch()
    found = source.find("buy_a.kayak", [tmp_path, here])
    assert found == source.find("buy_a.kayak.webm", [here]) == here / "buy_a.kayak.webm"


def test_find_video_ignores_suffix_case(tmp_path: Path) -> None:
    (tmp_path / "kayaks.MOV").touch()
    assert source.find("kayaks", [tmp_path]) == tmp_path / "kayaks.MOV"


def test_find_missing_video_error_names_folders(tmp_path: Path) -> None:
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
def test_parse_subtitles_strips_markup(text: str) -> None:
    assert transcript.parse(text.removeprefix("\ufeff")) == (
        Cue(1.5, 4.0, "Rain & wind, all day."),
    )


def test_video_context_without_subtitles_informs_model(tmp_path: Path) -> None:
    model = Recorder()
    context = VideoContext(clip(tmp_path / "a.mp4", 2), model, Cache(tmp_path / "cache"))
    assert not context.transcript()
    assert "--vwa-asr" in context.transcript().why_empty
    context.summary("Buy the kayak")
    assert "no transcript" in str(model.asked[0][1].parts[0])


def test_read_subtitles_rejects_file_without_readable_cue(tmp_path: Path) -> None:
    (tmp_path / "a.vtt").write_text("WEBVTT\n\n1s --> 2s\nhello\n")
    with pytest.raises(VideoError, match=r"a\.vtt: no cue could be read"):
        transcript.read(tmp_path / "a.mp4")


def test_summary_prompt_has_transcript_objective_and_ten_frames(
    tmp_path: Path,
) -> None:
    path = clip(tmp_path / "a.mp4", 24)
    (tmp_path / "a.vtt").write_text("WEBVTT\n\n00:05.000 --> 00:06.000\nLook at the kayak.\n")
    model = Recorder()
    VideoContext(path, model, Cache(tmp_path / "cache")).summary("Buy the kayak")
    system, user = model.asked[0]
    assert str(system.parts[0]).startswith("You summarise a tutorial video")
    assert user.parts[0] == ("TRANSCRIPT:\n[0:05] Look at the kayak.\n\nOBJECTIVE:\nBuy the kayak")
    assert sum(isinstance(part, Frame) for part in user.parts) == 10


def test_summary_is_cached_by_intent_and_transcript(tmp_path: Path) -> None:
    path, model, cache = clip(tmp_path / "a.mp4", 2), Recorder(), Cache(tmp_path / "c")
    assert VideoContext(path, model, cache).summary("buy") == "summary 1"
    assert VideoContext(path, model, cache).summary("buy") == "summary 1"
    assert VideoContext(path, model, cache).summary("sell") == "summary 2"
    (tmp_path / "a.vtt").write_text("WEBVTT\n\n00:00.000 --> 00:01.000\nNew words.\n")
    assert VideoContext(path, model, cache).summary("buy") == "summary 3"


def test_frames_are_cached_by_video_content(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    first = VideoContext(clip(tmp_path / "a.mp4", 3), Recorder(), cache).frames()
    (tmp_path / "a.mp4").rename(tmp_path / "b.mp4")
    kept = list(cache.folder.rglob("*"))
    assert VideoContext(tmp_path / "b.mp4", Recorder(), cache).frames() == first
    assert list(cache.folder.rglob("*")) == kept


def _ask(folder: Path, log: Path, ready: Barrier) -> None:
    def make() -> bytes:
        with log.open("a") as file:
            file.write("made\n")
        return b"x" * 3_000_000

    ready.wait(300)
    assert len(Cache(folder).get("things", ["same"], make)) == 3_000_000


def test_cache_computes_entry_once_across_processes(tmp_path: Path) -> None:
    spawn = get_context("spawn")
    arguments = (tmp_path / "cache", tmp_path / "log", spawn.Barrier(2))
    workers = [spawn.Process(target=_ask, args=arguments) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(300)
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert (tmp_path / "log").read_text() == "made\n"


def test_cache_does_not_store_failure(tmp_path: Path) -> None:
    def fail() -> bytes:
        raise VideoError("no")

    cache = Cache(tmp_path)
    with pytest.raises(VideoError):
        cache.get("things", 1, fail)
    assert cache.get("things", 1, lambda: b"now") == b"now"
