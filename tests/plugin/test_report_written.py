"""A real run leaves its report: a folder of pages, complete, that tell of every record."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from taskfiles import QUESTION, TASK, Run

pytest_plugins = ["pytester"]

WATCHER = """
class Watcher:
    def begin(self, brief):
        self.video = brief.video

    def act(self, observation):
        self.video.transcript()
        link = next(each for each in observation.elements if each.text == "Log in")
        return f"```click [{link.id}]```" if "page=login" not in observation.url else "```stop```"

    def answer(self, question):
        return "red"
"""


@pytest.fixture
def report(pytester: pytest.Pytester) -> Callable[[], Path]:
    """The folder of the only run."""

    def report() -> Path:
        (index,) = pytester.path.glob("reports/*/index.html")
        return index.parent

    return report


def told(path: Path) -> object:
    found = re.fullmatch(r'vwa\.take\("\w+","[^"]*",(.*)\);\n', path.read_text(), re.DOTALL)
    assert found
    return json.loads(found[1])


def test_report_has_steps_pictures_and_tutorial(
    run: Run, write, report, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION, TASK | {"task_id": 4})
    pytester.makepyfile(**{"agents/watcher": WATCHER})
    result = run("--agent=watcher", "--agent=noop")
    result.stdout.re_match_lines([r"report: reports/[\d-]+/index\.html"])
    folder = report()
    rows = told(folder / "index_files" / "runs.js")
    assert isinstance(rows, list)
    assert len(rows) == 6
    assert {row["outcome"] for row in rows} == {"passed", "failed"}
    details = {row["id"]: told(folder / f"index_files/run/{row['id']}.js") for row in rows}
    won = next(details[r["id"]] for r in rows if r["name"] == "classifieds-4" and r["steps"] == 2)
    first = won["steps"][0]
    assert first["target"] == 'A "Log in"'
    assert len(first["box"]) == 4
    assert (folder / won["pictures"] / first["image"]).stat().st_size > 5_000
    assert won["checks"][0]["expected"].startswith("reference_url: __CLASSIFIEDS__/index.php")
    assert told(folder / "index_files/videos.js") == {TASK["video"]: 0}
    video = told(folder / "index_files/video/0.js")
    assert isinstance(video, dict)
    assert video["cues"]
    assert all((folder / video["pictures"] / each["image"]).is_file() for each in video["frames"])
    assert [path.name for path in folder.iterdir() if path.name.startswith(".index")] == []


def test_report_omits_unwatched_tutorial(run_still: Run, write, report) -> None:
    write("tasks.json", {})
    run_still("--agent=noop")
    assert not (report() / "videos").exists()


def test_html_off_writes_no_report(run_still: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", {})
    result = run_still("--agent=noop", "--vwa-html=off")
    result.stdout.no_fnmatch_line("report: *")
    assert list(pytester.path.glob("reports/*/journal.jsonl"))
    assert not list(pytester.path.glob("reports/*/index*"))


def test_unwritable_report_keeps_exit_code(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", {})
    pytester.makeconftest(
        """
        def pytest_runtest_logfinish(nodeid):
            from pathlib import Path
            (journal,) = Path("reports").glob("*/journal.jsonl")
            (journal.parent / "index.html").mkdir(exist_ok=True)
            (journal.parent / "index.html" / "mine.txt").touch()
        """
    )
    result = run_still("--agent=noop")
    result.stdout.fnmatch_lines(["*0 of 1 task passed*", "report: not written: *"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_html_option_refuses_unknown_value(run_still: Run, write) -> None:
    write("tasks.json", {})
    result = run_still("--agent=noop", "--vwa-html=of")
    result.stderr.fnmatch_lines(["*--vwa-html (ini vwa_html): unknown setting*off*got 'of'*"])
    assert result.ret == pytest.ExitCode.USAGE_ERROR
