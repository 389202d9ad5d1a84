"""How long the report of 2,421 runs takes to write and to open.

    python benchmarks/report.py [--runs 2421] [--steps 10]

Runs are made by hand, of ten steps each with a reply of 400 characters, on all sites, by one agent;
a fifth is passed. They are written as pages in a process of its own, whose seconds and peak memory
are printed, then opened from disk in Chromium: milliseconds until the list of runs answers, and
until a filter, a sort and a run's timeline are shown.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter, process_time

from playwright.sync_api import Page, sync_playwright

from pytest_vwa.browser.launch import choose
from pytest_vwa.core.record import CheckRecord, Record, StepRecord
from pytest_vwa.core.site import SITE_NAMES
from pytest_vwa.core.taxonomy import CATEGORIES, DIFFICULTIES, KINDS
from pytest_vwa.core.verdict import Outcome
from pytest_vwa.reporting import html
from pytest_vwa.reporting.journal import Journal, read

ROUNDS = 5
TEXT = "I look for the red kayak that the presenter shows, and click the link that names it. " * 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=2421)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--write", type=Path, help="only write the report of this run")
    options = parser.parse_args()
    if options.write:
        write(options.write)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "run"
        journal = Journal(folder / "journal.jsonl")
        for number in range(options.runs):
            journal.append(record(number, options.steps))
        print(f"runs                    {options.runs:10,}")
        print(f"journal, MB             {journal.path.stat().st_size / 1e6:10.1f}")
        subprocess.run([sys.executable, __file__, f"--write={folder}"], check=True)
        size = sum(path.stat().st_size for path in folder.rglob("*.*") if path != journal.path)
        print(f"pages, MB               {size / 1e6:10.1f}")
        look(folder / "index.html")


def write(folder: Path) -> None:
    """Of the process: seconds of reading and writing, and the most memory it had."""
    before = process_time()
    records = read(folder / "journal.jsonl")
    loaded = process_time()
    start = perf_counter()
    html.write(records, folder)
    print(f"reading the journal, s  {loaded - before:10.2f}   of processor")
    print(f"writing the pages, s    {process_time() - loaded:10.2f}   of processor")
    print(f"                        {perf_counter() - start:10.2f}   on the clock")
    print(f"peak memory, MB         {getrusage(RUSAGE_SELF).ru_maxrss / 1000:10.0f}")


def record(number: int, steps: int) -> Record:
    won = number % 5 == 0
    return Record(
        run="run",
        key=f"made/shopping/{number}",
        nodeid=f"tasks/made.json::shopping-{number}[mine-chromium]",
        kind=KINDS[number % len(KINDS)],
        benchmark="made",
        intent=f"Find listing {number}. {TEXT[:120]}",
        sites=(SITE_NAMES[number % len(SITE_NAMES)],),
        categories=(CATEGORIES[number % len(CATEGORIES)],),
        difficulty=DIFFICULTIES[number % len(DIFFICULTIES)],
        agent="mine",
        model="some-model",
        outcome=Outcome.PASSED if won else Outcome.FAILED,
        reason="" if won else f"answer: expected '{number}', got 'n/a'",
        checks=(CheckRecord(kind="string_match", value=float(won), expected=f"include: {number}"),),
        steps=tuple(
            StepRecord(
                number=at,
                url="http://shopping.example/catalogue?page=3",
                action=f"click [{at}]",
                reply=TEXT[:400],
                image=f"step-{at:02}.jpg",
                target='A "Red touring kayak, 14 ft"',
                box=(100, 200, 80, 20),
                seconds={"observe": 0.2, "model": 1.5, "act": 0.4},
            )
            for at in range(1, steps + 1)
        ),
        artifacts=f"made/shopping-{number}",
        seconds={"model": 15.0, "act": 4.0, "total": 25.0},
    )  # fmt: skip


def look(index: Path) -> None:
    choice = choose(headless=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=choice.executable, args=list(choice.args)
        )
        seen = [opened(browser.new_page(), index) for _ in range(ROUNDS)]
        browser.close()
    for title in seen[0]:
        print(f"{title:<24}{median(times[title] for times in seen):10.0f}   median of {ROUNDS}")


def opened(page: Page, index: Path) -> dict[str, float]:
    """Milliseconds of the page's own clock."""
    page.goto(f"{index.as_uri()}#view=runs")
    page.locator(".row").first.wait_for()
    ready = page.evaluate("performance.now()")
    times = {"list is there, ms": ready}
    for title, act in {
        "filter, ms": "location.hash = '#view=runs&site=reddit&q=kayak'",
        "sort, ms": "location.hash = '#view=runs&sort=-task'",
        "overview, ms": "location.hash = '#view=overview'",
    }.items():
        times[title] = page.evaluate(SHOWN % act)
    start = page.evaluate("performance.now()")
    page.evaluate("location.hash = `#run=${vwa.runs.at(-1).id}`")
    page.locator(".timeline").wait_for()
    times["a run's timeline, ms"] = page.evaluate("performance.now()") - start
    page.close()
    return times


SHOWN = """
() => new Promise((done) => {
  const start = performance.now();
  const drawn = () => requestAnimationFrame(() => done(performance.now() - start));
  addEventListener("hashchange", drawn, { once: true });
  %s;
})
"""

if __name__ == "__main__":
    main()
