"""A local server that speaks OpenAI's chat protocol and answers as a test says.

    with Provider("Hello.", refusal(429), reply("Bye.", completion_tokens=3)) as provider:
        ...  # base URL: provider.url; what was asked: provider.asked, JSON bodies in order

Each request gets the next answer, the last one is given for ever. An answer is a text, an
``Answer`` (``reply``, ``refusal``, or one of the faults below), or a function from the request's
body to one of these.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, Self


@dataclass(frozen=True)
class Answer:
    """``after`` seconds; ``missing`` bytes are announced and not sent, then the line is cut.
    ``drip`` is the pause in seconds before each byte."""

    status: int = 200
    body: bytes = b""
    kind: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    after: float = 0.0
    missing: int = 0
    drip: float = 0.0


def reply(
    text: str | None,
    *,
    prompt_tokens: int | None = 100,
    completion_tokens: int = 10,
    finish: str = "stop",
    after: float = 0.0,
    **message: Any,
) -> Answer:
    """A completion; ``prompt_tokens=None`` leaves the usage out."""
    said = {"role": "assistant", "content": text, **message}
    body: dict[str, Any] = {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "test",
        "choices": [{"index": 0, "finish_reason": finish, "message": said}],
    }
    if prompt_tokens is not None:
        body["usage"] = {
            "prompt_tokens": prompt_tokens,
            "completion_tokens": completion_tokens,
            "total_tokens": prompt_tokens + completion_tokens,
        }
    return Answer(body=json.dumps(body).encode(), after=after)


def refusal(
    status: int, message: str = "not now", *, code: str = "", retry_after: str = ""
) -> Answer:
    """An error as OpenAI gives it."""
    body = {"error": {"message": message, "type": "error", "code": code or None}}
    headers = {"Retry-After": retry_after} if retry_after else {}
    return Answer(status, json.dumps(body).encode(), headers=headers)


EMPTY = Answer()
HTML = Answer(body=b"<html><h1>Bad gateway</h1><p>upstream is away</p></html>", kind="text/html")
MALFORMED = Answer(body=b'{"choices": [{"mess')
NO_CHOICES = Answer(body=b'{"choices": [], "usage": null}')
CUT_OFF = Answer(body=b'{"choices": [', missing=500)

Said = str | Answer | Callable[[dict[str, Any]], "str | Answer"]


class Provider(ThreadingHTTPServer):
    """Keeps what it was asked: ``asked`` bodies, ``headers``, ``paths`` and ``times`` of arrival,
    in order; ``most`` is the greatest number of requests under way at a time."""

    daemon_threads = True

    def __init__(self, *answers: Said) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[Said] = list(answers) or ["Done. ```stop [x]```"]
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.times: list[float] = []
        self.most = 0
        self._busy = 0
        self._lock = Lock()
        self._closing = Event()
        self._thread = Thread(target=self.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    @property
    def options(self) -> tuple[str, str]:
        """What makes a run ask here."""
        return "--vwa-model=openai/test", f"--vwa-base-url={self.url}"

    def say(self, *answers: Said) -> None:
        """From now on."""
        with self._lock:
            self.answers = list(answers)

    def forget(self) -> None:
        """What was asked until now."""
        with self._lock:
            for kept in (self.asked, self.headers, self.paths, self.times):
                kept.clear()
            self.most = self._busy

    def start(self) -> Self:
        self._thread.start()
        return self

    def stop(self) -> None:
        self._closing.set()
        self.shutdown()
        self._thread.join()
        self.server_close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def worded(self, text: str) -> Answer:
        """The text as this protocol replies; other protocols have a subclass."""
        return reply(text)

    def pause(self, seconds: float) -> bool:
        """Waits; true when the server is closing."""
        return self._closing.wait(seconds)

    def take(self, path: str, headers: Mapping[str, str], body: dict[str, Any]) -> Answer:
        with self._lock:
            self.paths.append(path)
            self.headers.append(dict(headers))
            self.asked.append(body)
            self.times.append(monotonic())
            self._busy += 1
            self.most = max(self.most, self._busy)
            said = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        given = said(body) if callable(said) else said
        answer = self.worded(given) if isinstance(given, str) else given
        self._closing.wait(answer.after)
        with self._lock:
            self._busy -= 1
        return answer


class _Handler(BaseHTTPRequestHandler):
    server: Provider
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self) -> None:  # the name http.server looks for
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = self.server.take(self.path, self.headers, body)
        try:
            self._send(answer)
        except (BrokenPipeError, ConnectionResetError):  # the caller no longer waits
            self.close_connection = True

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body) + answer.missing))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self._write(answer)
        self.close_connection = self.close_connection or bool(answer.missing)

    def _write(self, answer: Answer) -> None:
        if not answer.drip:
            self.wfile.write(answer.body)
            return
        for byte in answer.body:
            if self.server.pause(answer.drip):
                return
            self.wfile.write(bytes([byte]))

    def log_message(self, *_: object) -> None:
        pass
