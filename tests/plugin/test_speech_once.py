"""Tasks over a few videos and several workers: each transcript is made once."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import openai.resources  # noqa: F401 - once here, not in each inner run
import pytest
from dictation import Dictation, heard
from sounds import tone, video
from taskfiles import QUESTION, Run

pytest_plugins = ["pytester"]

VIDEOS = ("one", "two", "three", "four")
ENGINE = """
    from pathlib import Path
    from pytest_vwa.core.transcript import Cue

    class Logging:
        name, resident = "logging", True

        def __init__(self, choice):
            self.log, self.model = choice.here / "log", None

        def hear(self, video):
            if self.model is None:
                self.model = self.write("load")
            self.write(video.stem)
            return (Cue(0.0, 1.0, f"Red is the colour of {video.stem}."),)

        def write(self, line):
            with self.log.open("a") as file:
                file.write(f"{line}\\n")
            return line

    def pytest_vwa_register(registry):
        registry.speech.add("logging", Logging)
"""
UNJUDGED = QUESTION | {
    "intermediate_eval": {
        "eval_types": ["string_match"],
        "reference_answers": {"fuzzy_match": ["red"]},
    }
}
AGENT = """
    class Listener:
        def begin(self, brief):
            self.said = brief.video.transcript()
        def act(self, observation):
            return "```stop```"
        def answer(self, question):
            return f"{self.said[0].text} {self.said.source}"
"""


@pytest.fixture
def ask(
    pytester: pytest.Pytester, write: Callable[..., Path], run_still: Run
) -> Callable[..., pytest.RunResult]:
    """Ask four questions about each of these videos, and one about another that needs a judge."""
    pytester.makepyfile(**{"agents/listener": AGENT})
    folder = pytester.mkdir("videos")
    for pitch, name in enumerate((*VIDEOS, "judged"), start=3):
        video(folder / f"{name}.mkv", [(0, tone(1, pitch=100.0 * pitch))], seconds=1)

    def ask(videos: Sequence[str], *args: str) -> pytest.RunResult:
        count = len(videos)
        write(
            "tasks.json",
            *(QUESTION | {"task_id": n, "video": videos[n % count]} for n in range(4 * count)),
            UNJUDGED | {"task_id": 16, "video": "judged"},
        )
        result = run_still("--agent=listener", "--vwa-video-dir=videos", "-k", "question", *args)
        result.assert_outcomes(passed=4 * count, skipped=1)
        return result

    return ask


@pytest.mark.parametrize("workers", [2, pytest.param(4, marks=pytest.mark.full)])
def test_resident_speech_engine_loads_once_for_all_workers(
    ask, pytester: pytest.Pytester, workers: int
) -> None:
    pytester.makeconftest(ENGINE)
    videos = VIDEOS[:workers]
    ask(videos, "--vwa-asr=logging", "-n", str(workers))
    ask(videos, "--vwa-asr=logging")
    lines = Counter((pytester.path / "log").read_text().split())
    assert lines == {"load": 1} | dict.fromkeys(videos, 1)


@pytest.mark.parametrize(
    "spread", [(), pytest.param(("-n", "4"), marks=pytest.mark.full)], ids=["n0", "n4"]
)
def test_speech_server_is_asked_once_per_video(ask, spread: tuple[str, ...]) -> None:
    with Dictation(heard("Red is the colour.")) as server:
        for _ in range(2):
            ask(VIDEOS, "--vwa-asr=api:test", f"--vwa-base-url={server.url}", *spread)
    assert Counter(asked.file for asked in server.asked) == {f"{name}.flac": 1 for name in VIDEOS}
