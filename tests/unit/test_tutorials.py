"""The tutorial videos and the tasks that the package ships."""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy
import pytest
from PIL import Image as Pillow

from pytest_vwa.arena import SITES
from pytest_vwa.arena.recorder import script
from pytest_vwa.arena.recorder.movie import Movie, subtitles
from pytest_vwa.arena.recorder.speech import RATE, Sentence
from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.taxonomy import CATEGORIES
from pytest_vwa.video import transcript

ROOT = Path(__file__).parents[2]
TUTORIALS = ROOT / "pytest_vwa" / "arena" / "tutorials"
SCRIPTS = sorted(TUTORIALS.glob("*.yaml"))
TASKS: list[dict[str, Any]] = [
    task
    for path in sorted((ROOT / "tasks" / "arena").glob("*.json"))
    for task in json.loads(path.read_text(encoding="utf-8"))
]

each_tutorial = pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
each_task = pytest.mark.parametrize(
    "task",
    TASKS,
    ids=[f"{'-'.join(task['sites'])}-{task['task_id']}" for task in TASKS],
)


@each_tutorial
def test_a_tutorial_is_a_small_mp4_that_plays_everywhere(path: Path) -> None:
    video = path.with_suffix(".mp4")
    with av.open(str(video)) as file:
        picture, sound = file.streams.video[0].codec_context, file.streams.audio[0].codec_context
        assert (picture.name, sound.name) == ("h264", "aac")
        assert (picture.width, picture.height, picture.pix_fmt) == (1280, 720, "yuv420p")
        assert 30 <= (file.duration or 0) / av.time_base <= 90
    assert video.stat().st_size < 1_000_000
    start = video.read_bytes()[:200_000]
    assert start.index(b"moov") < start.index(b"mdat"), "a player can begin at once"


@each_tutorial
def test_its_subtitles_hold_every_sentence_and_fit_the_video(path: Path) -> None:
    cues = transcript.read(path.with_suffix(".mp4"))
    said = " ".join(step.say.strip() for step in script.load(path).steps if step.say)
    assert " ".join(cue.text for cue in cues) == said
    with av.open(str(path.with_suffix(".mp4"))) as file:
        length = (file.duration or 0) / av.time_base
    assert all(before.end <= after.start for before, after in pairwise(cues))
    assert 0.5 * length < sum(cue.end - cue.start for cue in cues) <= cues[-1].end <= length


def test_a_sentence_is_heard_when_it_is_said_and_never_else(tmp_path: Path) -> None:
    loud = Sentence("Now.", numpy.tile(numpy.array([9000, -9000], numpy.int16), RATE // 4))
    with Movie(tmp_path / "a.mp4", (64, 64)) as movie:
        for tenth in range(30):
            if tenth == 10:
                assert movie.say([loud], gap=0.3) == pytest.approx(1.8, abs=0.01)
            movie.show(Pillow.new("RGB", (64, 64), "red"))
    with av.open(str(tmp_path / "a.mp4")) as file:
        heard = numpy.concatenate([frame.to_ndarray()[0] for frame in file.decode(audio=0)])
    loudness = [numpy.abs(heard[round(RATE * t) :][:1000]).mean() for t in (0.5, 1.2, 1.4, 1.8)]
    assert [value > 0.05 for value in loudness] == [False, True, True, False]
    assert subtitles(movie.cues) == "WEBVTT\n\n00:01.000 --> 00:01.500\nNow.\n"


def test_a_script_that_does_two_things_at_once_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "both.yaml"
    path.write_text("{title: t, steps: [{click: a, hover: b}]}")
    with pytest.raises(UsageError, match=r"both\.yaml[\s\S]*this one does click and hover"):
        script.load(path)


def test_the_tasks_cover_all_sites_all_categories_and_all_difficulties() -> None:
    assert len(TASKS) >= 72
    assert {site for task in TASKS for site in task["sites"]} == set(SITES)
    assert {task.get("overall_difficulty") for task in TASKS} >= {"easy", "medium", "hard"}
    for category in CATEGORIES:
        assert sum(bool(task.get(category)) for task in TASKS) >= 8
    kinds = Counter(kind for task in TASKS for kind in task["eval"]["eval_types"])
    assert all(kinds[kind] >= 4 for kind in ("string_match", "url_match", "program_html"))
    assert kinds["page_image_query"]
    assert "func:" in json.dumps(TASKS)


@pytest.mark.parametrize("site", [name for name in SITES if name != "homepage"])
def test_each_site_has_its_share_of_factual_and_skill_tasks_and_of_tutorials(site: str) -> None:
    own = [task for task in TASKS if task["sites"] == [site]]
    factual = [task for task in own if "intermediate_intent" in task]
    assert len(factual) >= 8
    assert len(own) - len(factual) >= 3
    assert len({task["video"] for task in own}) >= 2
    assert {category for category in CATEGORIES if any(task[category] for task in factual)} == set(
        CATEGORIES
    )
    assert {task["overall_difficulty"] for task in own} == {"easy", "medium", "hard"}


def test_some_tasks_lead_over_several_sites_and_some_cannot_be_done() -> None:
    assert sum(len(task["sites"]) > 1 for task in TASKS) >= 6
    assert sum(bool(task.get("free_pass")) for task in TASKS) >= 4


def test_the_tutorials_are_many_and_small_and_show_all_sites() -> None:
    assert len(SCRIPTS) >= 14
    shown = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    assert all(f"__{site.upper()}__" in shown for site in SITES)
    assert sum(path.with_suffix(".mp4").stat().st_size for path in SCRIPTS) < 12e6


@each_task
def test_its_tutorial_is_shipped(task: dict[str, Any]) -> None:
    assert (TUTORIALS / f"{task['video']}.mp4").is_file()


@each_task
def test_no_wanted_answer_is_given_away_by_the_intent(task: dict[str, Any]) -> None:
    told = f"{task['intent']} {task.get('intermediate_intent', '')}".lower()
    checks = [task["eval"], task.get("intermediate_eval", {})]
    for answers in [check.get("reference_answers") or {} for check in checks]:
        for wanted in [*answers.get("must_include", []), answers.get("exact_match", "")]:
            for alternative in filter(None, wanted.lower().split(" |or| ")):
                assert not re.search(rf"\b{re.escape(alternative)}\b", told)


@each_task
def test_its_solution_ends_with_a_stop_and_is_short(task: dict[str, Any]) -> None:
    *steps, last = task["reference_actions"]
    assert re.fullmatch(r"stop \[[\s\S]*\]", last)
    assert 1 <= len(steps) <= 12
    assert not any(step.startswith("stop") for step in steps)


@each_task
def test_a_factual_task_says_the_answer_to_its_question(task: dict[str, Any]) -> None:
    if "intermediate_intent" in task:
        assert task["intermediate_eval"]["reference_answer_raw_annotation"]
