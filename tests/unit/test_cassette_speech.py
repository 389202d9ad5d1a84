"""What a speech engine hears is kept like what a model replies."""

from pathlib import Path

import pytest
from taping import cassette

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.ports import Cue
from pytest_vwa.core.transcript import SpeechEngine
from pytest_vwa.core.usage import Usage
from pytest_vwa.video.taped import TapedEngine

CUES = (Cue(0.0, 1.25, "Hello: you!"), Cue(1.25, 2.1, "Bye."))


class Ear:
    """An engine that counts."""

    resident = True
    heard = 0

    def hear(self, video: Path) -> tuple[Cue, ...]:
        self.heard += 1
        return CUES


def nobody() -> SpeechEngine:
    raise AssertionError("an engine was opened")


def test_taped_engine_replays_cues_without_opening_engine(tmp_path: Path) -> None:
    video, ear = tmp_path / "a.mp4", Ear()
    video.write_bytes(b"a video")
    recording = TapedEngine("whisper:base", cassette("record", tmp_path), lambda: ear)
    assert recording.resident
    assert recording.hear(video) == CUES
    replaying = TapedEngine("whisper:base", cassette("replay", tmp_path), nobody)
    assert not replaying.resident
    assert [replaying.hear(video) for _ in range(2)] == [CUES, CUES]
    assert TapedEngine("whisper:base", cassette("auto", tmp_path), nobody).hear(video) == CUES
    assert ear.heard == 1


class Server(Ear):
    """An engine whose calls cost something."""

    resident = False
    usage = Usage()

    def hear(self, video: Path) -> tuple[Cue, ...]:
        self.usage += Usage(40, 6, 0.002, seconds=1.5, calls=1)
        return super().hear(video)


def test_taped_engine_replays_recorded_usage(tmp_path: Path) -> None:
    video = tmp_path / "a.mp4"
    video.write_bytes(b"a video")
    for mode in ("record", "replay"):
        engine = TapedEngine("api:whisper-1", cassette(mode, tmp_path), Server)
        engine.hear(video)
        assert engine.usage == Usage(40, 6, 0.002, calls=1)


def test_taped_engine_miss_names_model_or_recording(tmp_path: Path) -> None:
    video = tmp_path / "a.mp4"
    video.write_bytes(b"a video")
    TapedEngine("whisper:base", cassette("record", tmp_path), Ear).hear(video)
    with pytest.raises(ModelError, match="model: stored 'whisper:base', asked 'whisper:tiny'"):
        TapedEngine("whisper:tiny", cassette("replay", tmp_path), nobody).hear(video)
    video.write_bytes(b"another video")
    with pytest.raises(ModelError, match=r"to this speech request.*recording: sto"):
        TapedEngine("whisper:base", cassette("replay", tmp_path), nobody).hear(video)
