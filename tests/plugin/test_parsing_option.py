"""--vwa-parsing decides how replies are read, and the record says which it was."""

from collections.abc import Callable
from pathlib import Path

import pytest
from taskfiles import Run

pytest_plugins = ["pytester"]

AGENT = """
class Mine:
    def begin(self, brief):
        pass

    def act(self, observation):
        if "page=login" in observation.url:
            return "Done. ```stop```"
        link = next(e for e in observation.elements if e.text == "Log in")
        return f"I log in.\\nAction: Click [{link.id}]"
"""


@pytest.fixture
def mine(pytester: pytest.Pytester, write: Callable[..., Path]) -> None:
    """A task, and an agent that writes its first action as a person would."""
    write("tasks.json", {})
    (pytester.mkdir("agents") / "mine.py").write_text(AGENT)


@pytest.mark.usefixtures("mine")
def test_replies_are_read_leniently(run: Run, record, workers: str) -> None:
    run("--agent=mine", "-n", workers).assert_outcomes(passed=1)
    assert record().versions["parsing"] == "lenient"


@pytest.mark.usefixtures("mine")
def test_on_request_replies_are_read_as_the_published_parser_does(
    run: Run, record, workers: str
) -> None:
    run("--agent=mine", "--vwa-parsing=reference", "-n", workers).assert_outcomes(failed=1)
    lost = record()
    assert lost.versions["parsing"] == "reference"
    assert lost.stop == "unreadable replies"
    assert "no action between triple backticks" in lost.steps[0].note


@pytest.mark.usefixtures("mine")
def test_the_ini_file_sets_it_too(run: Run, record, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nvwa_parsing = reference")
    run("--agent=mine").assert_outcomes(failed=1)
    assert record().versions["parsing"] == "reference"


def test_another_word_is_refused_before_anything_runs(run: Run) -> None:
    result = run("--agent=noop", "--vwa-parsing=strict")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["*--vwa-parsing*: unknown parsing; known: lenient, reference, got 'strict'*"]
    )
