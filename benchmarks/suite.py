"""What the tests of this project take: clock and CPU time of a run of them, children included.

    python benchmarks/suite.py [--runs 3] [--tests "tests"] [--before FOLDER]

Each run is a pytest session of its own with two workers. With ``--before``, another checkout with
a ``.venv`` of its own, each round runs both, one after the other, so that a machine that becomes
slower does so for both. A run that fails is reported with the names of its failed tests, and the
script ends with 1. ``--tests`` is what pytest is given: ``"tests --full"``, or ``"tests -p
pytest_randomly --randomly-seed=3"`` where pytest-randomly can be imported.
"""

import argparse
import os
import re
import resource
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
HOURS = 3.0
"""A run that takes longer is ended and counts as failed."""
_LAST_LINES = 40
_FAILED = re.compile(r"^(?:FAILED|ERROR) .*", re.MULTILINE)
_COUNTS = re.compile(r"\d+ (?:passed|failed|skipped|errors?|deselected)")


@dataclass(frozen=True)
class Run:
    clock: float
    cpu: float
    counts: str
    failed: tuple[str, ...]
    ok: bool


def main() -> int:
    options = _options()
    sides = {"this checkout": ROOT}
    if options.before:
        sides["the other one"] = options.before.resolve()
    runs: dict[str, list[Run]] = {side: [] for side in sides}
    for number in range(options.runs):
        for side, folder in sides.items():
            run = _run(folder, shlex.split(options.tests))
            runs[side].append(run)
            _print(number + 1, side, run)
    for side, made in runs.items():
        clock, cpu = (median(getattr(run, name) for run in made) for name in ("clock", "cpu"))
        failed = sum(not run.ok for run in made)
        print(f"{side}: median {clock:.0f} s, {cpu:.0f} CPU s; {failed} of {len(made)} runs failed")
    return int(any(not run.ok for made in runs.values() for run in made))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--tests", default="tests", help="what is given to pytest")
    parser.add_argument("--before", type=Path, help="another checkout, measured beside this one")
    return parser.parse_args()


def _run(folder: Path, tests: Sequence[str]) -> Run:
    command = [f"{folder}/.venv/bin/pytest", *tests, "-n", "2", "--dist", "worksteal", "-q", "-rfE"]
    before, start = _children(), time.perf_counter()
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=HOURS * 3600,
            check=False,
        )
        output, ok = done.stdout + done.stderr, done.returncode == 0
    except subprocess.TimeoutExpired:
        output, ok = f"FAILED no end within {HOURS:.0f} hours", False
    clock = time.perf_counter() - start
    counts = ", ".join(_COUNTS.findall(output.splitlines()[-1])) if output else ""
    # A session that ends early names no test: the last lines say why.
    failed = _FAILED.findall(output) or ([] if ok else output.splitlines()[-_LAST_LINES:])
    return Run(clock, _children() - before, counts, tuple(failed), ok)


def _children() -> float:
    """Return the CPU seconds of all children that have ended, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _print(number: int, side: str, run: Run) -> None:
    load = os.getloadavg()[0]
    print(
        f"run {number}, {side}: {run.clock:.0f} s, {run.cpu:.0f} CPU s, {run.counts} "
        f"(load {load:.1f} at its end)",
        flush=True,
    )
    for line in run.failed:
        print(f"  {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
