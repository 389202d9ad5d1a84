"""How long the commands on a journal of 100,000 records take, and how much memory.

    python benchmarks/summary.py [--records 100000] [--steps 10] [--whole]

Records are made by hand as in ``report.py``: trials of 2,421 tasks, of ten steps each, with a reply
of 400 characters. Each command runs in a process of its own, as a user starts it; printed are its
seconds of processor and on the clock, and its peak memory. With ``--whole`` the records are also
read with every word of their steps, as the pages need them: what the summary goes without.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from report import record

TASKS = 2421
BOUND = 3.0
"""Seconds on the clock for the summary of 100,000 records."""
COMMANDS: dict[str, Sequence[str]] = {
    "nothing but start": ("-c", "import pytest_vwa.reporting.commands"),
    "summary": ("-m", "pytest_vwa.reporting", "{journal}"),
    "gate": ("-m", "pytest_vwa.reporting", "gate", "{journal}", "--rule", "final >= 0.1"),
    "gate with a baseline": (
        "-m", "pytest_vwa.reporting", "gate", "{journal}", "--baseline", "{journal}",
    ),
    "merge": ("-m", "pytest_vwa.reporting", "merge", "{journal}", "-o", "{journal}.merged.jsonl"),
}  # fmt: skip
WHOLE = (
    "-c", "import sys; from pathlib import Path; from pytest_vwa.reporting.journal import read; "
    "read(Path(sys.argv[1]))", "{journal}",
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--whole", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        journal = Path(name) / "journal.jsonl"
        write(journal, options.records, options.steps)
        size = journal.stat().st_size
        print(
            f"{options.records:,} records of {options.steps} steps: {size / 1e6:,.0f} MB, ", end=""
        )
        print(f"{size / options.records / 1e3:.1f} kB each")
        print(f"{'':24}{'processor, s':>14}{'clock, s':>10}{'MB':>8}")
        spent = {title: told(title, journal, command) for title, command in COMMANDS.items()}
        if options.whole:
            told("every word", journal, WHOLE)
    held = spent["summary"] < BOUND
    print(f"the summary in {spent['summary']:.2f} s, {'within' if held else 'beyond'} {BOUND:g} s")
    return not held


def write(journal: Path, records: int, steps: int) -> None:
    with journal.open("w", encoding="utf-8") as file:
        for number in range(records):
            trial, task = divmod(number, TASKS)
            told = record(task, steps).model_copy(update={"trial": trial + 1})
            file.write(f"{told.model_dump_json()}\n")
        file.flush()
        os.fsync(file.fileno())  # else the first command is measured while the disk still writes


def told(title: str, journal: Path, command: Sequence[str]) -> float:
    """Its seconds on the clock."""
    arguments = [argument.format(journal=journal) for argument in command]
    start = perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    clock = perf_counter() - start
    if status:
        raise SystemExit(f"{title} ended with {os.waitstatus_to_exitcode(status)}")
    processor = used.ru_utime + used.ru_stime
    print(f"{title:24}{processor:14.2f}{clock:10.2f}{used.ru_maxrss / 1000:8.0f}")
    return clock


if __name__ == "__main__":
    sys.exit(main())
