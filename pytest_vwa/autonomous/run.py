"""A run of an agent that drives the browser by itself: it works, the harness looks on."""

from collections.abc import Callable
from time import monotonic

from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import AgentError, VwaError
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.ports import AutonomousAgent, Brief, LentBrowser
from pytest_vwa.core.trajectory import Step, StopReason, Trajectory
from pytest_vwa.core.wellformed import well_formed
from pytest_vwa.episode import Limits

from .errand import Errand

MOST_STEPS = 200
"""Pages beyond these are no longer kept; the agent goes on."""
_LOOK = 0.05
_PATIENCE = 5.0
"""Seconds in which an agent whose browser was taken away should come to its end."""


class Chronicle:
    """What is seen of a run from outside, as steps: a page, and the page that was opened next."""

    def __init__(self, first: Observation, watch: Callable[[Step], None]) -> None:
        self.steps: list[Step] = []
        self._seen = first
        self._since = monotonic()
        self._watch = watch

    def opened(self, page: Observation) -> None:
        if len(self.steps) < MOST_STEPS - 1:
            self._turn(Action("goto", value=page.url), page.note)
            self._seen = page

    def ended(self, last: Observation, answer: str | None) -> None:
        """With an answer, or None: by the time limit."""
        self._seen = last
        action = None if answer is None else Action("stop", value=answer)
        self._turn(action, "; ".join(filter(None, (last.note, "" if action else "time was over"))))

    def _turn(self, action: Action | None, note: str) -> None:
        now = monotonic()
        seconds = {"agent": now - self._since}
        step = Step(len(self.steps) + 1, self._seen, "", action, note, seconds)
        self._since = now
        self.steps.append(step)
        self._watch(step)


def run(
    agent: AutonomousAgent,
    brief: Brief,
    browser: LentBrowser,
    limits: Limits,
    watch: Callable[[Step], None] = lambda step: None,
    warn: Callable[[str], None] = lambda sentence: None,
) -> Trajectory:
    """Let the agent work for at most ``limits.seconds``, then take the browser away. ``watch``
    sees each step; ``warn`` hears how an agent ended that did not end in time.

    Raises what breaks (Broken); an agent's own exception becomes an AgentError.
    """
    chronicle = Chronicle(browser.look(), watch)
    errand = Errand(lambda: agent.run(brief, browser.cdp_url), "agent")
    in_time = False
    try:
        ended = _look_on(errand, browser, limits.seconds, chronicle)
        last = browser.take_away()
        in_time = ended
    finally:
        browser.close()
        if not in_time:
            _call_off(errand, warn)
    answer = _answer(errand) if in_time else None
    chronicle.ended(last, answer)
    stop = StopReason.TIME_LIMIT if answer is None else StopReason.ANSWERED
    return Trajectory(tuple(chronicle.steps), stop, answer or "", from_outside=True)


def _look_on(errand: Errand, browser: LentBrowser, seconds: float, chronicle: Chronicle) -> bool:
    """Until the agent has ended, or its time: did it end in time?"""
    deadline = monotonic() + seconds
    ended = False
    while not ended and monotonic() < deadline:
        ended = errand.ended  # asked before looking: what it opened last is seen too
        for page in browser.look_on(_LOOK):
            chronicle.opened(page)
    return ended or errand.ended


def _call_off(errand: Errand, warn: Callable[[str], None]) -> None:
    """Its browser is gone: what becomes of the agent is told, and changes nothing."""
    if not errand.call_off(_PATIENCE):
        warn("the agent went on without its browser, and was left alone")
        return
    try:
        errand.result()
    except VwaError as error:
        warn(f"without its browser, {error}")


def _answer(errand: Errand) -> str:
    answer = errand.result()
    if not isinstance(answer, str):
        raise AgentError(f"run() returned a {type(answer).__name__}; expected a str")
    return well_formed(answer)
