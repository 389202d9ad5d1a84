"""What a step costs: observe, act, and wait until the page has settled.

    python benchmarks/steps.py [--runs 7]

The model answers at once, so this is the harness, the browser and the page. Prints
1. a walk of 20 steps over the page of 300 elements, in turn with 20 bare screenshots of that page;
2. for each kind of action, what performing it costs beyond what Playwright's bare input does;
3. steps per second of a walk of 20 steps through the arena's classifieds.
"""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from statistics import median, quantiles
from time import perf_counter

from pages import serve
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table

from pytest_vwa.agents.reference import ReferenceAgent, Solution
from pytest_vwa.arena.server import Arena
from pytest_vwa.browser.launch import choose
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.ports import Agent, Brief
from pytest_vwa.episode import Limits, run

STEPS = 20
ELEMENTS = 300
KINDS = ("type", "hover", "scroll", "click")
ARENA_WALK = (
    'type [INPUT "Search"] [kayak] [1]',
    'click [A "Yellow sit-on-top kayak"]',
    'hover [A "Publish ad"]',
    "go_back",
    "go_back",
)


class Walker:
    """Types, hovers, scrolls, clicks and scrolls back, at another place each time."""

    def begin(self, brief: Brief) -> None:
        self.walked = 0

    def act(self, observation: Observation) -> Action:
        turn, place = self.walked % 5, self.walked
        self.walked += 1
        if turn in (2, 4):
            return Action("scroll", value="down" if turn == 2 else "up")
        if turn == 0:
            return Action("type", _pick(observation, "INPUT", place), f"boat {place}")
        if turn == 1:
            return Action("hover", _pick(observation, "A", place))
        return Action("click", _pick(observation, "BUTTON", place))

    def answer(self, question: str) -> str:
        return ""


def _pick(observation: Observation, tag: str, place: int) -> str:
    found = [element.id for element in observation.elements if element.tag == tag]
    return found[place % len(found)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    given = parser.parse_args()
    choice = choose(headless=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=choice.executable, args=list(choice.args)
        )
        report(browser, Console(width=100), given.runs)
        browser.close()


def report(browser: Browser, console: Console, runs: int) -> None:
    """All three, printed."""
    console.print(walk(browser, runs), "")
    console.print(overhead(browser, runs), "")
    console.print(f"arena: {arena(browser, runs):.1f} steps per second")


def walk(browser: Browser, runs: int) -> Table:
    """The walk and the bare screenshots take turns; the first turn warms up."""
    with _world(browser) as (world, page):
        session = page.context.new_cdp_session(page)

        def shoot() -> None:
            for _ in range(STEPS):
                session.send("Page.captureScreenshot", {"format": "jpeg", "quality": 80})

        def stroll() -> None:
            _walk(Walker(), world)

        pairs = [(_seconds(shoot), _seconds(stroll)) for _ in range(runs + 1)]
    bare, walked = zip(*pairs[1:], strict=True)
    table = _table(f"{STEPS} steps on {ELEMENTS} elements", "median ms each", "quartiles", "x bare")
    for name, seconds in (("bare screenshot, JPEG", bare), ("step", walked)):
        each = [1000 * spent / STEPS for spent in seconds]
        ratio = median(own / floor for own, floor in zip(seconds, bare, strict=True))
        table.add_row(name, f"{median(each):.1f}", _quartiles(each), f"{ratio:.2f}")
    return table


def overhead(browser: Browser, runs: int) -> Table:
    """Milliseconds that performing an action takes beyond the same input by bare Playwright."""
    table = _table("harness time per step", "performed, ms", "bare input", "beyond it", "quartiles")
    everything: list[float] = []
    with _world(browser) as (world, page):
        for kind in KINDS:
            pairs = [_pair(kind, number, world, page) for number in range(3 * runs + 1)][1:]
            performed, bare = zip(*pairs, strict=True)
            beyond = [own - floor for own, floor in pairs]
            everything += beyond
            row = (median(performed), median(bare), median(beyond))
            table.add_row(kind, *(f"{each:.1f}" for each in row), _quartiles(beyond))
    table.add_row("all", "", "", f"{median(everything):.1f}", _quartiles(everything))
    return table


def arena(browser: Browser, runs: int) -> float:
    """Steps per second, at the median of the walks."""
    solution = Solution(tuple(islice(cycle(ARENA_WALK), STEPS)))
    with Arena(["classifieds"]) as sites:
        url = sites.sites["classifieds"].url
        context = browser.new_context(viewport={"width": 1280, "height": 2048})
        world = BrowserWorld(context, [url], [url])
        world.open()
        walks = [_seconds(lambda: _walk(ReferenceAgent(solution), world)) for _ in range(runs + 1)]
        context.close()
    return STEPS / median(walks[1:])


@contextmanager
def _world(browser: Browser) -> Iterator[tuple[BrowserWorld, Page]]:
    context = browser.new_context(viewport={"width": 1280, "height": 2048})
    with serve(ELEMENTS) as url:
        world = BrowserWorld(context, [url], [url])
        world.open()
        yield world, context.pages[0]
        context.close()


def _walk(agent: Agent, world: BrowserWorld) -> None:
    agent.begin(Brief("walk", "", (), {}))
    walked = run(agent, world, Limits(steps=STEPS, repeated=STEPS))
    notes = [step.note for step in walked.steps if step.note]
    if notes:
        raise RuntimeError(f"the walk went wrong: {notes[0]}")


def _pair(kind: str, number: int, world: BrowserWorld, page: Page) -> tuple[float, float]:
    """Milliseconds of the action performed, and of the same input at another place of its sort."""
    page.evaluate("scrollTo(0, 0)")
    tag = {"type": "INPUT", "hover": "A"}.get(kind, "BUTTON")
    found = [each for each in world.observe().elements if each.tag == tag]
    ours, theirs = found[number % len(found)], found[(number + 1) % len(found)]
    x, y, width, height = theirs.box
    actions = {
        "type": Action("type", ours.id, f"boat {number}"),
        "hover": Action("hover", ours.id),
        "scroll": Action("scroll", value="down"),
        "click": Action("click", ours.id),
    }
    performed = _seconds(lambda: world.perform(actions[kind]))
    page.evaluate("scrollTo(0, 0)")
    bare = _seconds(_input(kind, page, x + width / 2, y + height / 2, f"boat {number}"))
    return 1000 * performed, 1000 * bare


def _input(kind: str, page: Page, x: float, y: float, text: str) -> Callable[[], object]:
    def type_in() -> None:
        page.mouse.click(x, y)
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.press("Backspace")
        page.keyboard.type(text)

    return {
        "type": type_in,
        "hover": lambda: page.mouse.move(x, y),
        "scroll": lambda: page.evaluate("scrollBy(0, innerHeight)"),
        "click": lambda: page.mouse.click(x, y),
    }[kind]


def _seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def _quartiles(values: list[float]) -> str:
    low, _, high = quantiles(values, n=4)
    return f"{low:.1f}-{high:.1f}"


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=None)
    table.add_column("", no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right")
    return table


if __name__ == "__main__":
    main()
