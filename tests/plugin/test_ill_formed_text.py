"""One half of a character, wherever it comes from, ends neither the run nor its journal."""

from collections.abc import Callable
from pathlib import Path

import pytest
from provider import Answer, Provider
from taskfiles import Run

from pytest_vwa.core.record import Record

pytest_plugins = ["pytester"]

AGENT = r"""
from pytest_vwa.core.action import Action


class Mine:
    def begin(self, brief):
        self.mood = brief.intent

    def act(self, observation):
        match self.mood:
            case "reply":
                return "```stop [\ud800]```"
            case "action":
                return Action("stop", value="\ud800")
            case "note":
                self.mood = "action"
                return "click [\ud800]"
        raise ValueError("\ud800")
"""
MOODS = ("reply", "action", "note", "raise")


@pytest.mark.parametrize(
    "spread", [(), pytest.param(("-n", "2"), marks=pytest.mark.full)], ids=["n0", "n2"]
)
def test_lone_surrogates_of_an_agent_are_recorded(
    run_still: Run,
    write: Callable[..., Path],
    records: Callable[[], list[Record]],
    pytester: pytest.Pytester,
    spread: tuple[str, ...],
) -> None:
    (pytester.path / "mine.py").write_text(AGENT)
    write("tasks.json", *({"intent": mood, "task_id": n} for n, mood in enumerate(MOODS)))
    run_still("--agent=mine.py:Mine", *spread).assert_outcomes(failed=4)
    found = {record.intent: record for record in records()}
    assert [found[mood].answer for mood in MOODS] == ["\ufffd", "\ufffd", "\ufffd", ""]
    assert found["raise"].reason == "the agent raised ValueError: \ufffd"


def test_lone_surrogates_of_a_model_are_recorded(
    run_still: Run,
    write: Callable[..., Path],
    records: Callable[[], list[Record]],
    provider: Provider,
) -> None:
    body = rb'{"choices": [{"message": {"content": "```stop [\ud800]```"}}]}'
    provider.say(Answer(body=body))
    write("tasks.json", {"video": None})
    model = (f"--vwa-base-url={provider.url}", "--vwa-model=openai/x")
    run_still("--agent=frames", *model).assert_outcomes(failed=1)
    assert [record.answer for record in records()] == ["\ufffd"]


ESCAPE = "\x1b]0;owned\x07\x1b[2J"


def test_terminal_escapes_of_tasks_and_agents_are_written_out(
    run_still: Run, write: Callable[..., Path], pytester: pytest.Pytester
) -> None:
    says = "class Mine:\n    def begin(self, brief): ...\n    def act(self, seen): return {!r}\n"
    (pytester.path / "mine.py").write_text(says.format(f"```stop [{ESCAPE}]```"))
    answer = {"eval_types": ["string_match"], "reference_answers": {"exact_match": f"{ESCAPE}x"}}
    write("tasks.json", {"intent": ESCAPE, "eval": answer})
    write("broken.json", {"sites": [ESCAPE], "eval": {"eval_types": [ESCAPE]}})
    export = "--vwa-export=out.csv"
    ran = run_still("tasks.json", "--agent=mine.py:Mine", export, "--alluredir=allure", "-rA")
    ran.assert_outcomes(failed=1)
    refused = run_still("broken.json", "--agent=noop")
    linted = run_still("--vwa-lint", "broken.json", "tasks.json")
    assert refused.ret != 0
    assert linted.ret == 1
    files = [*pytester.path.glob("allure/*"), pytester.path / "out.csv"]
    texts = [file.read_text("utf-8") for file in files if file.suffix != ".jpg"]
    printed = [run.stdout.str() for run in (ran, refused, linted)]
    assert [text for text in (*texts, *printed) if "\x1b]" in text or "\x07" in text] == []
    assert "\\x1b]0;owned" in printed[1]
