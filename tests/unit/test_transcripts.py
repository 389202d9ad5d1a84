"""Transcripts: subtitles where there are some, else what an engine hears, once on a machine."""

import re
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from sounds import tone, video

from pytest_vwa.cache import Cache
from pytest_vwa.core.errors import ModelError, VideoError
from pytest_vwa.core.transcript import Cue, Transcript
from pytest_vwa.video.frames import sample
from pytest_vwa.video.transcripts import Transcripts

HELLO = Cue(0.5, 1.5, "Hello there.")


class Logging:
    """An engine that writes into a file what it does; it fails on videos of the name ``bad``."""

    def __init__(
        self, log: Path, *, resident: bool = True, cues: tuple[Cue, ...] = (HELLO,)
    ) -> None:
        self.name = "logging"
        self.resident = resident
        self._log = log
        self._cues = cues
        self._loaded = False

    def hear(self, video: Path) -> tuple[Cue, ...]:
        if self.resident and not self._loaded:
            self._write("load")
            self._loaded = True
        if video.stem == "bad":
            raise ModelError("no, not this one")
        self._write(video.stem)
        return self._cues

    def _write(self, line: str) -> None:
        with self._log.open("a") as file:
            file.write(f"{line}\n")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log"
    path.touch()
    return path


@pytest.fixture
def videos(tmp_path: Path) -> dict[str, Path]:
    return {
        name: video(tmp_path / f"{name}.mkv", [(0, tone(1, pitch=pitch))], seconds=1)
        for name, pitch in [("one", 300), ("two", 400), ("bad", 500)]
    }


@pytest.fixture
def of(
    tmp_path: Path, log: Path, videos: dict[str, Path]
) -> Callable[..., Callable[[Path], Transcript]]:
    """What a new process would ask for transcripts."""

    def new(**engine: object) -> Callable[[Path], Transcript]:
        cache = Cache(tmp_path / "cache")
        return Transcripts(cache, lambda: Logging(log, **engine), videos.values).of

    return new


def test_transcript_is_sequence_of_cues() -> None:
    said = Transcript((HELLO,), "a.vtt")
    assert (list(said), len(said), said[0], said[:1]) == ([HELLO], 1, HELLO, (HELLO,))
    assert HELLO in said
    assert not Transcript(why_empty="the video has no sound")


def test_transcript_prefers_subtitles_over_engine(of, videos, log: Path) -> None:
    videos["one"].with_suffix(".srt").write_text("1\n00:00:00,000 --> 00:00:01,000\nRead me.\n")
    assert of()(videos["one"]) == Transcript((Cue(0.0, 1.0, "Read me."),), "one.srt")
    assert log.read_text() == ""


def test_transcript_from_empty_subtitles_skips_engine(of, videos, log: Path) -> None:
    videos["one"].with_suffix(".vtt").write_text("WEBVTT\n\nNOTE nobody speaks\n")
    assert of()(videos["one"]) == Transcript((), "one.vtt", "one.vtt holds no cue")
    assert log.read_text() == ""


def test_transcript_without_engine_names_asr_option(
    tmp_path: Path, videos: dict[str, Path]
) -> None:
    said = Transcripts(Cache(tmp_path), lambda: None).of(videos["one"])
    assert said == Transcript(
        why_empty="there are no subtitles beside the video, and --vwa-asr names no speech engine"
    )


def test_transcript_of_broken_video_raises_same_error_as_frames(
    tmp_path: Path,
) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"no video at all" * 100)
    with pytest.raises(VideoError) as caught:
        sample(broken)
    with pytest.raises(VideoError, match=re.escape(str(caught.value))):
        Transcripts(Cache(tmp_path), lambda: None).of(broken)


@pytest.mark.parametrize(
    ("sounds", "why"),
    [
        (None, "the video has no sound"),
        ([(0, tone(1, volume=0))], "the video's sound is silence"),
    ],
)
def test_transcript_of_silent_video_skips_engine(
    of, tmp_path: Path, log: Path, sounds, why: str
) -> None:
    assert of()(video(tmp_path / "mute.mkv", sounds)) == Transcript(why_empty=why)
    assert "mute" not in log.read_text()


def test_transcript_without_speech_names_engine(of, videos) -> None:
    assert of(cues=())(videos["one"]) == Transcript((), "logging", "logging hears nobody speak")


def test_transcript_resident_engine_hears_all_videos_at_once(of, videos, log: Path) -> None:
    for _ in range(2):
        assert of()(videos["two"]) == Transcript((HELLO,), "logging")
        assert of()(videos["one"]) == Transcript((HELLO,), "logging")
    assert log.read_text().split() == ["load", "two", "one"]


def test_transcript_remote_engine_hears_requested_video_only(of, videos, log: Path) -> None:
    for _ in range(2):
        of(resident=False)(videos["two"])
    assert log.read_text().split() == ["two"]


def test_transcript_cache_key_is_video_content(of, videos, log: Path) -> None:
    of(resident=False)(videos["one"])
    of(resident=False)(videos["one"].rename(videos["one"].with_stem("renamed")))
    assert log.read_text().split() == ["one"]


def test_transcript_failure_is_raised_only_for_its_video(of, videos) -> None:
    assert of()(videos["one"])
    for _ in range(2):
        with pytest.raises(ModelError, match="not this one"):
            of()(videos["bad"])


def test_transcript_of_missing_video_is_video_error(of, tmp_path: Path) -> None:
    with pytest.raises(VideoError, match=r"gone\.mkv cannot be read: No such file"):
        of()(tmp_path / "gone.mkv")


def _ask(cache: Path, log: Path, paths: list[Path], first: int, ready: Barrier) -> None:
    transcripts = Transcripts(Cache(cache), lambda: Logging(log), lambda: paths)
    ready.wait(300)
    for path in paths[first:] + paths[:first]:
        assert transcripts.of(path).cues == (HELLO,)


def test_transcript_processes_share_one_engine_pass(
    tmp_path: Path, videos: dict[str, Path], log: Path
) -> None:
    paths = [videos["one"], videos["two"]]
    spawn = get_context("spawn")
    ready = spawn.Barrier(2)
    workers = [
        spawn.Process(target=_ask, args=(tmp_path / "cache", log, paths, first, ready))
        for first in range(2)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(300)
    assert [worker.exitcode for worker in workers] == [0, 0]
    load, *heard = log.read_text().split()
    assert (load, sorted(heard)) == ("load", ["one", "two"])
