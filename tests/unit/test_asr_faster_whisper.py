"""A real speech model hears the narration of the arena's tutorials."""

import re
from pathlib import Path

import pytest
import whisper_base
from sounds import tone, video

from pytest_vwa import arena
from pytest_vwa.core.errors import ModelError
from pytest_vwa.video import transcript
from pytest_vwa.video.asr.choice import Choice
from pytest_vwa.video.asr.faster_whisper import FasterWhisper

TUTORIALS = sorted(arena.TUTORIALS.glob("*.mp4"))
SMALL_WORDS = (
    "a all also an and any are as at be but by can do for from has have her here hi how i if in "
    "into is it its me more my no not now of on one or our she so than that the their them then "
    "there they this to too two up us was we what when which who will with you your"
)


def content(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.lower().replace("'", ""))) - set(SMALL_WORDS.split())


pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def engine(request: pytest.FixtureRequest) -> FasterWhisper:
    model = whisper_base.folder(request)
    return FasterWhisper(Choice("faster-whisper", str(model), Path()))


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.stem)
def test_faster_whisper_hears_most_words_of_tutorials(
    engine: FasterWhisper, tutorial: Path
) -> None:
    said, heard = transcript.read(tutorial), engine.hear(tutorial)
    words = content(" ".join(cue.text for cue in said))
    found = words & content(" ".join(cue.text for cue in heard))
    assert len(words) > 30
    assert len(found) / len(words) >= 0.6
    assert heard[-1].end == pytest.approx(said[-1].end, abs=2)
    assert all(cue.start < cue.end for cue in heard)


def test_faster_whisper_returns_no_cues_without_speech(
    engine: FasterWhisper, tmp_path: Path
) -> None:
    assert engine.hear(video(tmp_path / "a.mkv", [(0, tone(3))])) == ()


def test_faster_whisper_name_has_folder_and_hash(engine: FasterWhisper) -> None:
    assert re.fullmatch("faster-whisper whisper-base [0-9a-f]{12}", engine.name)


def test_faster_whisper_invalid_model_is_a_model_error(tmp_path: Path) -> None:
    pytest.importorskip("faster_whisper", reason="faster-whisper is not installed")
    (tmp_path / "model.bin").write_bytes(b"no weights at all")
    engine = FasterWhisper(Choice("faster-whisper", str(tmp_path), Path()))
    with pytest.raises(ModelError, match=r"cannot be loaded: \w+"):
        engine.hear(video(tmp_path / "a.mkv", [(0, tone(1))]))
