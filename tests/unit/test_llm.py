"""The model client, against a local server that speaks OpenAI's chat protocol."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from pytest_vwa.core.errors import ModelError, UsageError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Message, Reply, Usage
from pytest_vwa.llm.client import LitellmModel, open_model
from pytest_vwa.llm.redaction import scrub
from pytest_vwa.llm.usage import Metered

KEY = "sk-test-0123456789abcdef"
HELLO = (
    Message("system", ("Be brief.",)),
    Message("user", ("Hello", Image(b"\xff\xd8", "image/jpeg"))),
)


class ChatServer(ThreadingHTTPServer):
    """Answers with ``statuses`` in turn, the last one for ever; keeps the requests' bodies."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), ChatHandler)
        self.statuses = [200]
        self.requests: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class ChatHandler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        self.server.requests.append(json.loads(self.rfile.read(length)))
        status = self.server.statuses[0]
        if len(self.server.statuses) > 1:
            self.server.statuses.pop(0)
        self._send(status, self._completion() if status == 200 else self._complaint())

    def _completion(self) -> dict[str, Any]:
        return {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": "test-model",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "stop",
                    "message": {"role": "assistant", "content": "Good day."},
                }
            ],
            "usage": {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14},
        }

    def _complaint(self) -> dict[str, Any]:
        return {"error": {"message": f"no, {self.headers['Authorization']}, not now"}}

    def _send(self, status: int, body: dict[str, Any]) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with ChatServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield server
        server.shutdown()


@pytest.fixture
def model(server: ChatServer, monkeypatch: pytest.MonkeyPatch) -> LitellmModel:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return LitellmModel("openai/test-model", server.url, pause=0.01)


def test_text_and_pictures_arrive_in_order_at_temperature_zero(
    server: ChatServer, model: LitellmModel
) -> None:
    assert model.complete(HELLO).text == "Good day."
    (request,) = server.requests
    assert request["temperature"] == 0
    assert request["messages"] == [
        {"role": "system", "content": "Be brief."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Hello"},
                {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,/9g="}},
            ],
        },
    ]


def test_usage_is_counted_and_an_unknown_price_is_zero(model: LitellmModel) -> None:
    usage = model.complete(HELLO).usage
    assert (usage.prompt_tokens, usage.completion_tokens, usage.calls) == (11, 3, 1)
    assert usage.cost_usd == 0.0
    assert usage.seconds > 0


def test_a_known_model_has_its_price(server: ChatServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert LitellmModel("gpt-4o", server.url).complete(HELLO).usage.cost_usd > 0


def test_a_server_error_is_retried_and_then_named_without_the_key(
    server: ChatServer, model: LitellmModel
) -> None:
    server.statuses = [500]
    with pytest.raises(ModelError) as caught:
        model.complete(HELLO)
    assert len(server.requests) == 3
    assert str(caught.value) == (
        f"model openai/test-model at {server.url} gave no reply after 3 attempts: "
        "HTTP 500: no, Bearer ***, not now"
    )
    assert caught.value.__suppress_context__


def test_a_rate_limit_passes(server: ChatServer, model: LitellmModel) -> None:
    server.statuses = [429, 200]
    assert model.complete(HELLO).text == "Good day."
    assert len(server.requests) == 2


def test_a_refused_key_is_not_tried_again(server: ChatServer, model: LitellmModel) -> None:
    server.statuses = [401]
    with pytest.raises(ModelError, match="HTTP 401"):
        model.complete(HELLO)
    assert len(server.requests) == 1


def test_an_unreachable_server_is_a_model_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    model = LitellmModel("openai/x", "http://127.0.0.1:9/v1", retries=1, pause=0.01)
    with pytest.raises(ModelError, match="after 2 attempts: Connection error"):
        model.complete(HELLO)


def test_an_unknown_provider_is_a_model_error_of_one_line() -> None:
    with pytest.raises(ModelError) as caught:
        LitellmModel("nonsense").complete(HELLO)
    assert "Provider NOT provided" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_metered_adds_up() -> None:
    class Parrot:
        name = "parrot"

        def complete(self, messages: object) -> Reply:
            return Reply("hello", Usage(prompt_tokens=2, completion_tokens=1, calls=1))

    metered = Metered(Parrot())
    metered.complete(HELLO)
    metered.complete(HELLO)
    assert metered.name == "parrot"
    assert metered.usage == Usage(prompt_tokens=4, completion_tokens=2, calls=2)


def test_names_stand_for_models() -> None:
    assert open_model("demo").name == "demo"
    assert open_model("openai/x", "http://127.0.0.1:9/v1").name == "openai/x"
    with pytest.raises(UsageError, match="--vwa-model=gpt-4o"):
        open_model(" ")


@pytest.mark.parametrize(
    "text",
    [
        "Bearer abc.def",
        "api_key=abc.def rest",
        "Incorrect API key provided: abc.def.",
        "http://user:abc.def@host/v1",
        "the value abc.def of a variable",
    ],
)
def test_scrub_removes_keys(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "the value abc.def")
    assert "abc.def" not in scrub(text)
    assert "***" in scrub(text)
