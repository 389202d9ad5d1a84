"""Is anything lost when a run is killed? Workers, the controller and browsers, at random moments.

    python benchmarks/killing.py [--runs 40] [--tasks 6] [--seed 0]

Two agents run tasks of the arena with two workers of xdist. In each run one process, drawn by the
seed, gets SIGKILL at a moment drawn by it; then the run is resumed. A line a run says who was
killed, when, how many records were on disk then, and whether after the resume every test has
exactly one final record, with the outcome of an undisturbed run. Linux alone: it reads /proc.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from time import monotonic

from pytest_vwa.reporting.journal import final, load
from pytest_vwa.reporting.runs import newest_first

VICTIMS = ("worker", "controller", "browser")
AGENTS = ("reference", "noop")
PATIENCE = 20.0
"""Seconds until what a killed controller leaves behind is ended too."""


@dataclass(frozen=True)
class Killed:
    victim: str
    seconds: float
    recorded: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--tasks", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "tasks.json").write_text(json.dumps(tasks(options.tasks)))
        begun = monotonic()
        start(folder, "whole").wait()
        length = monotonic() - begun
        expected = totals(folder / "whole")
        print(f"undisturbed: {len(expected)} records in {length:.0f} s", flush=True)
        lost = 0
        for number in range(1, options.runs + 1):
            place = f"run{number}"
            killed = kill(folder, place, chance.choice(VICTIMS), chance.uniform(0.1, 0.9) * length)
            start(folder, place, "--vwa-resume").wait()
            found = totals(folder / place)
            same = found == expected
            lost += not same
            print(
                f"{number:3} {killed.victim:10} after {killed.seconds:4.1f} s, "
                f"{killed.recorded:2} recorded: {len(found):2} of {len(expected)} final, "
                f"{'as undisturbed' if same else f'DIFFERS: {sorted(found ^ expected)}'}",
                flush=True,
            )
    print(f"{lost} of {options.runs} runs differ")
    return bool(lost)


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


def start(folder: Path, place: str, *more: str) -> subprocess.Popen[bytes]:
    agents = [f"--agent={agent}" for agent in AGENTS]
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2"),
            *(*agents, "--vwa-html=off", f"--vwa-report-dir={place}", "tasks.json", *more),
        ],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def kill(folder: Path, place: str, victim: str, seconds: float) -> Killed:
    """Kill one process and wait until all others of the run have ended."""
    controller = start(folder, place)
    with suppress(subprocess.TimeoutExpired):
        controller.wait(seconds)
    for process in sorted(victims(controller.pid, victim))[:1]:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    recorded = len(totals(folder / place))
    controller.wait()
    waiting = monotonic() + PATIENCE
    while members(controller.pid) and monotonic() < waiting:
        Event().wait(0.1)
    with suppress(ProcessLookupError):
        os.killpg(controller.pid, signal.SIGKILL)
    return Killed(victim, seconds, recorded)


def victims(controller: int, kind: str) -> Iterator[int]:
    if kind == "controller":
        yield controller
        return
    for process in members(controller):
        command = Path(f"/proc/{process}/cmdline")
        with suppress(OSError):
            told = command.read_bytes()
            if (b"sys.stdin.readline" in told) if kind == "worker" else (b"chrom" in told):
                yield process


def members(session: int) -> list[int]:
    """The processes that are in this session and alive."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(stat.parent.name))
    return found


def totals(report_dir: Path) -> set[tuple[str, str]]:
    """Test and outcome of each final record of the only run."""
    journals = newest_first(report_dir)
    records = [record for journal in journals for record in final(load(journal).records)]
    return {(record.nodeid, record.outcome.value) for record in records}


if __name__ == "__main__":
    sys.exit(main())
