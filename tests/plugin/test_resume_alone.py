"""A run is written by one session at a time, and by the next as soon as that has ended."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from taskfiles import PLAIN, TWO_WORKERS, Run
from tenacity import retry, retry_if_result, stop_after_delay, wait_fixed

from pytest_vwa.reporting.journal import final, read

pytest_plugins = ["pytester"]

HELD = """
from pathlib import Path

class Held:
    def begin(self, brief):
        if brief.key.endswith("/9") and Path("hold").exists():
            Path("held").touch()
            Path("hold").read_text()

    def act(self, observation):
        return "```stop```"
"""

STILL = ("-p", "pytest_vwa.testing.plugin")


@pytest.fixture
def going_on(
    write, pytester: pytest.Pytester, workers: tuple[str, ...]
) -> Iterator[subprocess.Popen[bytes]]:
    """A session that has ended its first test and is held in its last."""
    write("tasks.json", {"task_id": 1}, {"task_id": 9})
    pytester.makepyfile(**{"agents/held": HELD})
    hold = pytester.path / "hold"
    os.mkfifo(hold)
    session = subprocess.Popen(
        [sys.executable, "-m", "pytest", *PLAIN, *STILL, "--agent=held", *workers],
        cwd=pytester.path,
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_until_held(pytester.path)
        yield session
    finally:
        session.kill()
        session.wait()
        # Whoever still reads gets an end: a worker that outlives its controller.
        os.close(os.open(hold, os.O_RDWR | os.O_NONBLOCK))


@retry(stop=stop_after_delay(120), wait=wait_fixed(0.1), retry=retry_if_result(lambda ok: not ok))
def wait_until_held(folder: Path) -> bool:
    written = [path.stat().st_size for path in folder.glob("reports/*/journal.jsonl")]
    return (folder / "held").exists() and any(written)


@pytest.mark.parametrize("workers", [(), TWO_WORKERS])
def test_resume_refuses_run_of_live_session(
    going_on: subprocess.Popen[bytes],
    run_still: Run,
    pytester: pytest.Pytester,
    workers: tuple[str, ...],
) -> None:
    files = {path: path.read_bytes() for path in pytester.path.glob("reports/*/**/*.jsonl")}
    assert files
    for more in ([], ["--vwa-gate=errors == 0"]):
        second = run_still("--agent=held", "--vwa-resume", *workers, *more)
        assert second.ret == pytest.ExitCode.USAGE_ERROR
        second.stderr.fnmatch_lines(["*the run * is being written by another session*wait for it*"])
    assert run_still("--agent=held", "--vwa-resume", "--collect-only").ret == pytest.ExitCode.OK
    assert {path: path.read_bytes() for path in files} == files
    assert going_on.poll() is None


@pytest.mark.parametrize("workers", [(), TWO_WORKERS])
def test_resume_continues_run_of_killed_session(
    going_on: subprocess.Popen[bytes],
    run_still: Run,
    pytester: pytest.Pytester,
    workers: tuple[str, ...],
) -> None:
    going_on.kill()
    going_on.wait()
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    try:
        (pytester.path / "hold").rename(pytester.path / "was-hold")
        result = run_still("--agent=held", "--vwa-resume", *workers)
    finally:
        (pytester.path / "was-hold").rename(pytester.path / "hold")
    result.stdout.fnmatch_lines(["vwa resume: run *: 1 with a verdict are left out; *"])
    assert [each.key.rpartition("/")[2] for each in final(read(journal))] == ["1", "9"]
