"""Tests of a user's own that ask for our fixtures: wrong options are told once, breakages in a
line, and no secret is shown."""

from base64 import b64encode

import openai.resources  # noqa: F401 - once here, not in each inner run
import pytest
from provider import Provider, refusal
from taskfiles import QUESTION, TWO_WORKERS, Run

pytest_plugins = ["pytester"]

MARK = """import pytest

pytestmark = pytest.mark.vwa_video("classifieds_find_and_compare")


"""
WATCHING = f"""{MARK}def test_one(frames):
    assert frames


def test_two(transcript):
    pass
"""
WRONG = [
    ("--vwa-asr=whispr", "--vwa-asr: unknown speech engine 'whispr'; did you mean 'whisper'*"),
    ("--vwa-prompt=defualt", "--vwa-prompt: unknown prompt 'defualt'; did you mean 'default'*"),
    ("--vwa-cassette=replay:tape", "--vwa-cassette=replay: there is no folder */tape*"),
    ("--vwa-video-dir=films", "--vwa-video-dir*: no such folder: */films"),
    (
        "--vwa-model=mine --vwa-budget-usd=1",
        "--vwa-budget-usd: the price of mine is not known*--vwa-price*",
    ),
]


@pytest.mark.parametrize(("options", "told"), WRONG)
def test_invalid_option_is_usage_error_for_user_tests(
    run: Run, pytester: pytest.Pytester, options: str, told: str
) -> None:
    pytester.makepyfile(WATCHING)
    result = run(*options.split())
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {told}"])
    assert str(result.stderr).count("ERROR: ") == 1
    assert "Traceback" not in f"{result.stdout}{result.stderr}"
    result.stdout.fnmatch_lines(["*no tests ran in*"])


def test_invalid_ini_is_reported_once_across_workers(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nvwa_asr = whispr")
    pytester.makepyfile(WATCHING)
    result = run("-n", "2")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --vwa-asr: unknown speech engine 'whispr'*"])
    assert str(result.stderr).count("ERROR: ") == 1
    assert "Traceback" not in f"{result.stdout}{result.stderr}"
    result.stdout.fnmatch_lines(["*no tests ran in*"])


@pytest.mark.parametrize("named", ["", "tasks.json::arena-3"])
def test_invalid_asr_option_is_usage_error_without_agent(run: Run, write, named: str) -> None:
    write("tasks.json", QUESTION)
    write("more.json", QUESTION)
    result = run(*filter(None, [named]), "--vwa-asr=whispr")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --vwa-asr: unknown speech engine 'whispr'*"])
    assert "Traceback" not in f"{result.stdout}{result.stderr}"


@pytest.mark.parametrize("workers", ["0", pytest.param("2", marks=pytest.mark.full)])
def test_invalid_ini_is_ignored_without_plugin_fixtures(
    run_alone: Run, pytester: pytest.Pytester, workers: str
) -> None:
    pytester.makeini("[pytest]\nvwa_asr = whispr")
    pytester.path.joinpath("videos.toml").write_text("films = 3")
    pytester.makepyfile(
        """
import sys

import pytest


@pytest.fixture
def video():
    return "a fixture of others"


def test_it(video):
    loaded = {name for name in sys.modules if name.startswith("pytest_vwa.")}
    assert not loaded & {"pytest_vwa.defaults", "pytest_vwa.own_tests", "pytest_vwa.collect"}
"""
    )
    run_alone("-n", workers).assert_outcomes(passed=1)


def test_custom_speech_engine_serves_user_tests(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        """
class Deaf:
    resident = False
    name = "deaf"

    def __init__(self, choice):
        pass

    def hear(self, video):
        return ()


def pytest_vwa_register(registry):
    registry.speech.add("deaf", Deaf)
"""
    )
    pytester.makepyfile(WATCHING)
    run("--vwa-asr=deaf").assert_outcomes(passed=2)


ASKING = f"""{MARK}def test_summary(video_summary):
    pass


def test_late(video):
    video.summary("Buy a kayak")
"""
NO_MODEL = "a model is asked and none is named: give --vwa-model=gpt-4o (any litellm id), or *"


def test_summary_without_model_is_one_line_error(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_mine=ASKING)
    result = run()
    result.assert_outcomes(errors=1, failed=1)
    result.stdout.fnmatch_lines([NO_MODEL, f"test_mine.py:11: {NO_MODEL}"])
    assert "pytest_vwa" not in str(result.stdout).partition("= ERRORS")[2]


def test_model_error_in_user_test_is_one_line(
    run: Run, pytester: pytest.Pytester, provider: Provider
) -> None:
    pytester.makepyfile(test_mine=ASKING)
    provider.say(refusal(404, "no such model"))
    result = run(*provider.options)
    result.assert_outcomes(errors=1, failed=1)
    whose = f"(no reply from model openai/test at {provider.url})"
    broken = f"model error: HTTP 404: no such model {whose}"
    result.stdout.fnmatch_lines([broken, f"test_mine.py:11: {broken}"])


def test_task_fixture_outside_task_is_error(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_mine="def test_it(task):\n    pass\n")
    result = run()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["test_mine.py::test_it is no task, so it has no task, brief*"])
    assert "Traceback" not in str(result.stdout)


