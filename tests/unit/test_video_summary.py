"""The summary of a tutorial: asked once, in versioned words, and kept beside the cache too."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from clips import numbered

from pytest_vwa.cache import Cache
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Cue, Frame, Message, Reply
from pytest_vwa.llm import identity
from pytest_vwa.llm.demo import DemoModel
from pytest_vwa.video import summary
from pytest_vwa.video.context import VideoContext
from pytest_vwa.video.sampling import Sampling


class Counting:
    """A model that counts what it is asked."""

    def __init__(self, name: str = "counting") -> None:
        self.name = name
        self.asked = 0

    def complete(self, messages: Sequence[Message]) -> Reply:
        self.asked += 1
        return Reply(f" summary {self.asked} by {self.name}\n")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return numbered(tmp_path / "tour.mp4", [0.0, 1.0, 2.0])


def test_summary_cache_key_includes_model_and_sampling(path: Path, tmp_path: Path) -> None:
    cache, one, other = Cache(tmp_path / "cache"), Counting(), Counting("other")
    told = [
        VideoContext(path, one, cache).summary("buy"),
        VideoContext(path, other, cache).summary("buy"),
        VideoContext(path, one, cache, Sampling(2)).summary("buy"),
        VideoContext(path, one, cache).summary("buy"),
    ]
    assert told == [
        "summary 1 by counting",
        "summary 1 by other",
        "summary 2 by counting",
        "summary 1 by counting",
    ]


def test_summary_cache_key_includes_prompt_version(tmp_path: Path) -> None:
    model, cache = Counting(), Cache(tmp_path / "cache")
    for version in (1, 2, 2):
        prompt = replace(summary.usual(), version=version)
        summary.summarise("buy", [], list, llm=model, cache=cache, source="a video", prompt=prompt)
    assert model.asked == 2


def test_summary_callback_receives_new_and_cached_summaries(path: Path, tmp_path: Path) -> None:
    kept: list[str] = []
    for _ in range(2):
        context = VideoContext(path, Counting(), Cache(tmp_path / "c"), Sampling(), kept.append)
        context.summary("buy")
    assert kept == ["summary 1 by counting"] * 2


def test_summary_from_cache_needs_no_frames(path: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    VideoContext(path, Counting(), cache).summary("buy")
    for kept in cache.folder.glob("frames/*/*"):
        kept.unlink()
    VideoContext(path, Counting(), cache).summary("buy")
    assert not [each for each in cache.folder.glob("frames/*/*") if not each.suffix]


def test_summary_prompt_shows_frames_with_times() -> None:
    frames = [Frame(float(second), Image(b"", "image/jpeg")) for second in range(70)]
    system, user = summary.request("Buy it.", [Cue(61.0, 62.0, "Here.")], frames, summary.usual())
    assert system.parts == (summary.usual().system,)
    shown = [part.seconds for part in user.parts if isinstance(part, Frame)]
    assert (shown[0], shown[-1], len(shown)) == (0, 69, summary.usual().pictures)
    assert user.text.startswith("TRANSCRIPT:\n[1:01] Here.\n\nOBJECTIVE:\nBuy it.\n")
    assert "Picture at 1:09:" in user.text


def test_identity_of_demo_model_includes_policy_hash() -> None:
    assert identity.identity("gpt-4o") == "gpt-4o"
    known = identity.identity(DemoModel.name)
    assert known.startswith("demo ")
    assert len(known) > len("demo ") + 8
