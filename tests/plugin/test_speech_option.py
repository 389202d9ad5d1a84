"""``--vwa-asr``: what it gives an agent, and what is said when it cannot be had."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import whisper_base
from dictation import Dictation, heard, refusal
from sounds import tone, video
from taskfiles import QUESTION, Run

from pytest_vwa import arena

pytest_plugins = ["pytester"]

PAGE = Path(__file__).parents[2] / "docs" / "video.md"
BLOCKS = re.findall(r"```python\n(.+?)```\n", PAGE.read_text(encoding="utf-8"), re.DOTALL)
LISTENER = """
    class Listener:
        def begin(self, brief):
            self.video = brief.video
        def act(self, observation):
            return "```stop```"
        def answer(self, question):
            said = self.video.transcript()
            print(f"source={said.source} why={said.why_empty}.")
            return " ".join(cue.text for cue in said)
"""


@pytest.fixture
def ask(
    pytester: pytest.Pytester, write: Callable[..., Path], run: Run
) -> Callable[..., pytest.RunResult]:
    """Ask an agent that repeats what is said in a video."""
    pytester.makepyfile(**{"agents/listener": LISTENER})

    def ask(path: Path, *args: str) -> pytest.RunResult:
        write("tasks.json", QUESTION | {"video": path.stem})
        folder = f"--vwa-video-dir={path.parent}"
        return run("--agent=listener", folder, "-k", "question", "-rP", *args)

    return ask


def test_what_a_server_hears_is_the_agents_transcript(
    ask, tmp_path: Path, pytester: pytest.Pytester, workers: str
) -> None:
    with Dictation(heard("Look, it is red.")) as server:
        options = ("--vwa-asr=api:test", f"--vwa-base-url={server.url}", "-n", workers)
        done = ask(video(tmp_path / "a.mkv", [(0, tone(1))]), *options)
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["source=api test why=."])
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    assert json.loads(journal.read_text())["versions"]["asr"] == "api:test"


def test_what_a_server_takes_for_a_transcript_is_in_the_record_of_who_asked_first(
    ask, tmp_path: Path, record, workers: str
) -> None:
    with Dictation(heard("Look, it is red.")) as server:
        options = ("--vwa-asr=api:whisper-1", f"--vwa-base-url={server.url}", "-n", workers)
        ask(video(tmp_path / "a.mkv", [(0, tone(10))], seconds=10), *options)
    assert record().cost_usd == pytest.approx(0.001, rel=0.02)
    assert record().warnings == ()


def test_a_server_whose_price_is_not_known_is_told_in_the_record(
    ask, tmp_path: Path, record
) -> None:
    with Dictation(heard("Look, it is red.")) as server:
        options = ("--vwa-asr=api:mine", f"--vwa-base-url={server.url}")
        ask(video(tmp_path / "a.mkv", [(0, tone(1))]), *options)
    (warning,) = record().warnings
    assert warning.startswith("the price of mine is not known and counted as $0; --vwa-price")


def test_a_transcript_that_could_pass_the_budget_is_not_asked_for(
    ask, tmp_path: Path, workers: str
) -> None:
    with Dictation(heard("Look, it is red.")) as server:
        options = ("--vwa-asr=api:whisper-1", f"--vwa-base-url={server.url}", "-n", workers)
        path = video(tmp_path / "a.mkv", [(0, tone(10))], seconds=10)
        done = ask(path, *options, "--vwa-budget-usd=0.0005")
    done.assert_outcomes(skipped=1)
    done.stdout.fnmatch_lines(["* x the budget is too small for the next call, which may cost $*"])
    assert server.asked == []


def test_a_budget_for_a_server_without_a_price_is_refused(ask) -> None:
    done = ask(Path("a.mkv"), "--vwa-asr=api:mine", "--vwa-budget-usd=1")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*--vwa-budget-usd: the price of mine is not known*"])


@pytest.mark.parametrize(
    ("sounds", "option", "why"),
    [
        ([(0, tone(1))], "none", "there are no subtitles*--vwa-asr names no speech engine"),
        (None, "api:test", "the video has no sound"),
    ],
)
def test_an_empty_transcript_says_why(
    ask, tmp_path: Path, sounds, option: str, why: str, workers: str
) -> None:
    path = video(tmp_path / "a.mkv", sounds)
    done = ask(path, f"--vwa-asr={option}", "-rfP", "-n", workers)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines([f"source= why={why}."])


def test_a_server_that_fails_is_an_error_of_the_model_and_not_the_agents(
    ask, tmp_path: Path, workers: str
) -> None:
    with Dictation(refusal(400, "no such voice")) as server:
        options = ("--vwa-asr=api:test", f"--vwa-base-url={server.url}", "-n", workers)
        done = ask(video(tmp_path / "a.mkv", [(0, tone(1))]), *options)
    done.stdout.fnmatch_lines(
        [f"model error: HTTP 400: *voice* (no transcript of a.mkv from api test at {server.url})*"]
    )


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("wisper", "*unknown speech engine 'wisper'; did you mean 'whisper'?*"),
        ("faster-whisper:bas", "*no such model: 'bas'; did you mean 'base'?*"),
    ],
)
def test_a_bad_value_stops_the_run_before_it_begins(
    ask, option: str, told: str, workers: str
) -> None:
    if option.startswith("faster"):
        pytest.importorskip("ctranslate2", reason="faster-whisper is not installed")
    done = ask(Path("a.mkv"), f"--vwa-asr={option}", "-n", workers)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"ERROR: --vwa-asr{told}"])


def test_without_tasks_the_option_costs_nothing(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_other(): pass")
    run("--vwa-asr=wisper").assert_outcomes(passed=1)


def test_a_real_model_hears_a_tutorial_for_the_agent(
    ask, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    model = whisper_base.folder(request)
    tutorial = arena.TUTORIALS / "classifieds_find_and_compare.mp4"
    copy = tmp_path / "kayak.mp4"  # without its subtitles
    copy.write_bytes(tutorial.read_bytes())
    done = ask(copy, f"--vwa-asr=faster-whisper:{model}", "-n", "2")
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["source=faster-whisper whisper-base * why=."])


def test_the_engine_in_the_documentation_works(
    ask, tmp_path: Path, pytester: pytest.Pytester, workers: str
) -> None:
    (engine,) = (block for block in BLOCKS if "registry.speech" in block)
    pytester.makeconftest(engine)
    (tmp_path / "a.txt").write_text("It is red.")
    path = video(tmp_path / "a.mkv", [(0, tone(1))])
    ask(path, "--vwa-asr=notes:txt", "-n", workers).assert_outcomes(passed=1)


def test_the_tests_speech_model_needs_no_cache_of_pytest(
    run: Run, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(whisper_base.__file__).parent))
    pytester.makepyfile("""
import whisper_base

def test_it(request):
    assert whisper_base.folder(request).joinpath("model.bin").is_file()
""")
    assert run("-p", "no:cacheprovider").ret == pytest.ExitCode.OK
