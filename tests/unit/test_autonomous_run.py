"""An agent that drives the browser by itself runs beside the harness, which keeps what it sees."""

import asyncio
from collections.abc import Iterator
from threading import Event

import pytest

from pytest_vwa.autonomous.run import MOST_STEPS, run
from pytest_vwa.core.errors import AgentError, BrowserError, SiteError, VwaError
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.ports import Brief
from pytest_vwa.core.trajectory import StopReason, Trajectory
from pytest_vwa.episode import Limits

BRIEF = Brief("key", "Do it.", (), {})


class PaperBrowser:
    """Opens these pages while it is looked on, then breaks if it is told to."""

    cdp_url = "http://127.0.0.1:1"

    def __init__(self, *pages: str, breaks: VwaError | None = None) -> None:
        self.pages = pages
        self.breaks = breaks
        self.shown = Event()
        self.closed = Event()

    def look(self) -> Observation:
        return page("start")

    def look_on(self, seconds: float) -> Iterator[Observation]:
        pages, self.pages = self.pages, ()
        yield from map(page, pages)
        if self.breaks:
            raise self.breaks
        self.shown.set()

    def take_away(self) -> Observation:
        self.close()
        return page("end")

    def close(self) -> None:
        self.closed.set()


def page(url: str) -> Observation:
    return Observation("", None, (), url, (), note=f"at {url}")


def play(browser: PaperBrowser, body: object, seconds: float = 30) -> tuple[Trajectory, list[str]]:
    agent = type("Mine", (), {"run": body})()
    warnings: list[str] = []
    limits = Limits(seconds=seconds)
    return run(agent, BRIEF, browser, limits, warn=warnings.append), warnings


def test_autonomous_run_records_pages_and_answer_as_steps() -> None:
    browser = PaperBrowser("one", "two")
    trajectory, warnings = play(browser, lambda *_: browser.shown.wait() and "done")
    assert [step.observation.url for step in trajectory.steps] == ["start", "one", "end"]
    assert [str(step.action) for step in trajectory.steps] == [
        "goto [one]",
        "goto [two]",
        "stop [done]",
    ]
    assert [step.note for step in trajectory.steps] == ["at one", "at two", "at end"]
    assert (trajectory.stop, trajectory.answer) == (StopReason.ANSWERED, "done")
    assert trajectory.from_outside
    assert warnings == []
    assert browser.closed.is_set()


def test_autonomous_run_limits_recorded_steps() -> None:
    browser = PaperBrowser(*(f"page {n}" for n in range(MOST_STEPS + 50)))
    trajectory, _ = play(browser, lambda *_: browser.shown.wait() and "done")
    assert len(trajectory.steps) == MOST_STEPS
    assert str(trajectory.steps[-1].action) == "stop [done]"


def test_autonomous_run_passes_task_and_cdp_url() -> None:
    browser = PaperBrowser()
    trajectory, _ = play(browser, lambda _, brief, cdp_url: f"{brief.intent} {cdp_url}")
    assert trajectory.answer == "Do it. http://127.0.0.1:1"


def test_autonomous_run_awaits_coroutines() -> None:
    async def work(*_: object) -> str:
        return await asyncio.to_thread(lambda: "done")

    assert play(PaperBrowser(), work)[0].answer == "done"


async def _fails(*_: object) -> str:
    raise KeyError("x")


async def _is_cancelled(*_: object) -> str:
    raise asyncio.CancelledError


def _exits(*_: object) -> str:
    raise SystemExit(3)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (_fails, "the agent raised KeyError: 'x'"),
        (_exits, "the agent raised SystemExit: 3"),
        (_is_cancelled, "the agent's run was cancelled"),
        (lambda *_: 7, r"run\(\) returned a int; expected a str"),
    ],
)
def test_autonomous_run_reports_failures_as_agent_error(body: object, told: str) -> None:
    browser = PaperBrowser()
    with pytest.raises(AgentError, match=told):
        play(browser, body)
    assert browser.closed.is_set()


@pytest.mark.parametrize("error", [BrowserError("lost"), SiteError("down")])
def test_autonomous_run_ends_on_browser_or_site_error(error: VwaError) -> None:
    browser = PaperBrowser(breaks=error)
    with pytest.raises(type(error), match=str(error)):
        play(browser, lambda *_: browser.closed.wait() and "too late")
    assert browser.closed.is_set()


def test_autonomous_run_time_limit_turns_error_into_warning() -> None:
    browser = PaperBrowser("one")

    def work(*_: object) -> str:
        browser.closed.wait()
        raise ConnectionError("no browser")

    trajectory, warnings = play(browser, work, seconds=0.2)
    assert (trajectory.stop, trajectory.answer) == (StopReason.TIME_LIMIT, "")
    assert trajectory.steps[-1].action is None
    assert warnings == ["without its browser, the agent raised ConnectionError: no browser"]


def test_autonomous_run_time_limit_cancels_coroutine() -> None:
    tidied = Event()

    async def work(*_: object) -> str:
        try:
            await asyncio.Event().wait()
        finally:
            tidied.set()
        return "never"

    _, warnings = play(PaperBrowser(), work, seconds=0.2)
    assert warnings == ["without its browser, the agent's run was cancelled"]
    assert tidied.is_set()
