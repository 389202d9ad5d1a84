"""How long judging 400 stored runs again takes.

    python benchmarks/rescoring.py [FOLDER] [--runs 400]

FOLDER holds published task files; without one, tasks are made. A stored run is made for each task
that needs no model as judge: a tab of 150 kB, twelve steps, and whatever its checks look at, on
pages that hold a text of 150 kB. Then ``pytest --vwa-rescore`` runs as a whole command, in one
process and on two workers. Prints the seconds of each.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter
from typing import Any

from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import VwaError
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.ports import Evidence, Snapshot
from pytest_vwa.core.record import Record, StepRecord
from pytest_vwa.core.site import SITE_NAMES, Site, Sites
from pytest_vwa.core.source import Source
from pytest_vwa.core.task import Task
from pytest_vwa.core.trajectory import Step, StopReason, Trajectory
from pytest_vwa.core.verdict import Verdict
from pytest_vwa.defaults import PUBLISHED, built_in
from pytest_vwa.dialects import overlay
from pytest_vwa.dialects.load import load
from pytest_vwa.evaluators.judge import needs_judge
from pytest_vwa.evaluators.problems import problem
from pytest_vwa.evidence.file import NAME, write
from pytest_vwa.evidence.memory import Memory
from pytest_vwa.evidence.stored import freeze
from pytest_vwa.reporting.journal import Journal
from pytest_vwa.scoring import judge

REGISTRY = built_in()
SITES = Sites({name: Site(name, f"http://{name}.example") for name in SITE_NAMES})
STEPS = 12
WORDS = ["".join(Random(n).choices("etaoinshrdlu", k=3 + n % 8)) for n in range(2_000)]
TEXT = " ".join(Random(0).choices(WORDS, k=25_000))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", help="folder with published task files")
    parser.add_argument("--runs", type=int, default=400)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        folder = options.folder.resolve() if options.folder else made(scratch, options.runs)
        count, checks, size = store(scratch / "reports" / "past", folder, options.runs)
        print(f"stored runs                {count:8}")
        print(f"checks                     {checks:8}")
        print(f"evidence, mean kB          {size / count / 1000:8.0f}")
        for workers in (0, 2):
            seconds, busy, judged = rescore(scratch, folder, workers)
            print(f"-n {workers}: seconds in all        {seconds:7.1f}   ({busy:.1f} processor)")
            print(f"      judged               {judged:7}")


def store(folder: Path, tasks: Path, runs: int) -> tuple[int, int, int]:
    """Make the runs; how many they are, their checks, and the bytes of their evidence."""
    journal = Journal(folder / "journal.jsonl")
    count = checks = size = 0
    for task in judgeable(tasks):
        memory = Memory()
        seen = memory.watch(lived(task))
        try:
            verdict = judge(task.checks, seen, REGISTRY, "reference")["reference"]
        except VwaError:
            continue  # a page of words is not what every function can read
        if isinstance(verdict, Verdict):
            kept = record(task, verdict)
            write(folder / task.key, freeze(source(kept), seen, memory))
            size += (folder / task.key / NAME).stat().st_size
            journal.append(kept)
            count, checks = count + 1, checks + len(task.checks)
        if count == runs:
            break
    return count, checks, size


def judgeable(folder: Path) -> Iterator[Task]:
    mends = (overlay.read(PUBLISHED, lenient=True),)
    for path in sorted(folder.rglob("*.json")):
        for task in load(path, REGISTRY.evaluators, mends):
            sound = not any(problem(check, REGISTRY.functions) for check in task.checks)
            if sound and not task.flaw and not any(map(needs_judge, task.checks)):
                yield task


def words(seed: str, size: int) -> str:
    start = Random(seed).randrange(len(TEXT))
    return (TEXT[start:] + TEXT)[:size]


class Page:
    """A page of words; a script reads some of them."""

    def __init__(self, url: str) -> None:
        self.url = url

    def html(self) -> str:
        return f"<html>{words(self.url, 150_000)}</html>"

    def evaluate(self, javascript: str) -> Any:
        return words(javascript, 2_000)


def lived(task: Task) -> Evidence:
    url = SITES.resolve(task.start_urls[0])
    tabs = (Snapshot(url, words(task.key, 150_000)),)
    steps = (
        Step(n, Observation("", None, (), url, ()), words(f"{n}", 400), Action("click", str(n)))
        for n in range(STEPS)
    )
    trajectory = Trajectory(tuple(steps), StopReason.ANSWERED, "42")
    return Evidence(task.intent, "42", trajectory, tabs, url, SITES, Page)


def source(kept: Record) -> Source:
    return Source(run=kept.run, agent=kept.agent, nodeid=kept.nodeid, task=kept.key)


def record(task: Task, verdict: Verdict) -> Record:
    return Record(
        run="past",
        key=task.key,
        nodeid=f"{task.name}[mine-chromium]",
        kind=task.kind,
        benchmark=task.benchmark,
        sites=task.sites,
        agent="mine",
        outcome=verdict.outcome,
        score=verdict.value,
        steps=tuple(
            StepRecord(number=n, url=task.start_urls[0], action="click [1]", reply="x" * 400)
            for n in range(STEPS)
        ),
        artifacts=task.key,
        task_sha256=task.sha256,
    )


def made(scratch: Path, count: int) -> Path:
    """As many tasks of four checks."""
    target = {"locator": "", "required_contents": {"must_include": ["a b"]}}
    pages = [target | {"url": url} for url in ("last", "__SHOPPING__/cart", "__SHOPPING__/orders")]
    entry = {
        "sites": ["shopping"],
        "start_url": "__SHOPPING__",
        "intent": "Say how many there are.",
        "eval": {
            "eval_types": ["string_match", "program_html"],
            "reference_answers": {"must_include": ["42"]},
            "program_html": pages,
        },
    }
    folder = scratch / "tasks"
    folder.mkdir()
    entries = [entry | {"task_id": number} for number in range(count)]
    (folder / "shopping.json").write_text(json.dumps(entries))
    return folder


def rescore(scratch: Path, tasks: Path, workers: int) -> tuple[float, float, int]:
    """Seconds of the whole command, those in which it had a processor, and how many runs it
    judged."""
    before = set((scratch / "reports").iterdir())
    command = [sys.executable, "-m", "pytest", str(tasks), "--vwa-rescore=past", "-n", str(workers)]
    start, used = perf_counter(), processor_seconds()
    done = subprocess.run(
        [*command, "-q", "--tb=no", "-rN", "-p", "no:cacheprovider", "--rootdir", str(scratch)],
        cwd=scratch,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    seconds, busy = perf_counter() - start, processor_seconds() - used
    if done.returncode not in (0, 1):
        sys.exit(done.stdout + done.stderr)
    (folder,) = set((scratch / "reports").iterdir()) - before
    lines = (folder / "journal.jsonl").read_text().splitlines()
    judged = sum(json.loads(line)["outcome"] in ("passed", "failed") for line in lines)
    return seconds, busy, judged


def processor_seconds() -> float:
    """Of all commands so far."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
