"""Tutorials in a user's own tests, and what tasks keep of them."""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from shelf import Shelf
from taskfiles import QUESTION, Run

from pytest_vwa import arena
from pytest_vwa.video import listing

pytest_plugins = ["pytester"]

DOCS = (Path(__file__).parents[2] / "docs" / "video.md").read_text(encoding="utf-8")
(OWN_TEST,) = (
    code for code in re.findall(r"```python\n(.+?)```", DOCS, re.DOTALL) if "def test_" in code
)
(LIST,) = re.findall(r"```toml\n(.+?)```", DOCS, re.DOTALL)
NAME = "classifieds_find_and_compare"


def test_a_test_of_your_own_gets_the_tutorial_that_its_marker_names(
    run: Run, pytester: pytest.Pytester, workers: str
) -> None:
    pytester.makepyfile(OWN_TEST)
    run("--vwa-model=demo", "--strict-markers", "-n", workers).assert_outcomes(passed=1)
    assert not Path(pytester.path, "reports").exists()


def test_the_list_of_videos_in_the_documentation_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "videos.toml").write_text(LIST)
    assert list(listing.read(tmp_path / "videos.toml")) == ["kayak_tour", "tour.2"]


def test_without_a_marker_it_is_told_how_to_name_one(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(frames):\n    pass\n")
    result = run()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(['*names none; mark it @pytest.mark.vwa_video("NAME")*'])


def test_a_test_whose_tutorial_is_not_here_is_skipped(run: Run, pytester) -> None:
    pytester.makepyfile(OWN_TEST.replace(NAME, "no_such_video"))
    result = run("-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*'no_such_video' is not here: looked for*"])


def test_the_options_say_how_frames_are_taken(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f'''
import pytest
from simplejpeg import decode_jpeg_header

@pytest.mark.vwa_video("{NAME}")
def test_frames(frames):
    assert len(frames) == 5
    assert {{max(decode_jpeg_header(frame.image.data)[:2]) for frame in frames}} == {{320}}
''')
    scene = ("--vwa-max-frames=5", "--vwa-frame-edge=320", "--vwa-frame-strategy=scene")
    run(*scene, "--vwa-frame-quality=30").assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("--vwa-frame-strategy=scenes", "*--vwa-frame-strategy*did you mean 'scene'*"),
        ("--vwa-frame-quality=100", "*--vwa-frame-quality*from 1 to 95*"),
        ("--vwa-videos=mine.toml", "*--vwa-videos*no such file*mine.toml*"),
    ],
)
def test_an_option_that_cannot_be_is_told_before_anything_runs(
    run: Run, write, option: str, told: str
) -> None:
    write("tasks.json", {})
    run(option).stderr.fnmatch_lines([told])


def test_a_wrong_list_of_videos_is_told_before_anything_runs(run: Run, write, pytester) -> None:
    write("tasks.json", {})
    Path(pytester.path, "videos.toml").write_text('[tour]\nurl = "http://host/x"\n')
    result = run("--agent=noop")
    result.stderr.fnmatch_lines(["*videos.toml: [[]tour] sha256: expected a text*"])
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_a_tasks_summary_lies_in_its_runs_folder_also_when_it_was_known(
    run: Run, write, pytester: pytest.Pytester, workers: str
) -> None:
    write("tasks.json", QUESTION)
    for _ in range(2):
        run("--agent=summary", "--vwa-model=demo", "-m", "question", "-n", workers)
    told = [path.read_text() for path in pytester.path.glob("reports/*/**/summary.txt")]
    assert len(told) == 2
    assert told[0] == told[1] != ""
    made = Path(pytester.path, ".vwa_cache", "made.tsv").read_text().splitlines()
    assert sum(line.startswith("summaries\t") for line in made) == 1


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    with Shelf((arena.TUTORIALS / f"{NAME}.mp4").read_bytes()) as shelf:
        yield shelf


def test_a_listed_video_is_downloaded_when_an_agent_watches_and_never_again(
    run: Run, write, pytester: pytest.Pytester, shelf: Shelf, workers: str
) -> None:
    digest = sha256(shelf.data).hexdigest()
    pytester.path.joinpath("videos.toml").write_text(
        f'[tour]\nurl = "{shelf.url("/tour.mp4")}"\nsha256 = "{digest}"\n'
    )
    asked = QUESTION | {"video": "tour"}
    write("tasks.json", asked, asked | {"task_id": 4})
    only = ("-m", "question", "-n", workers)
    run("--agent=text", "--vwa-model=demo", *only)
    assert shelf.paths == []
    told = run("--agent=summary", "--vwa-model=demo", *only)
    run("--agent=summary", "--vwa-model=demo", *only)
    assert shelf.paths == ["/tour.mp4"]
    told.stderr.fnmatch_lines(
        [
            "downloading the tutorial video tour, * kB",
            "downloaded the tutorial video tour: * kB in *.* s",
        ],
        consecutive=True,
    )


def test_a_listed_video_that_is_another_is_asked_for_once_a_run_and_fails_each_of_its_tests(
    run: Run, write, pytester: pytest.Pytester, shelf: Shelf, workers: str
) -> None:
    pytester.path.joinpath("videos.toml").write_text(
        f'[tour]\nurl = "{shelf.url("/tour.mp4")}"\nsha256 = "{"ab" * 32}"\n'
    )
    asked = QUESTION | {"video": "tour"}
    write("tasks.json", *(asked | {"task_id": number} for number in range(3)))
    for runs in (1, 2):
        done = run("--agent=summary", "--vwa-model=demo", "-m", "question", "-n", workers)
        done.assert_outcomes(failed=3)
        done.stdout.fnmatch_lines(["*[[]tour] sha256: expected abab*"])
        assert len(shelf.paths) == runs