def test_judge_fixture_grades_in_user_test(
    run: Run, pytester: pytest.Pytester, provider: Provider
) -> None:
    provider.say('{"verdict": "correct"}')
    pytester.makepyfile(
        "def test_it(judge):\n    assert judge.matches('red', 'crimson', 'Which?').passed\n"
    )
    judging = ("--vwa-judge-model=openai/test", provider.options[1])
    run(*judging).assert_outcomes(passed=1)


def test_missing_video_skips_user_tests(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(ASKING.replace("classifieds_find_and_compare", "no_such_video"))
    run("--vwa-model=demo").assert_outcomes(skipped=2)


@pytest.mark.parametrize("workers", [(), TWO_WORKERS])
def test_summary_prints_cost_of_user_tests(
    run: Run, pytester: pytest.Pytester, provider: Provider, workers: tuple[str, ...]
) -> None:
    pytester.makepyfile(test_mine="def test_it(llm):\n    llm.complete(())\n")
    paid = ("--vwa-budget-usd=1", "--vwa-price=10,1000", "--vwa-max-tokens=20")
    result = run(*provider.options, *paid, *workers)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["budget: $0.0110 of $1 spent"])


def test_error_summary_begins_with_cause(run_still: Run, write, provider: Provider) -> None:
    write("tasks.json", QUESTION)
    provider.say(refusal(401, "the key is not known"))
    result = run_still(*provider.options, "--agent=text", "-k", "question")
    result.stdout.fnmatch_lines(["  1 x model: HTTP 401: the key is not known (no reply from *"])


KEY = "sk-test-0123456789abcdef"
PASSWORD = "hunter2-of-mine"
FAILING = """
from pytest_vwa.core.ports import Message


def test_reply(llm, vwa_settings):
    model = llm.llm
    reply = llm.complete((Message("user", ("Hello",)),))
    assert reply.text == "Bye."


def test_misuse(llm):
    llm.complete(3)


def test_refused(llm):
    llm.complete((Message("user", ("Refuse.",)),))


def test_of_ones_own(llm):
    model, terms = llm.llm, llm.llm.terms
    del terms.nothing
"""


FULLEST = ("--full-trace", "-vvv")


@pytest.mark.parametrize(
    "more",
    [
        (),
        FULLEST,
        pytest.param(("-n", "2"), marks=pytest.mark.full),
        pytest.param((*FULLEST, "-n", "2"), marks=pytest.mark.full),
    ],
    ids=["plain", "fullest", "plain-n2", "fullest-n2"],
)
def test_failing_user_test_shows_no_secrets(
    run: Run,
    pytester: pytest.Pytester,
    provider: Provider,
    monkeypatch: pytest.MonkeyPatch,
    more: tuple[str, ...],
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    quoting = refusal(401, f"no such key: {KEY}; no user {PASSWORD}")
    provider.say(lambda body: quoting if "Refuse." in str(body) else "Hello.")
    address = provider.url.replace("//", f"//me:{PASSWORD}@")
    pytester.makepyfile(FAILING)
    options = ("--vwa-model=openai/test", f"--vwa-base-url={address}", "--vwa-retries=0")
    result = run(*options, "--showlocals", *more)
    result.assert_outcomes(failed=4)
    shown = f"{result.stdout}{result.stderr}"
    assert "llm        = <" in shown
    for secret in (KEY, PASSWORD, b64encode(f"me:{PASSWORD}".encode()).decode()):
        assert secret not in shown
