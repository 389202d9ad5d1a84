"""However many processes call, they keep the limits together."""

import subprocess
import sys
from pathlib import Path
from threading import Barrier, Thread
from time import monotonic

import pytest
from provider import Provider, refusal, reply

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.ports import Message
from pytest_vwa.llm.client import ChatModel
from pytest_vwa.llm.terms import Allowance, Terms

HELLO = (Message("user", ("Hello",)),)
WORKER = """
import sys
from pathlib import Path
from threading import Thread
from urllib.request import urlopen
from pytest_vwa.llm.limits import Limits
from pytest_vwa.llm.terms import Allowance

url, folder, per_minute, concurrency = sys.argv[1:]
limits = Limits(Allowance(Path(folder), float(per_minute), int(concurrency)))

def work():
    for _ in range(3):
        with limits.call(0.0):
            urlopen(url, b"{}").read()

print("ready", flush=True)
input()
threads = [Thread(target=work) for _ in range(2)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""
"""Calls as the model client does, whose imports would take seconds."""


def workers(provider: Provider, folder: Path, *limits: str) -> None:
    """Two processes of two threads, with three calls each, begin together: twelve calls."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, provider.url, str(folder), *limits],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    assert [process.stdout.readline() for process in started if process.stdout] == ["ready\n"] * 2
    for process in started:
        if process.stdin:
            process.stdin.write("go\n")
            process.stdin.flush()
    for process in started:
        process.communicate(timeout=300)
    assert [process.returncode for process in started] == [0, 0]
    assert len(provider.asked) == 12


def call_at_once(model: ChatModel, times: int) -> None:
    threads = [Thread(target=model.complete, args=(HELLO,)) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_calls_overlap_without_limits(provider: Provider, tmp_path: Path) -> None:
    """Each is answered when all have come."""
    together = Barrier(4)

    def answer(asked: object) -> str:
        together.wait(60)
        return "Good day."

    provider.say(answer)
    call_at_once(ChatModel("openai/x", Terms(base_url=provider.url, retries=0)), 4)
    assert provider.most == 4
    limited = Terms(base_url=provider.url, retries=0, allowance=Allowance(tmp_path))
    call_at_once(ChatModel("openai/x", limited), 4)
    assert len(provider.asked) == 8
    assert list(tmp_path.iterdir()) == []


def test_concurrency_limit_holds_for_threads(provider: Provider, tmp_path: Path) -> None:
    provider.say(reply("Good day.", after=0.05))
    terms = Terms(base_url=provider.url, allowance=Allowance(tmp_path, concurrency=1))
    call_at_once(ChatModel("openai/x", terms), 4)
    assert (len(provider.asked), provider.most) == (4, 1)


def test_concurrency_limit_is_shared_by_processes(provider: Provider, tmp_path: Path) -> None:
    provider.say(reply("Good day.", after=0.05))
    workers(provider, tmp_path, "0", "2")
    assert provider.most == 2


def test_rate_limit_spaces_calls_of_all_processes(provider: Provider, tmp_path: Path) -> None:
    workers(provider, tmp_path, "600", "0")
    # 1.1 s apart, less what the first may have been late.
    assert provider.times[-1] - provider.times[0] >= 0.8


def test_rate_limit_counts_retries(provider: Provider, tmp_path: Path) -> None:
    provider.say(refusal(500), refusal(500), "Good day.")
    terms = Terms(base_url=provider.url, pause=0.001, allowance=Allowance(tmp_path, 300))
    began = monotonic()
    ChatModel("openai/x", terms).complete(HELLO)
    assert provider.times[2] - began >= 0.4


def test_concurrency_slot_is_freed_after_failure(provider: Provider, tmp_path: Path) -> None:
    provider.say(refusal(400), "Good day.")
    model = ChatModel(
        "openai/x", Terms(base_url=provider.url, allowance=Allowance(tmp_path, concurrency=1))
    )
    with pytest.raises(ModelError):
        model.complete(HELLO)
    assert model.complete(HELLO).text == "Good day."
