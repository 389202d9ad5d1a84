"""A person can start the arena, look around, and stop it."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial

import httpx
import pytest

from pytest_vwa.arena import SITES

COMMAND = (sys.executable, "-m", "pytest_vwa.arena")


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


def test_it_prints_addresses_and_accounts_that_work_and_stops_without_a_trace() -> None:
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


def test_it_serves_at_the_port_that_is_asked_for() -> None:
    port = free_port()
    with by_hand("classifieds", f"--port={port}") as (_, lines):
        assert f"http://127.0.0.1:{port}" in "".join(lines)


@pytest.mark.parametrize(
    ("args", "told"),
    [(("classified",), "did you mean 'classifieds'"), (("--help",), ", ".join(SITES)[:20])],
)
def test_it_says_which_sites_there_are(args: tuple[str, ...], told: str) -> None:
    done = subprocess.run([*COMMAND, *args], capture_output=True, text=True, check=False)
    assert told in done.stdout + done.stderr


def test_addresses_are_whole_where_the_output_is_narrow() -> None:
    with by_hand("--port=0") as (_, lines):
        urls = re.findall(r"http://\S+", "".join(lines))
        assert len(urls) == len(SITES)
        assert any(url.endswith("/admin") for url in urls)
        assert all(
            httpx.get(url, trust_env=False, follow_redirects=True).is_success for url in urls
        )


@pytest.mark.parametrize("port", ["80000", "-1", "65535"])
def test_ports_that_there_are_none_of_are_told_in_one_line(port: str) -> None:
    done = subprocess.run(
        [*COMMAND, "classifieds", "shopping", f"--port={port}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert f"2 consecutive ports do not start at {port}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_told_in_one_line() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*COMMAND, "classifieds", f"--port={port}"], capture_output=True, text=True, check=False
        )
    assert done.returncode == 2
    assert f"cannot have port {port}" in done.stderr
    assert "Traceback" not in done.stderr
