"""``--vwa-asr``: what it gives an agent, and what is said when it cannot be had."""

import json
import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import openai.resources  # noqa: F401 - once here, not in each inner run
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
    pytester: pytest.Pytester, write: Callable[..., Path], run_still: Run
) -> Callable[..., pytest.RunResult]:
    """Ask an agent that repeats what is said in a video."""
    pytester.makepyfile(**{"agents/listener": LISTENER})

    def ask(path: Path, *args: str) -> pytest.RunResult:
        write("tasks.json", QUESTION | {"video": path.stem})
        folder = f"--vwa-video-dir={path.parent}"
        return run_still("--agent=listener", folder, "-k", "question", "-rP", *args)

    return ask


def test_asr_server_transcript_reaches_agent(
    ask, tmp_path: Path, pytester: pytest.Pytester
) -> None:
    with Dictation(heard("Look, it is red.")) as server:
        options = ("--vwa-asr=api:test", f"--vwa-base-url={server.url}")
        done = ask(video(tmp_path / "a.mkv", [(0, tone(1))]), *options)
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["source=api test why=."])
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    assert json.loads(journal.read_text())["versions"]["asr"] == "api:test"


def test_asr_server_cost_is_recorded(ask, tmp_path: Path, record) -> None:
    with Dictation(heard("Look, it is red.")) as server:
        options = ("--vwa-asr=api:whisper-1", f"--vwa-base-url={server.url}")
        ask(video(tmp_path / "a.mkv", [(0, tone(10))], seconds=10), *options)
    assert record().cost_usd == pytest.approx(0.001, rel=0.02)
    assert record().warnings == ()


def test_asr_server_without_price_is_warning_in_record(ask, tmp_path: Path, record) -> None:
    with Dictation(heard("Look, it is red.")) as server:
        options = ("--vwa-asr=api:mine", f"--vwa-base-url={server.url}")
        ask(video(tmp_path / "a.mkv", [(0, tone(1))]), *options)
    (warning,) = record().warnings
    assert warning.startswith("the price of mine is not known and counted as $0; --vwa-price")


def test_budget_skips_transcript_that_could_exceed_it(ask, tmp_path: Path) -> None:
    with Dictation(heard("Look, it is red.")) as server:
        options = ("--vwa-asr=api:whisper-1", f"--vwa-base-url={server.url}")
        path = video(tmp_path / "a.mkv", [(0, tone(10))], seconds=10)
        done = ask(path, *options, "--vwa-budget-usd=0.0005")
    done.assert_outcomes(skipped=1)
    done.stdout.fnmatch_lines(["* x the budget is too small for the next call, which may cost $*"])
    assert server.asked == []


def test_budget_refuses_asr_server_without_price(ask) -> None:
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
def test_an_empty_transcript_says_why(ask, tmp_path: Path, sounds, option: str, why: str) -> None:
    path = video(tmp_path / "a.mkv", sounds)
    done = ask(path, f"--vwa-asr={option}", "-rfP")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines([f"source= why={why}."])


def test_asr_server_failure_is_model_error(ask, tmp_path: Path) -> None:
    with Dictation(refusal(400, "no such voice")) as server:
        options = ("--vwa-asr=api:test", f"--vwa-base-url={server.url}")
        done = ask(video(tmp_path / "a.mkv", [(0, tone(1))]), *options)
    done.stdout.fnmatch_lines(
        [f"model error: HTTP 400: *voice* (no transcript of a.mkv from api test at {server.url})*"]
    )


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("wisper", "*unknown speech engine 'wisper'; did you mean 'whisper'?*"),
        pytest.param(
            "faster-whisper:bas",
            "*no such model: 'bas'; did you mean 'base'?*",
            marks=pytest.mark.full,
        ),
    ],
)
def test_invalid_asr_option_is_usage_error(ask, option: str, told: str) -> None:
    if option.startswith("faster") and find_spec("faster_whisper") is None:
        pytest.skip("faster-whisper is not installed")
    done = ask(Path("a.mkv"), f"--vwa-asr={option}")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"ERROR: --vwa-asr{told}"])


def test_invalid_asr_option_is_ignored_without_tasks(
    run_still: Run, pytester: pytest.Pytester
) -> None:
    pytester.makepyfile("def test_other(): pass")
    run_still("--vwa-asr=wisper").assert_outcomes(passed=1)


@pytest.mark.full
def test_faster_whisper_transcribes_tutorial_for_agent(
    ask, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    model = whisper_base.folder(request)
    tutorial = arena.TUTORIALS / "classifieds_find_and_compare.mp4"
    copy = tmp_path / "kayak.mp4"  # without its subtitles
    copy.write_bytes(tutorial.read_bytes())
    done = ask(copy, f"--vwa-asr=faster-whisper:{model}", "-n", "2")
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["source=faster-whisper whisper-base * why=."])


def test_documented_speech_engine_works(ask, tmp_path: Path, pytester: pytest.Pytester) -> None:
    (engine,) = (block for block in BLOCKS if "registry.speech" in block)
    pytester.makeconftest(engine)
    (tmp_path / "a.txt").write_text("It is red.")
    path = video(tmp_path / "a.mkv", [(0, tone(1))])
    ask(path, "--vwa-asr=notes:txt").assert_outcomes(passed=1)


@pytest.mark.full
def test_whisper_base_folder_works_without_pytest_cache(
    run_still: Run, pytester: pytest.Pytester
) -> None:
    pytester.makepyfile("""
import whisper_base

def test_it(request):
    assert whisper_base.folder(request).joinpath("model.bin").is_file()
""")
    assert run_still("-p", "no:cacheprovider").ret == pytest.ExitCode.OK
