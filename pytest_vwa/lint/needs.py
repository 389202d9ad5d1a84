"""Rules on what a task needs that may not be here."""

from collections.abc import Iterator

from pytest_vwa.core.errors import Unavailable
from pytest_vwa.core.video_file import SUFFIXES, stem
from pytest_vwa.evaluators.judge import needs_judge
from pytest_vwa.video.source import find

from .case import Case
from .shape import Trouble


def no_video_named(case: Case) -> Iterator[Trouble]:
    if case.task.question and not case.task.video:
        yield "video", "is not named, but there is a question about it; name the tutorial"


def video_not_here(case: Case) -> Iterator[Trouble]:
    if case.task.video and stem(case.task.video) not in case.here.listed_videos:
        try:
            find(case.task.video, case.here.video_folders)
        except Unavailable:
            yield (
                "video",
                f"no {case.task.video}{{{','.join(SUFFIXES)}}} in any folder; give "
                "--vwa-video-dir=FOLDER, or list it in videos.toml",
            )


def judge_needed(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        if any(map(needs_judge, part.checks)):
            yield part.field, "a model must judge; give --vwa-judge-model=NAME, or it is skipped"
