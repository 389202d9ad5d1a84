"""What is made of a video is made once, however many workers ask for it."""

from collections import Counter
from pathlib import Path

import pytest
from taskfiles import Run

from pytest_vwa import arena

pytest_plugins = ["pytester"]

WATCHER = """
class Watcher:
    def begin(self, brief):
        self.seen = len(brief.video.frames())

    def act(self, observation):
        return f"```stop [{self.seen}]```"
"""
VIDEOS = sorted(path.stem for path in arena.TUTORIALS.glob("*.mp4"))[:4]


def test_sixteen_tasks_over_four_videos_make_the_frames_of_each_video_once(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    (pytester.mkdir("agents") / "watcher.py").write_text(WATCHER)
    write("tasks.json", *({"task_id": n, "video": VIDEOS[n % 4]} for n in range(16)))
    run("--agent=watcher", "-n", "4").assert_outcomes(failed=16)
    rows = Path(pytester.path, ".vwa_cache", "made.tsv").read_text().splitlines()
    made = Counter(tuple(row.split("\t")[:2]) for row in rows if row.startswith("frames\t"))
    assert len(made) == 4
    assert set(made.values()) == {1}
