"""Is anything lost when a run is killed? Workers, the controller, browsers and tabs, at any moment.

    python benchmarks/killing.py [--runs 40] [--tasks 6] [--seed 0] [--first 1]

Two agents run tasks of the arena with two workers of xdist. In each run one process gets SIGKILL;
whose and when (how many records were on disk, and how long after) is drawn by the seed and the
run's number. Then the run is resumed. A line a run says who was killed, when, whether any process
outlived the run, and whether after the resume every test has exactly one final record, with the
outcome of an undisturbed run. Linux alone: it reads /proc.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from math import exp, log
from pathlib import Path
from threading import Event
from time import monotonic

from pytest_vwa.reporting.journal import final, load
from pytest_vwa.reporting.runs import newest_first

AGENTS = ("reference", "noop")
MARK = "VWA_KILLING"
"""A variable in the environment of a run, by which its processes are found."""
LINGER = (0.001, 5.0)
"""Seconds between the last awaited record and the kill; each order of magnitude is as likely."""
PATIENCE = 60.0
"""Seconds until what a killed run leaves behind counts as left for good."""
VICTIMS: dict[str, Callable[[bytes], bool]] = {
    "worker": lambda command: b"sys.stdin.readline" in command,
    "controller": lambda command: b"--vwa-report-dir" in command,
    "browser": lambda command: _is_browser(command) and b"--type=" not in command,
    "tab": lambda command: _is_browser(command) and b"--type=renderer" in command,
}


@dataclass
class Run:
    """One pytest session and all processes it ever had; a browser leads a session of its own."""

    controller: subprocess.Popen[bytes]
    mark: bytes
    sessions: set[int] = field(default_factory=set)

    def commands(self) -> dict[int, bytes]:
        """The command line of each process that is alive."""
        alive = _processes()
        self.sessions |= {session for pid, session in alive.items() if self.mark in _environ(pid)}
        return {pid: _command(pid) for pid, session in alive.items() if session in self.sessions}

    def end(self) -> int:
        """Wait for the end. How many processes stayed all the same; they are ended now."""
        while self.controller.poll() is None:
            self.commands()
            Event().wait(0.2)
        waiting = monotonic() + PATIENCE
        while (left := self.commands()) and monotonic() < waiting:
            Event().wait(0.2)
        for pid in left:
            _end(pid)
        return len(left)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--tasks", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=1, help="the number of the first run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "tasks.json").write_text(json.dumps(tasks(options.tasks)))
        start(folder, "whole").end()
        expected = totals(folder / "whole")
        print(f"undisturbed: {len(expected)} records, seed {options.seed}", flush=True)
        bad, killed = 0, Counter[str]()
        for number in range(options.first, options.first + options.runs):
            chance = random.Random(f"{options.seed}.{number}")
            victim, told, left = disturbed(folder, f"run{number}", chance, len(expected))
            left += start(folder, f"run{number}", "--vwa-resume").end()
            found = totals(folder / f"run{number}")
            bad += found != expected or bool(left)
            killed[victim] += 1
            same = (
                "as undisturbed"
                if found == expected
                else f"DIFFERS: {_differences(found, expected)}"
            )
            print(f"{number:3} {told}, {left} left behind; resumed: {same}", flush=True)
    print("killed:", ", ".join(f"{victim} {count}" for victim, count in sorted(killed.items())))
    print(f"{bad} of {options.runs} runs differ or leave processes behind")
    return bool(bad)


def disturbed(
    folder: Path, place: str, chance: random.Random, records: int
) -> tuple[str, str, int]:
    """Who was killed, the same in words, and how many processes were left behind."""
    victim = chance.choice(sorted(VICTIMS))
    awaited, seconds = chance.randrange(records), exp(chance.uniform(*map(log, LINGER)))
    begun = monotonic()
    run = start(folder, place)
    while lines(folder / place) < awaited and run.controller.poll() is None:
        Event().wait(0.02)
    with suppress(subprocess.TimeoutExpired):
        run.controller.wait(seconds)
    while not (pids := _of_kind(run, victim)) and run.controller.poll() is None:
        Event().wait(0.02)
    if pids:
        _end(chance.choice(pids))
    else:
        victim = "nobody"
    recorded = lines(folder / place)
    told = f"{victim:10} after {monotonic() - begun:5.1f} s, {recorded:2} of {records} on disk"
    return victim, told, run.end()


def tasks(count: int) -> list[dict[str, object]]:
    check = {
        "eval_types": ["url_match"],
        "reference_url": "__CLASSIFIEDS__/index.php?page=login",
        "url_note": "EXACT",
    }
    return [
        {
            "sites": ["classifieds"],
            "task_id": number,
            "start_url": "__CLASSIFIEDS__",
            "intent": "Take me to the log-in page.",
            "eval": check,
            "require_login": False,
            "reference_actions": ['click [A "Log in"]', "stop []"],
            "benchmark": "arena",
        }
        for number in range(1, count + 1)
    ]


def start(folder: Path, place: str, *more: str) -> Run:
    agents = [f"--agent={agent}" for agent in AGENTS]
    mark = f"{folder / place}{''.join(more)}"
    controller = subprocess.Popen(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2"),
            *(*agents, "--vwa-html=off", f"--vwa-report-dir={place}", "tasks.json", *more),
        ],
        cwd=folder,
        env={**os.environ, MARK: mark},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    return Run(controller, f"{MARK}={mark}\0".encode())


def lines(report_dir: Path) -> int:
    """How many records are on disk, in whatever file."""
    found: set[bytes] = set()
    for path in report_dir.glob("*/**/*.jsonl"):
        with suppress(OSError):
            found.update(path.read_bytes().split(b"\n")[:-1])
    return len(found)


def totals(report_dir: Path) -> Counter[tuple[str, str]]:
    """Test and outcome of each final record of the only run."""
    journals = newest_first(report_dir)
    records = [record for journal in journals for record in final(load(journal).records)]
    return Counter((record.nodeid, record.outcome.value) for record in records)


def _differences(found: Counter[tuple[str, str]], expected: Counter[tuple[str, str]]) -> str:
    return f"too many {dict(found - expected)}, too few {dict(expected - found)}"


def _of_kind(run: Run, victim: str) -> list[int]:
    return sorted(pid for pid, command in run.commands().items() if VICTIMS[victim](command))


def _is_browser(command: bytes) -> bool:
    return b"chrom" in command.partition(b"\0")[0]


def _processes() -> dict[int, int]:
    """Of each process that is alive, its session."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if fields[0] != "Z":
                found[int(stat.parent.name)] = int(fields[3])
    return found


def _environ(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/environ").read_bytes()
    return b""


def _command(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def _end(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
