"""browser-use, the package, works on a task of the arena with the adapter of this checkout."""

import json
from pathlib import Path
from typing import Any

import pytest
from provider import Provider, refusal
from taskfiles import Run

pytest.importorskip("browser_use", reason="pip install browser-use: its adapter is tried with it")
pytest_plugins = ["pytester"]
pytestmark = pytest.mark.full

AGENT = f"--agent={Path(__file__).parents[2] / 'agents' / 'browser_use.py'}"


def turn(**action: Any) -> str:
    """A reply in browser-use's own form."""
    words = {"thinking": "", "evaluation_previous_goal": "", "memory": "", "next_goal": ""}
    return f"Here it is:\n{json.dumps({**words, 'action': [action]})}"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")


def test_browser_use_drives_browser_with_run_model(
    run_alone: Run, write, record, provider: Provider
) -> None:
    write("tasks.json", {"video": None})
    script = "() => { location.href = 'index.php?page=login'; return 'on my way' }"
    provider.say(
        turn(evaluate={"code": f"({script})()"}),
        turn(wait={"seconds": 1}),
        turn(done={"text": "The log-in page is open.", "success": True}),
    )
    run_alone(AGENT, *provider.options).assert_outcomes(passed=1)
    kept = record()
    assert kept.answer == "The log-in page is open."
    assert kept.prompt_tokens == 100 * len(provider.asked)
    assert [step.action.partition(" ")[0] for step in kept.steps] == ["goto", "stop"]
    asked = json.dumps(provider.asked[0])
    assert "Take me to the log-in page." in asked
    assert "data:image/" in asked


def test_browser_use_model_refusal_is_model_error(
    run_alone: Run, write, record, provider: Provider
) -> None:
    write("tasks.json", {"video": None})
    provider.say(refusal(401))
    run_alone(AGENT, *provider.options)
    assert (record().outcome, record().error_kind) == ("error", "model")
