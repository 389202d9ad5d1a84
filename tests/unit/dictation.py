"""A local server that speaks OpenAI's transcription protocol and answers as a test says.

    with Dictation(heard("Hello.")) as server:
        ...  # base URL: server.url; what was asked: server.asked

Each request gets the next answer, the last one is given for ever.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any, Self


@dataclass(frozen=True)
class Answer:
    """``after`` seconds."""

    body: bytes
    kind: str = "application/json"
    status: int = 200
    after: float = 0.0


@dataclass(frozen=True)
class Asked:
    """One request: its path, its form fields without the file, the file's name and content, and
    the Authorization header."""

    path: str
    fields: Mapping[str, str]
    file: str
    data: bytes
    authorization: str


def heard(*lines: str) -> Answer:
    """A transcript with times: a line every two seconds."""
    segments = [
        {"id": index, "start": 2.0 * index, "end": 2.0 * index + 1.5, "text": f" {line}"}
        for index, line in enumerate(lines)
    ]
    text = " ".join(lines)
    return _json({"task": "transcribe", "duration": 4.0, "text": text, "segments": segments})


def untimed(text: str, **more: Any) -> Answer:
    return _json({"text": text, **more})


def refusal(status: int, message: str) -> Answer:
    return _json({"error": {"message": message, "type": "error", "code": None}}, status)


def _json(answer: Any, status: int = 200) -> Answer:
    return Answer(json.dumps(answer).encode(), status=status)


class Dictation(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, *answers: Answer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = list(answers)
        self.asked: list[Asked] = []
        self.lock = Lock()
        self.closing = Event()
        self._thread = Thread(target=self.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def next_answer(self, asked: Asked) -> Answer:
        with self.lock:
            self.asked.append(asked)
            return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.shutdown()
        self._thread.join()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Dictation

    def do_POST(self) -> None:  # the name http.server looks for
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = self.server.next_answer(self._asked(body))
        if self.server.closing.wait(answer.after):
            return
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def _asked(self, body: bytes) -> Asked:
        head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
        fields, file, data = {}, "", b""
        for part in BytesParser().parsebytes(head + body).walk():
            content = part.get_payload(decode=True)
            if not isinstance(content, bytes):
                continue
            if part.get_filename():
                file, data = str(part.get_filename()), content
            else:
                name = part.get_param("name", header="content-disposition")
                fields[str(name)] = content.decode()
        return Asked(self.path, fields, file, data, self.headers.get("Authorization", ""))

    def log_message(self, *_: object) -> None:
        pass
