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


@pytest.mark.parametrize("workers", [2, pytest.param(4, marks=pytest.mark.full)])
def test_frames_are_made_once_per_video_across_workers(
    run_still: Run, write, pytester: pytest.Pytester, workers: int
) -> None:
    (pytester.mkdir("agents") / "watcher.py").write_text(WATCHER)
    write("tasks.json", *({"task_id": n, "video": VIDEOS[n % workers]} for n in range(4 * workers)))
    run_still("--agent=watcher", "-n", str(workers)).assert_outcomes(failed=4 * workers)
    rows = Path(pytester.path, ".vwa_cache", "made.tsv").read_text().splitlines()
    made = Counter(tuple(row.split("\t")[:2]) for row in rows if row.startswith("frames\t"))
    assert len(made) == workers
    assert set(made.values()) == {1}
