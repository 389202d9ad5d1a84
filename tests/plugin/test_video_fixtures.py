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


def test_vwa_video_marker_gives_user_test_its_tutorial(
    run_still: Run, pytester: pytest.Pytester
) -> None:
    pytester.makepyfile(OWN_TEST)
    run_still("--vwa-model=demo", "--strict-markers").assert_outcomes(passed=1)
    assert not Path(pytester.path, "reports").exists()


def test_documented_video_list_is_readable(tmp_path: Path) -> None:
    (tmp_path / "videos.toml").write_text(LIST)
    assert list(listing.read(tmp_path / "videos.toml")) == ["kayak_tour", "tour.2"]


def test_frames_fixture_without_marker_is_error(run_still: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(frames):\n    pass\n")
    result = run_still()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(['*names none; mark it @pytest.mark.vwa_video("NAME")*'])


def test_user_test_with_missing_video_is_skipped(run_still: Run, pytester) -> None:
    pytester.makepyfile(OWN_TEST.replace(NAME, "no_such_video"))
    result = run_still("-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*'no_such_video' is not here: looked for*"])


def test_frame_options_set_count_and_size(run_still: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f'''
import pytest
from simplejpeg import decode_jpeg_header

@pytest.mark.vwa_video("{NAME}")
def test_frames(frames):
    assert len(frames) == 5
    assert {{max(decode_jpeg_header(frame.image.data)[:2]) for frame in frames}} == {{320}}
''')
    scene = ("--vwa-max-frames=5", "--vwa-frame-edge=320", "--vwa-frame-strategy=scene")
    run_still(*scene, "--vwa-frame-quality=30").assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("--vwa-frame-strategy=scenes", "*--vwa-frame-strategy*did you mean 'scene'*"),
        ("--vwa-frame-quality=100", "*--vwa-frame-quality*from 1 to 95*"),
        ("--vwa-videos=mine.toml", "*--vwa-videos*no such file*mine.toml*"),
    ],
)
def test_invalid_video_option_is_reported(run_still: Run, write, option: str, told: str) -> None:
    write("tasks.json", {})
    run_still(option).stderr.fnmatch_lines([told])


def test_invalid_video_list_is_usage_error(run_still: Run, write, pytester) -> None:
    write("tasks.json", {})
    Path(pytester.path, "videos.toml").write_text('[tour]\nurl = "http://host/x"\n')
    result = run_still("--agent=noop")
    result.stderr.fnmatch_lines(["*videos.toml: [[]tour] sha256: expected a text*"])
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_video_summary_is_saved_in_each_run_folder(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION)
    for _ in range(2):
        run_still("--agent=summary", "--vwa-model=demo", "-m", "question")
    told = [path.read_text() for path in pytester.path.glob("reports/*/**/summary.txt")]
    assert len(told) == 2
    assert told[0] == told[1] != ""
    made = Path(pytester.path, ".vwa_cache", "made.tsv").read_text().splitlines()
    assert sum(line.startswith("summaries\t") for line in made) == 1


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    with Shelf((arena.TUTORIALS / f"{NAME}.mp4").read_bytes()) as shelf:
        yield shelf


def test_listed_video_is_downloaded_once_when_watched(
    run_still: Run, write, pytester: pytest.Pytester, shelf: Shelf
) -> None:
    digest = sha256(shelf.data).hexdigest()
    pytester.path.joinpath("videos.toml").write_text(
        f'[tour]\nurl = "{shelf.url("/tour.mp4")}"\nsha256 = "{digest}"\n'
    )
    asked = QUESTION | {"video": "tour"}
    write("tasks.json", asked, asked | {"task_id": 4})
    run_still("--agent=text", "--vwa-model=demo", "-m", "question")
    assert shelf.paths == []
    told = run_still("--agent=summary", "--vwa-model=demo", "-m", "question", "-n", "2")
    run_still("--agent=summary", "--vwa-model=demo", "-m", "question")
    assert shelf.paths == ["/tour.mp4"]
    told.stderr.fnmatch_lines(
        [
            "downloading the tutorial video tour, * kB",
            "downloaded the tutorial video tour: * kB in *.* s",
        ],
        consecutive=True,
    )


@pytest.mark.parametrize(
    "spread", [(), pytest.param(("-n", "2"), marks=pytest.mark.full)], ids=["n0", "n2"]
)
def test_listed_video_with_wrong_hash_fails_each_test(
    run_still: Run, write, pytester: pytest.Pytester, shelf: Shelf, spread: tuple[str, ...]
) -> None:
    pytester.path.joinpath("videos.toml").write_text(
        f'[tour]\nurl = "{shelf.url("/tour.mp4")}"\nsha256 = "{"ab" * 32}"\n'
    )
    asked = QUESTION | {"video": "tour"}
    write("tasks.json", *(asked | {"task_id": number} for number in range(3)))
    for runs in (1, 2):
        done = run_still("--agent=summary", "--vwa-model=demo", "-m", "question", *spread)
        done.assert_outcomes(failed=3)
        done.stdout.fnmatch_lines(["*[[]tour] sha256: expected abab*"])
        assert len(shelf.paths) == runs
