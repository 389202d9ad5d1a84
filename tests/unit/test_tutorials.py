"""The tutorial videos and the tasks that the package ships."""

import json
import re
from collections import Counter
from collections.abc import Iterator
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


def key(task: dict[str, Any]) -> str:
    return f"{'-'.join(task['sites'])}-{task['task_id']}"


def movie_faults(path: Path) -> Iterator[str]:
    """Say what is wrong with a tutorial's file."""
    video = path.with_suffix(".mp4")
    with av.open(str(video)) as file:
        picture, sound = file.streams.video[0].codec_context, file.streams.audio[0].codec_context
        if (picture.name, sound.name) != ("h264", "aac"):
            yield f"{path.stem}: its codecs are {picture.name} and {sound.name}"
        if (picture.width, picture.height, picture.pix_fmt) != (1280, 720, "yuv420p"):
            yield f"{path.stem}: {picture.width}x{picture.height}, {picture.pix_fmt}"
        if not 30 <= (length := (file.duration or 0) / av.time_base) <= 90:
            yield f"{path.stem}: it takes {length} s"
    if (size := video.stat().st_size) >= 1_000_000:
        yield f"{path.stem}: it has {size} bytes"
    start = video.read_bytes()[:200_000]
    if start.index(b"moov") > start.index(b"mdat"):
        yield f"{path.stem}: no player can begin at once"


def test_tutorials_are_small_playable_mp4() -> None:
    assert [fault for path in SCRIPTS for fault in movie_faults(path)] == []


def subtitle_faults(path: Path) -> Iterator[str]:
    """Say where a tutorial's subtitles differ from its script and its film."""
    cues = transcript.read(path.with_suffix(".mp4"))
    said = " ".join(step.say.strip() for step in script.load(path).steps if step.say)
    if " ".join(cue.text for cue in cues) != said:
        yield f"{path.stem}: its subtitles are not what its script says"
    with av.open(str(path.with_suffix(".mp4"))) as file:
        length = (file.duration or 0) / av.time_base
    if any(before.end > after.start for before, after in pairwise(cues)):
        yield f"{path.stem}: subtitles overlap"
    shown = sum(cue.end - cue.start for cue in cues)
    if not 0.5 * length < shown <= cues[-1].end <= length:
        yield f"{path.stem}: {shown} s of subtitles until {cues[-1].end} s, in {length} s"


def test_tutorial_subtitles_match_script_and_length() -> None:
    assert [fault for path in SCRIPTS for fault in subtitle_faults(path)] == []


def test_movie_plays_sentence_only_at_its_cue(tmp_path: Path) -> None:
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


def test_tutorial_script_rejects_step_with_two_actions(tmp_path: Path) -> None:
    path = tmp_path / "both.yaml"
    path.write_text("{title: t, steps: [{click: a, hover: b}]}")
    with pytest.raises(UsageError, match=r"both\.yaml[\s\S]*this one does click and hover"):
        script.load(path)


def test_arena_tasks_cover_sites_categories_and_difficulties() -> None:
    assert len(TASKS) >= 72
    assert {site for task in TASKS for site in task["sites"]} == set(SITES)
    assert {task.get("overall_difficulty") for task in TASKS} >= {"easy", "medium", "hard"}
    for category in CATEGORIES:
        assert sum(bool(task.get(category)) for task in TASKS) >= 8
    kinds = Counter(kind for task in TASKS for kind in task["eval"]["eval_types"])
    assert all(kinds[kind] >= 4 for kind in ("string_match", "url_match", "program_html"))
    assert kinds["page_image_query"]
    assert "func:" in json.dumps(TASKS)


def site_faults(site: str) -> Iterator[str]:
    """Say what a site's own tasks lack."""
    own = [task for task in TASKS if task["sites"] == [site]]
    factual = [task for task in own if "intermediate_intent" in task]
    if len(factual) < 8 or len(own) - len(factual) < 3:
        yield f"{site}: {len(factual)} factual tasks of {len(own)}"
    if len({task["video"] for task in own}) < 2:
        yield f"{site}: a single tutorial"
    for category in CATEGORIES:
        if not any(task[category] for task in factual):
            yield f"{site}: no task of {category}"
    if {task["overall_difficulty"] for task in own} != {"easy", "medium", "hard"}:
        yield f"{site}: not of all difficulties"


def test_arena_sites_have_factual_and_skill_tasks() -> None:
    sites = [name for name in SITES if name != "homepage"]
    assert [fault for site in sites for fault in site_faults(site)] == []


def test_arena_tasks_include_multi_site_and_free_pass() -> None:
    assert sum(len(task["sites"]) > 1 for task in TASKS) >= 6
    assert sum(bool(task.get("free_pass")) for task in TASKS) >= 4


def test_tutorials_are_small_and_show_all_sites() -> None:
    assert len(SCRIPTS) >= 14
    shown = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    assert all(f"__{site.upper()}__" in shown for site in SITES)
    assert sum(path.with_suffix(".mp4").stat().st_size for path in SCRIPTS) < 12e6


def test_arena_task_tutorials_are_shipped() -> None:
    videos = {task["video"] for task in TASKS}
    assert [name for name in videos if not (TUTORIALS / f"{name}.mp4").is_file()] == []


def test_arena_task_intents_do_not_reveal_answers() -> None:
    assert [(key(task), told) for task in TASKS for told in revealed(task)] == []


def revealed(task: dict[str, Any]) -> Iterator[str]:
    """Yield the wanted answers that stand in the task's own words."""
    told = f"{task['intent']} {task.get('intermediate_intent', '')}".lower()
    checks = [task["eval"], task.get("intermediate_eval", {})]
    for answers in [check.get("reference_answers") or {} for check in checks]:
        for wanted in [*answers.get("must_include", []), answers.get("exact_match", "")]:
            for alternative in filter(None, wanted.lower().split(" |or| ")):
                if re.search(rf"\b{re.escape(alternative)}\b", told):
                    yield alternative


def test_arena_task_intent_that_reveals_answer_is_found() -> None:
    answers = {"must_include": ["teal |OR| Green"], "exact_match": "red"}
    task = {"intent": "Is it green?", "eval": {"reference_answers": answers}}
    assert list(revealed(task)) == ["green"]


def test_arena_task_solutions_are_short_and_end_with_stop() -> None:
    def is_sound(task: dict[str, Any]) -> bool:
        *steps, last = task["reference_actions"]
        stops = re.fullmatch(r"stop \[[\s\S]*\]", last)
        return bool(
            stops and 1 <= len(steps) <= 12 and not any(step.startswith("stop") for step in steps)
        )

    assert [key(task) for task in TASKS if not is_sound(task)] == []


def test_arena_factual_tasks_have_raw_answers() -> None:
    factual = [task for task in TASKS if "intermediate_intent" in task]
    raw = "reference_answer_raw_annotation"
    assert [key(task) for task in factual if not task["intermediate_eval"][raw]] == []
