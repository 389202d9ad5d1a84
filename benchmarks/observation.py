"""What an observation costs beside a bare screenshot of the same page.

    python benchmarks/observation.py [--runs 15] [--no-walk]

For pages of 50, 300 and 3,000 interactive elements with pictures, in both viewports: the floor (a
bare JPEG by CDP), each kind of observation up to the base64 text that a model gets, and for
comparison a bare PNG. Floor and ``som`` are measured on a page that is as it was the time before,
on one in which meanwhile a line of text has changed, and on one in which everything has moved. All
take turns in the same run, in an order that is drawn anew for each turn, because what comes after a
large answer pays for it. Then Chromium's own accessibility tree beside ours, in a page of their
own: while it is kept, everything that happens in a page takes longer. Prints medians, quartiles,
and the median of the ratios to the floor of the same turn, on a page in the same state. Then what
a step costs (benchmarks/steps.py).
"""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from statistics import median, quantiles
from time import perf_counter

from pages import SIZES, serve
from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright
from rich.console import Console
from rich.table import Table

from pytest_vwa.browser.camera import Camera
from pytest_vwa.browser.launch import choose
from pytest_vwa.browser.observe import observe
from pytest_vwa.browser.origins import Origins
from pytest_vwa.browser.readings import READINGS, Sight
from pytest_vwa.browser.tabs import Tabs
from pytest_vwa.core.observation import ObservationKind

VIEWPORTS = (ViewportSize(width=1280, height=2048), ViewportSize(width=1280, height=720))
JPEG = {"format": "jpeg", "quality": 80}
PNG = {"format": "png", "optimizeForSpeed": True}
FLOOR = "bare screenshot, JPEG"
TREE = "Accessibility.getFullAXTree"
WARM = 3
LINE = "document.querySelectorAll('span, td')[1].textContent = turn || 'Again'"
MOVE = "document.body.style.paddingTop = `${turn}px`"
STATES = {"": "", ", a line changed": LINE, ", all moved": MOVE}
SHOWN = (
    "turn => {{ {0}; return new Promise(done =>"
    " requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))) }}"
)
"""Until it is drawn and at rest."""


@dataclass(frozen=True)
class Job:
    """What is measured, and how the page is changed before, otherwise in each turn, and back to
    what all others see after it (turn 0); ``floor`` names what it is compared with."""

    work: Callable[[], object]
    change: str = ""
    floor: str = FLOOR


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--no-walk", action="store_true", help="observations alone")
    given = parser.parse_args()
    console = Console(width=100)
    with chromium() as browser:
        console.print(f"Chromium {browser.version}, {given.runs} turns\n")
        for viewport in VIEWPORTS:
            for size in SIZES:
                for table in measure(browser, size, viewport, given.runs):
                    console.print(table, "")
        if not given.no_walk:
            import steps

            steps.report(browser, console, given.runs)


@contextmanager
def chromium() -> Iterator[Browser]:
    choice = choose(headless=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=choice.executable, args=list(choice.args)
        )
        yield browser
        browser.close()


def measure(browser: Browser, size: int, viewport: ViewportSize, runs: int) -> Iterator[Table]:
    """All kinds in turn on the page of that size, then the trees."""
    where = f"{viewport['width']}x{viewport['height']}"
    with _page(browser, size, viewport) as (tabs, session):
        marks = len(observe(tabs, Camera()).elements)
        title = f"{size} elements, {marks} of them in {where}"
        yield _table(title, tabs.active, _pictured(tabs, session), runs)
    with _page(browser, size, viewport) as (tabs, session):
        title = f"their accessibility tree in {where}"
        yield _table(title, tabs.active, _trees(tabs, session), runs)


@contextmanager
def _page(browser: Browser, size: int, viewport: ViewportSize) -> Iterator[tuple[Tabs, CDPSession]]:
    context = browser.new_context(viewport=viewport)
    with serve(size) as url:
        tabs = Tabs(context, Origins.of([url]))
        tabs.active.goto(url)
        yield tabs, context.new_cdp_session(tabs.active)
    context.close()


def _pictured(tabs: Tabs, session: CDPSession) -> dict[str, Job]:
    """What is measured beside the floor, by name."""

    def shoot(how: dict[str, object], change: str = "") -> Job:
        return Job(lambda: session.send("Page.captureScreenshot", how), change)

    jobs: dict[str, Job] = {}
    for state, change in STATES.items():
        jobs[FLOOR + state] = replace(shoot({**JPEG}, change), floor=FLOOR + state)
        jobs["som" + state] = replace(_look(tabs, "som", change), floor=FLOOR + state)
    for kind in READINGS:
        jobs.setdefault(kind, _look(tabs, kind))
    return {**jobs, "bare screenshot, PNG": shoot({**PNG})}


def _trees(tabs: Tabs, session: CDPSession) -> dict[str, Job]:
    session.send("Accessibility.enable")
    return {
        TREE: Job(lambda: session.send("Accessibility.getFullAXTree"), floor=TREE),
        "axtree, with its picture": replace(_look(tabs, "axtree"), floor=TREE),
    }


def _look(tabs: Tabs, kind: ObservationKind, change: str = "") -> Job:
    """As an agent does, with a camera of its own, which knows what it saw the time before."""
    camera = Camera()

    def job() -> object:
        seen = observe(tabs, camera, sight=Sight(kind))
        return seen.image and seen.image.url

    return Job(job, change)


def in_turns(page: Page, jobs: dict[str, Job], runs: int) -> dict[str, list[float]]:
    """Seconds of each job, one after the other in each turn; the first turns warm up. Each finds
    a page that is at rest."""
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    random = Random(1)
    for turn in range(1 - WARM, runs + 1):
        for name in random.sample(list(jobs), len(jobs)):
            page.evaluate(SHOWN.format(jobs[name].change), WARM + turn)
            started = perf_counter()
            jobs[name].work()
            spent = perf_counter() - started
            page.evaluate(SHOWN.format(jobs[name].change), 0)
            if turn > 0:
                seconds[name].append(spent)
    return seconds


def _table(title: str, page: Page, jobs: dict[str, Job], runs: int) -> Table:
    table = Table(title=title, title_justify="left", box=None)
    table.add_column("", no_wrap=True)
    for name in ("median ms", "quartiles", "x floor"):
        table.add_column(name, justify="right")
    seconds = in_turns(page, jobs, runs)
    for name, spent in seconds.items():
        floor = seconds[jobs[name].floor]
        low, _, high = quantiles(spent, n=4)
        ratio = median(own / bare for own, bare in zip(spent, floor, strict=True))
        table.add_row(
            name,
            f"{1000 * median(spent):.0f}",
            f"{1000 * low:.0f}-{1000 * high:.0f}",
            f"{ratio:.2f}",
        )
    return table


if __name__ == "__main__":
    main()
