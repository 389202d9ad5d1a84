"""A local server that speaks OpenAI's chat protocol and says what a test wants."""

import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest


class Grader(ThreadingHTTPServer):
    """Says its replies in turn, the last one for ever; keeps what it was asked."""

    def __init__(self, *replies: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = list(replies)
        self.asked: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def next_reply(self) -> str:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


class _Handler(BaseHTTPRequestHandler):
    server: Grader

    def do_POST(self) -> None:  # the name http.server looks for
        self.server.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        message = {"role": "assistant", "content": self.server.next_reply()}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        body = json.dumps(
            {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": "grader",
                "choices": [choice],
                "usage": usage,
            }
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def graders() -> Iterator[Callable[..., Grader]]:
    """Start a grader with these replies."""
    started: list[tuple[Grader, Thread]] = []

    def start(*replies: str) -> Grader:
        server = Grader(*replies)
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        started.append((server, thread))
        return server

    yield start
    for server, thread in started:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def grader(graders: Callable[..., Grader]) -> Callable[[str], str]:
    """The address of a grader that always says this."""
    return lambda reply: graders(reply).url
