"""Sixteen tasks over four videos and four workers: each transcript is made once."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

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
def sixteen(pytester: pytest.Pytester, write: Callable[..., Path]) -> tuple[str, ...]:
    """Sixteen questions, four about each video, and one about a fifth that needs a judge; the
    arguments that ask them."""
    pytester.makepyfile(**{"agents/listener": AGENT})
    folder = pytester.mkdir("videos")
    for pitch, name in enumerate((*VIDEOS, "five"), start=3):
        video(folder / f"{name}.mkv", [(0, tone(1, pitch=100.0 * pitch))], seconds=1)
    write(
        "tasks.json",
        *(QUESTION | {"task_id": index, "video": VIDEOS[index % 4]} for index in range(16)),
        UNJUDGED | {"task_id": 16, "video": "five"},
    )
    return ("--agent=listener", "--vwa-video-dir=videos", "-k", "question", "-n", "4")


def test_one_worker_loads_the_model_and_hears_all_videos(
    run: Run, sixteen: tuple[str, ...], pytester: pytest.Pytester
) -> None:
    pytester.makeconftest(ENGINE)
    for _ in range(2):
        run(*sixteen, "--vwa-asr=logging").assert_outcomes(passed=16, skipped=1)
    lines = Counter((pytester.path / "log").read_text().split())
    assert lines == {"load": 1} | dict.fromkeys(VIDEOS, 1)


def test_a_server_is_asked_once_for_each_video(run: Run, sixteen: tuple[str, ...]) -> None:
    with Dictation(heard("Red is the colour.")) as server:
        for _ in range(2):
            done = run(*sixteen, "--vwa-asr=api:test", f"--vwa-base-url={server.url}")
            done.assert_outcomes(passed=16, skipped=1)
    assert Counter(asked.file for asked in server.asked) == {f"{name}.flac": 1 for name in VIDEOS}
