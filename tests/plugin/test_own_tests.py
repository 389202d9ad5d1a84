"""Tests of a user's own that ask for our fixtures: wrong options are told once, breakages in a
line, and no secret is shown."""

from base64 import b64encode

import pytest
from provider import Provider, refusal
from taskfiles import QUESTION, Run

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
def test_what_options_say_wrong_is_told_once_before_any_test_of_ones_own(
    run: Run, pytester: pytest.Pytester, options: str, told: str
) -> None:
    pytester.makepyfile(WATCHING)
    result = run(*options.split())
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {told}"])


def test_what_the_ini_file_says_wrong_is_told_once_with_any_number_of_workers(
    run: Run, pytester: pytest.Pytester, workers: str
) -> None:
    pytester.makeini("[pytest]\nvwa_asr = whispr")
    pytester.makepyfile(WATCHING)
    result = run("-n", workers)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --vwa-asr: unknown speech engine 'whispr'*"])
    assert str(result.stderr).count("ERROR: ") == 1
    assert "Traceback" not in f"{result.stdout}{result.stderr}"
    result.stdout.fnmatch_lines(["*no tests ran in*"])


@pytest.mark.parametrize("named", ["", "tasks.json::arena-3"])
def test_with_tasks_and_without_an_agent_it_is_told_alike(
    run: Run, write, named: str, workers: str
) -> None:
    write("tasks.json", QUESTION)
    write("more.json", QUESTION)
    result = run(*filter(None, [named]), "--vwa-asr=whispr", "-n", workers)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --vwa-asr: unknown speech engine 'whispr'*"])
    assert "Traceback" not in f"{result.stdout}{result.stderr}"


def test_whoever_uses_none_of_our_fixtures_is_told_nothing(
    run: Run, pytester: pytest.Pytester, workers: str
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
    run("-n", workers).assert_outcomes(passed=1)


def test_an_engine_of_ones_own_serves_where_there_are_no_tasks(
    run: Run, pytester: pytest.Pytester, workers: str
) -> None:
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
    run("--vwa-asr=deaf", "-n", workers).assert_outcomes(passed=2)


ASKING = f"""{MARK}def test_summary(video_summary):
    pass


def test_late(video):
    video.summary("Buy a kayak")
"""
NO_MODEL = "a model is asked and none is named: give --vwa-model=gpt-4o (any litellm id), or *"


def test_a_summary_without_a_model_is_one_error_that_says_what_to_give(
    run: Run, pytester: pytest.Pytester, workers: str
) -> None:
    pytester.makepyfile(test_mine=ASKING)
    result = run("-n", workers)
    result.assert_outcomes(errors=1, failed=1)
    result.stdout.fnmatch_lines([NO_MODEL, f"test_mine.py:11: {NO_MODEL}"])
    assert "pytest_vwa" not in str(result.stdout).partition("= ERRORS")[2]


def test_what_a_model_answers_to_ones_own_test_is_told_in_a_line(
    run: Run, pytester: pytest.Pytester, provider: Provider, workers: str
) -> None:
    pytester.makepyfile(test_mine=ASKING)
    provider.say(refusal(404, "no such model"))
    result = run(*provider.options, "-n", workers)
    result.assert_outcomes(errors=1, failed=1)
    whose = f"(no reply from model openai/test at {provider.url})"
    broken = f"model error: HTTP 404: no such model {whose}"
    result.stdout.fnmatch_lines([broken, f"test_mine.py:11: {broken}"])


def test_what_belongs_to_tasks_alone_is_told_to_a_test_of_ones_own(
    run: Run, pytester: pytest.Pytester, workers: str
) -> None:
    pytester.makepyfile(test_mine="def test_it(task):\n    pass\n")
    result = run("-n", workers)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["test_mine.py::test_it is no task, so it has no task, brief*"])
    assert "Traceback" not in str(result.stdout)


def test_the_judge_grades_for_a_test_of_ones_own(
    run: Run, pytester: pytest.Pytester, provider: Provider, workers: str
) -> None:
    provider.say('{"verdict": "correct"}')
    pytester.makepyfile(
        "def test_it(judge):\n    assert judge.matches('red', 'crimson', 'Which?').passed\n"
    )
    judging = ("--vwa-judge-model=openai/test", provider.options[1], "-n", workers)
    run(*judging).assert_outcomes(passed=1)


def test_a_video_that_is_not_here_skips_also_where_it_is_asked_late(
    run: Run, pytester: pytest.Pytester, workers: str
) -> None:
    pytester.makepyfile(ASKING.replace("classifieds_find_and_compare", "no_such_video"))
    run("-n", workers, "--vwa-model=demo").assert_outcomes(skipped=2)


def test_the_summary_says_what_a_run_of_own_tests_has_cost(
    run: Run, pytester: pytest.Pytester, provider: Provider, workers: str
) -> None:
    pytester.makepyfile(test_mine="def test_it(llm):\n    llm.complete(())\n")
    paid = ("--vwa-budget-usd=1", "--vwa-price=10,1000", "--vwa-max-tokens=20", "-n", workers)
    result = run(*provider.options, *paid)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["budget: $0.0110 of $1 spent"])


def test_the_report_of_an_error_begins_with_its_cause(
    run: Run, write, provider: Provider, workers: str
) -> None:
    write("tasks.json", QUESTION)
    provider.say(refusal(401, "the key is not known"))
    result = run(*provider.options, "--agent=text", "-k", "question", "-n", workers)
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


@pytest.mark.parametrize("more", [(), ("--full-trace", "-vvv")], ids=["plain", "full"])
def test_no_secret_is_among_the_variables_that_a_failing_test_shows(
    run: Run,
    pytester: pytest.Pytester,
    provider: Provider,
    monkeypatch: pytest.MonkeyPatch,
    more: tuple[str, ...],
    workers: str,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    quoting = refusal(401, f"no such key: {KEY}; no user {PASSWORD}")
    provider.say(lambda body: quoting if "Refuse." in str(body) else "Hello.")
    address = provider.url.replace("//", f"//me:{PASSWORD}@")
    pytester.makepyfile(FAILING)
    options = ("--vwa-model=openai/test", f"--vwa-base-url={address}", "--vwa-retries=0")
    result = run(*options, "--showlocals", "-n", workers, *more)
    result.assert_outcomes(failed=4)
    shown = f"{result.stdout}{result.stderr}"
    assert "llm        = <" in shown
    for secret in (KEY, PASSWORD, b64encode(f"me:{PASSWORD}".encode()).decode()):
        assert secret not in shown
