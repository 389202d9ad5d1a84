"""What was watched of a tutorial, kept in the run's folder."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pytest_vwa.core.errors import VideoError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Frame
from pytest_vwa.core.transcript import Cue, Transcript
from pytest_vwa.video import kept


class Watched:
    def __init__(self, picture: bytes = b"one") -> None:
        self.picture = picture

    def frames(self) -> Sequence[Frame]:
        return [Frame(second, Image(self.picture, "image/jpeg")) for second in (0.0, 2.5)]

    def heard(self) -> Transcript:
        return Transcript((Cue(0.0, 1.0, "Hello."),), "lamps.vtt")


class Broken(Watched):
    def heard(self) -> Transcript:
        raise VideoError("no sound")


def test_tutorial_snapshot_stores_frames_and_transcript(tmp_path: Path) -> None:
    kept.keep(tmp_path, "lamps", Watched())
    found = kept.read(tmp_path, "lamps")
    assert found
    assert [(cue.start, cue.text) for cue in found.cues] == [(0.0, "Hello.")]
    assert [frame.seconds for frame in found.frames] == [0.0, 2.5]
    folder = tmp_path / "videos" / "lamps"
    assert [(folder / frame.image).read_bytes() for frame in found.frames] == [b"one"] * 2
    assert found.source == "lamps.vtt"


def test_tutorial_snapshot_is_written_once(tmp_path: Path) -> None:
    kept.keep(tmp_path, "lamps", Watched())
    kept.keep(tmp_path, "lamps", Watched(b"two"))
    assert (tmp_path / "videos/lamps/frame-001.jpg").read_bytes() == b"one"
    assert [path.name for path in (tmp_path / "videos").iterdir()] == ["lamps"]


def test_tutorial_snapshot_failure_leaves_no_files(tmp_path: Path) -> None:
    with pytest.raises(VideoError):
        kept.keep(tmp_path, "lamps", Broken())
    assert list(tmp_path.rglob("*.jpg")) == []
    assert kept.read(tmp_path, "lamps") is None


@pytest.mark.parametrize("name", ["../../etc", "a/b.mp4", "...", "a b"])
def test_tutorial_snapshot_folder_stays_inside_run_folder(tmp_path: Path, name: str) -> None:
    assert kept.folder(tmp_path, name).parent == tmp_path / "videos"


def test_tutorial_snapshot_damaged_file_is_ignored(tmp_path: Path) -> None:
    kept.keep(tmp_path, "lamps", Watched())
    (tmp_path / "videos/lamps/tutorial.json").write_text("{")
    assert kept.read(tmp_path, "lamps") is None
