"""browser-use, the package, works on a task of the arena with the adapter of this checkout."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from provider import Provider, refusal
from taskfiles import Run

from pytest_vwa.arena.server import Arena

pytest.importorskip("browser_use", reason="pip install browser-use: its adapter is tried with it")
pytest_plugins = ["pytester"]

AGENT = f"--agent={Path(__file__).parents[2] / 'agents' / 'browser_use.py'}"


def turn(**action: Any) -> str:
    """A reply in browser-use's own form."""
    words = {"thinking": "", "evaluation_previous_goal": "", "memory": "", "next_goal": ""}
    return f"Here it is:\n{json.dumps({**words, 'action': [action]})}"


@pytest.fixture(scope="module", autouse=True)
def arena() -> Iterator[None]:
    """Of the module: pytester forgets what a test imports, PyYAML's C part does not survive it."""
    with Arena(["classifieds"]):
        yield


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")


def test_it_drives_the_lent_browser_with_the_model_of_the_run(
    run: Run, write, record, provider: Provider, workers: str
) -> None:
    write("tasks.json", {"video": None})
    script = "() => { location.href = 'index.php?page=login'; return 'on my way' }"
    provider.say(
        turn(evaluate={"code": f"({script})()"}),
        turn(wait={"seconds": 1}),
        turn(done={"text": "The log-in page is open.", "success": True}),
    )
    run(AGENT, *provider.options, "-n", workers).assert_outcomes(passed=1)
    kept = record()
    assert kept.answer == "The log-in page is open."
    assert kept.prompt_tokens == 100 * len(provider.asked)
    assert [step.action.partition(" ")[0] for step in kept.steps] == ["goto", "stop"]
    asked = json.dumps(provider.asked[0])
    assert "Take me to the log-in page." in asked
    assert "data:image/" in asked


def test_a_model_that_cannot_be_had_is_an_error(
    run: Run, write, record, provider: Provider
) -> None:
    write("tasks.json", {"video": None})
    provider.say(refusal(401))
    run(AGENT, *provider.options)
    assert (record().outcome, record().error_kind) == ("error", "model")
