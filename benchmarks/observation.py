"""What an observation costs beside a bare screenshot of the same page.

    python benchmarks/observation.py [--runs 15] [--no-walk]

For pages of 50, 300 and 3,000 interactive elements with pictures, in both viewports: the floor (a
bare JPEG by CDP), each kind of observation up to the base64 text that a model gets, and for
comparison a bare PNG and Chromium's own accessibility tree. All take turns in the same run. Prints
medians, quartiles, and the median of the ratios to the floor of the same turn. Then what a step
costs (benchmarks/steps.py).
"""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from time import perf_counter

from pages import SIZES, serve
from playwright.sync_api import Browser, CDPSession, sync_playwright
from rich.console import Console
from rich.table import Table

from pytest_vwa.browser.camera import Camera
from pytest_vwa.browser.launch import choose
from pytest_vwa.browser.observe import observe
from pytest_vwa.browser.origins import Origins
from pytest_vwa.browser.readings import READINGS, Sight
from pytest_vwa.browser.tabs import Tabs
from pytest_vwa.core.observation import ObservationKind

VIEWPORTS = ((1280, 2048), (1280, 720))
JPEG = {"format": "jpeg", "quality": 80}
PNG = {"format": "png", "optimizeForSpeed": True}
FLOOR = "bare screenshot, JPEG"


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
                console.print(measure(browser, size, viewport, given.runs), "")
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


def measure(browser: Browser, size: int, viewport: tuple[int, int], runs: int) -> Table:
    """All kinds in turn on the page of that size."""
    width, height = viewport
    context = browser.new_context(viewport={"width": width, "height": height})
    with serve(size) as url:
        tabs = Tabs(context, Origins.of([url]))
        tabs.active.goto(url)
        session = context.new_cdp_session(tabs.active)
        seconds = in_turns(_jobs(tabs, session), runs)
        marks = len(observe(tabs, Camera()).elements)
    context.close()
    return _table(f"{size} elements, {marks} of them in {width}x{height}", seconds)


def _jobs(tabs: Tabs, session: CDPSession) -> dict[str, Callable[[], object]]:
    """What is measured, by name; the floor comes first."""

    def shoot(how: dict[str, object]) -> Callable[[], object]:
        return lambda: session.send("Page.captureScreenshot", how)

    def look(kind: ObservationKind) -> Callable[[], object]:
        def job() -> object:
            seen = observe(tabs, camera, sight=Sight(kind))
            return seen.image and seen.image.url

        return job

    camera = Camera()

    session.send("Accessibility.enable")
    return {
        FLOOR: shoot({**JPEG}),
        **{kind: look(kind) for kind in READINGS},
        "bare screenshot, PNG": shoot({**PNG}),
        "Accessibility.getFullAXTree": lambda: session.send("Accessibility.getFullAXTree"),
    }


def in_turns(jobs: dict[str, Callable[[], object]], runs: int) -> dict[str, list[float]]:
    """Seconds of each job, one after the other in each turn; the first turn warms up."""
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    for turn in range(runs + 1):
        for name, job in jobs.items():
            started = perf_counter()
            job()
            if turn:
                seconds[name].append(perf_counter() - started)
    return seconds


def _table(title: str, seconds: dict[str, list[float]]) -> Table:
    table = Table(title=title, title_justify="left", box=None)
    table.add_column("", no_wrap=True)
    for name in ("median ms", "quartiles", "x floor"):
        table.add_column(name, justify="right")
    floor = seconds[FLOOR]
    for name, spent in seconds.items():
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
