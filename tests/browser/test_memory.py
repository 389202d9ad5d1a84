"""Looking at a page leaves nothing behind."""

import gc
import tracemalloc
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import BrowserContext, CDPSession

from pytest_vwa.browser.world import BrowserWorld

CARDS = "".join(
    f"<div><a href=/{n}><img alt='Boat {n}' width=60 height=40 src=data:,></a>"
    f"<h3><a href=/{n}>Boat {n}</a></h3><button>Add</button></div>"
    for n in range(60)
)
FRAME = "<iframe srcdoc='<button>Inside</button>'></iframe>"
SANDBOX = "<iframe sandbox=allow-scripts srcdoc='<button>Apart</button>'></iframe>"
RENAME = "number => { document.querySelector('h3 a').textContent = `Boat ${number}` }"
"""Otherwise nothing would be drawn: a page that stays as it was is not."""
WARM, GROWTH = 10, 1.05
often = pytest.mark.parametrize("times", [20, pytest.param(100, marks=pytest.mark.full)])


def counts(session: CDPSession) -> dict[str, float]:
    """What the page holds once all that is held no longer has been swept away."""
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    return {"heap": heap, **session.send("Memory.getDOMCounters")}


@pytest.fixture
def world(world_at: Callable[..., BrowserWorld]) -> BrowserWorld:
    return world_at(f"{FRAME}{SANDBOX}{CARDS}")


@often
def test_repeated_observe_does_not_leak_browser_memory(
    world: BrowserWorld, browsing: BrowserContext, times: int
) -> None:
    page = browsing.pages[0]
    session = browsing.new_cdp_session(page)
    for _ in range(WARM):
        world.observe()
    before = counts(session)
    for _ in range(times):
        world.observe()
    after = counts(session)
    grown = {
        name: (before[name], after[name]) for name in before if after[name] > GROWTH * before[name]
    }
    assert not grown


@often
def test_repeated_observe_does_not_leak_python_memory(
    world: BrowserWorld, browsing: BrowserContext, times: int
) -> None:
    numbers = count()

    def observe_anew() -> None:
        browsing.pages[0].evaluate(RENAME, next(numbers))
        world.observe()

    for _ in range(WARM):
        observe_anew()
    tracemalloc.start()
    try:
        for _ in range(WARM):
            observe_anew()
        gc.collect()
        loaded = tracemalloc.get_traced_memory()[0]
        for _ in range(times):
            observe_anew()
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - loaded
    finally:
        tracemalloc.stop()
    # Traced memory begins at nothing; the process as a whole holds tens of megabytes.
    assert grown < 10_000 * times
