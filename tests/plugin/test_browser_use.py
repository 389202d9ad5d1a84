"""browser-use, the package, works on a task of the arena with the adapter of this checkout."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from taskfiles import Run

from pytest_vwa.arena.server import Arena
from pytest_vwa.reporting.journal import read

pytest.importorskip("browser_use", reason="pip install browser-use: its adapter is tried with it")
pytest_plugins = ["pytester"]

ADAPTER = Path(__file__).parents[2] / "agents" / "browser_use.py"


class Provider(BaseHTTPRequestHandler):
    """Speaks OpenAI's chat protocol and says what ``server.lines`` hold, one a call."""

    server: Any

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(asked)
        line = self.server.lines[min(len(self.server.asked), len(self.server.lines)) - 1]
        self.send_response(200 if line else 401)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(_completion(line)).encode())

    def log_message(self, *args: object) -> None:
        pass


def _completion(line: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": line}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "test",
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }


def turn(**action: Any) -> str:
    """A reply in browser-use's own form."""
    words = {"thinking": "", "evaluation_previous_goal": "", "memory": "", "next_goal": ""}
    return f"Here it is:\n{json.dumps({**words, 'action': [action]})}"


@pytest.fixture(scope="module", autouse=True)
def arena() -> Iterator[None]:
    """Of the module: pytester forgets what a test imports, PyYAML's C part does not survive it."""
    with Arena(["classifieds"]):
        yield


@pytest.fixture
def provider() -> Iterator[Any]:
    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    server.asked, server.lines = [], []
    Thread(target=server.serve_forever).start()
    server.args = (
        f"--agent={ADAPTER}",
        "--vwa-model=openai/test",
        f"--vwa-base-url=http://127.0.0.1:{server.server_port}/v1",
    )
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def run_once(run: Run, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")

    def run_once(*args: str):
        result = run(*args)
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        (record,) = read(journal)
        return result, record

    return run_once


def test_it_drives_the_lent_browser_with_the_model_of_the_run(
    run_once, write, provider: Any, workers: str
) -> None:
    write("tasks.json", {"video": None})
    script = "() => { location.href = 'index.php?page=login'; return 'on my way' }"
    provider.lines = [
        turn(evaluate={"code": f"({script})()"}),
        turn(wait={"seconds": 1}),
        turn(done={"text": "The log-in page is open.", "success": True}),
    ]
    result, record = run_once(*provider.args, "-n", workers)
    result.assert_outcomes(passed=1)
    assert record.answer == "The log-in page is open."
    assert record.prompt_tokens == 100 * len(provider.asked)
    assert [step.action.partition(" ")[0] for step in record.steps] == ["goto", "stop"]
    asked = json.dumps(provider.asked[0])
    assert "Take me to the log-in page." in asked
    assert "data:image/" in asked


def test_a_model_that_cannot_be_had_is_an_error(run_once, write, provider: Any) -> None:
    write("tasks.json", {"video": None})
    provider.lines = [""]
    _, record = run_once(*provider.args)
    assert (record.outcome, record.error_kind) == ("error", "model")
