"""A person can start the arena, look around, and stop it."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial

import httpx
import pytest

from pytest_vwa.arena import SITES
from pytest_vwa.arena.__main__ import main, table
from pytest_vwa.arena.server import Arena

COMMAND = (sys.executable, "-m", "pytest_vwa.arena")


@dataclass(frozen=True)
class Ended:
    """A command that ended before it served anything."""

    code: object
    stdout: str
    stderr: str


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ended]:
    """Run the command in this process until it ends."""

    def run(*args: str) -> Ended:
        monkeypatch.setattr("sys.argv", ["arena", *args])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return Ended(ended.value.code, out, err)

    return run


@contextmanager
def by_hand(*args: str) -> Iterator[tuple["subprocess.Popen[str]", list[str]]]:
    """The running command and what it has printed up to its last line before it waits."""
    process = subprocess.Popen(
        [*COMMAND, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"COLUMNS": "80"},
        # Whoever runs the tests in the background ignores Ctrl-C, and hands that on.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        yield process, lines
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def free_port() -> int:
    """One that was free a moment ago."""
    with closing(socket.create_server(("127.0.0.1", 0))) as one:
        return int(one.getsockname()[1])


def test_arena_command_prints_working_urls_and_stops() -> None:
    with by_hand("classifieds", "shopping", "--port=0") as (process, lines):
        told = "".join(lines)
        urls = re.findall(r"http://\S+", told)
        assert len(urls) == 2
        assert all(httpx.get(url, trust_env=False).is_success for url in urls)
        assert re.search(r"classifieds .*blake\.sullivan@gmail\.com +Password\.123", told)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert rest.strip() == ""


def test_arena_command_serves_at_given_port() -> None:
    port = free_port()
    with by_hand("classifieds", f"--port={port}") as (_, lines):
        assert f"http://127.0.0.1:{port}" in "".join(lines)


@pytest.mark.parametrize(
    ("args", "told"),
    [(("classified",), "did you mean 'classifieds'"), (("--help",), ", ".join(SITES)[:20])],
)
def test_arena_command_lists_known_sites(
    command: Callable[..., Ended], args: tuple[str, ...], told: str
) -> None:
    done = command(*args)
    assert told in done.stdout + done.stderr


def test_arena_command_serves_all_sites_unless_told(command: Callable[..., Ended]) -> None:
    done = command("--port=80000")
    assert f"{len(SITES)} consecutive ports do not start at 80000" in done.stderr


def test_arena_table_has_full_urls_of_all_sites() -> None:
    with Arena(SITES) as arena:
        urls = re.findall(r"http://\S+", table(arena.sites))
        assert len(urls) == len(SITES)
        assert any(url.endswith("/admin") for url in urls)
        assert all(
            httpx.get(url, trust_env=False, follow_redirects=True).is_success for url in urls
        )


@pytest.mark.parametrize("port", ["80000", "-1", "65535"])
def test_arena_command_refuses_invalid_ports(command: Callable[..., Ended], port: str) -> None:
    done = command("classifieds", "shopping", f"--port={port}")
    assert done.code == 2
    assert f"2 consecutive ports do not start at {port}" in done.stderr


def test_arena_command_reports_port_in_use(command: Callable[..., Ended]) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        done = command("classifieds", f"--port={port}")
    assert done.code == 2
    assert f"cannot have port {port}" in done.stderr
