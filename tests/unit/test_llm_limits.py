"""However many processes call, they keep the limits together."""

import subprocess
import sys
from pathlib import Path

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
from pytest_vwa.core.ports import Message
from pytest_vwa.llm.client import ChatModel, Terms
from pytest_vwa.llm.terms import Allowance

url, folder, per_minute, concurrency = sys.argv[1:]
hello = [Message("user", ("Hello",))]
allowance = Allowance(Path(folder), float(per_minute), int(concurrency))
model = ChatModel("openai/x", Terms(base_url=url, allowance=allowance))

def work():
    for _ in range(3):
        model.complete(hello)

ChatModel("openai/x", Terms(base_url=url)).complete(hello)
print("ready", flush=True)
input()
threads = [Thread(target=work) for _ in range(2)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""


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
    provider.forget()
    for process in started:
        if process.stdin:
            process.stdin.write("go\n")
            process.stdin.flush()
    for process in started:
        process.communicate(timeout=300)
    assert [process.returncode for process in started] == [0, 0]
    assert len(provider.asked) == 12


def test_without_limits_calls_overlap(provider: Provider, tmp_path: Path) -> None:
    provider.say(reply("Good day.", after=0.1))
    workers(provider, tmp_path, "0", "0")
    assert provider.most > 2
    assert list(tmp_path.iterdir()) == []


def test_no_more_calls_than_allowed_are_under_way(provider: Provider, tmp_path: Path) -> None:
    provider.say(reply("Good day.", after=0.05))
    workers(provider, tmp_path, "0", "2")
    assert provider.most == 2


def test_calls_keep_their_distance(provider: Provider, tmp_path: Path) -> None:
    workers(provider, tmp_path, "600", "0")
    assert provider.times[-1] - provider.times[0] >= 11 * 0.1 - 0.05


def test_a_further_attempt_is_a_call_of_its_own(provider: Provider, tmp_path: Path) -> None:
    provider.say(refusal(500), refusal(500), "Good day.")
    terms = Terms(base_url=provider.url, pause=0.001, allowance=Allowance(tmp_path, 300))
    ChatModel("openai/x", terms).complete(HELLO)
    assert provider.times[2] - provider.times[0] >= 0.4 - 0.05


def test_a_slot_is_free_again_after_a_failure(provider: Provider, tmp_path: Path) -> None:
    provider.say(refusal(400), "Good day.")
    model = ChatModel(
        "openai/x", Terms(base_url=provider.url, allowance=Allowance(tmp_path, concurrency=1))
    )
    with pytest.raises(ModelError):
        model.complete(HELLO)
    assert model.complete(HELLO).text == "Good day."
