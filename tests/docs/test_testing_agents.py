"""The examples of docs/testing-agents.md run."""

import json
import re
import shlex
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

PAGE = Path(__file__).parents[2] / "docs" / "testing-agents.md"
FENCED = re.MULTILINE | re.DOTALL
TEST, IMPORTS, CONFTEST = re.findall(r"^```python\n(.+?)^```$", PAGE.read_text("utf-8"), FENCED)
COMMANDS = re.findall(r"^pytest (.+)$", PAGE.read_text("utf-8"), re.MULTILINE)
TASK = {
    "sites": ["classifieds"],
    "task_id": 3,
    "start_url": "__CLASSIFIEDS__",
    "intent": "Take me to the log-in page.",
    "reference_actions": ['click [A "Log in"]', "stop []"],
    "eval": {
        "eval_types": ["url_match"],
        "reference_url": "__CLASSIFIEDS__/index.php?page=login",
        "url_note": "EXACT",
    },
}


def test_testing_page_test_of_an_agent_passes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TEST)
    # pytest-playwright collects soft assertions of one test at a time; ours is the outer one.
    plain = ("-p", "no:playwright", "-p", "no:cacheprovider")
    pytester.runpytest_inprocess(*plain).assert_outcomes(passed=1)


def test_testing_page_imports_name_what_they_say() -> None:
    names: dict[str, object] = {}
    exec(IMPORTS, names)
    assert {"AgentError", "Brief", "Limits"} <= names.keys()


@pytest.mark.parametrize("command", COMMANDS, ids=["noop", "own agent"])
def test_testing_page_command_runs_tasks_on_still_pages(
    pytester: pytest.Pytester, command: str
) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(test_shopper=TEST)
    pytester.mkdir("tasks").joinpath("mine.json").write_text(json.dumps([TASK]))
    args = [*shlex.split(command), "--agent=reference", "-p", "no:cacheprovider"]
    result = pytester.runpytest_subprocess(*args, timeout=200)
    result.assert_outcomes(passed=1, failed=1)
