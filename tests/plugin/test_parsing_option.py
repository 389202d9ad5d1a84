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


PAGES = """
import pytest
from pytest_vwa.testing import StillPage, link

@pytest.fixture(scope="session")
def still_pages():
    login = link("Log in", "__CLASSIFIEDS__/index.php?page=login")
    return [StillPage("__CLASSIFIEDS__", "Classifieds", [login])]
"""


@pytest.fixture
def mine(pytester: pytest.Pytester, write: Callable[..., Path]) -> None:
    """A task, and an agent that writes its first action as a person would."""
    write("tasks.json", {})
    pytester.makeconftest(PAGES)
    (pytester.mkdir("agents") / "mine.py").write_text(AGENT)


@pytest.mark.usefixtures("mine")
def test_parsing_is_lenient_by_default(run_still: Run, record) -> None:
    run_still("--agent=mine").assert_outcomes(passed=1)
    assert record().versions["parsing"] == "lenient"


@pytest.mark.usefixtures("mine")
def test_parsing_reference_rejects_lenient_reply(run_still: Run, record) -> None:
    run_still("--agent=mine", "--vwa-parsing=reference").assert_outcomes(failed=1)
    lost = record()
    assert lost.versions["parsing"] == "reference"
    assert lost.stop == "unreadable replies"
    assert "no action between triple backticks" in lost.steps[0].note


@pytest.mark.usefixtures("mine")
def test_parsing_ini_is_read(run_still: Run, record, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nvwa_parsing = reference")
    run_still("--agent=mine").assert_outcomes(failed=1)
    assert record().versions["parsing"] == "reference"


def test_parsing_refuses_unknown_value(run_still: Run) -> None:
    result = run_still("--agent=noop", "--vwa-parsing=strict")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["*--vwa-parsing*: unknown parsing; known: lenient, reference, got 'strict'*"]
    )
