"""The agent's work on a task, and once more where somebody else has signed it out meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from . import episode
from .agents.lookup import is_autonomous
from .autonomous import run as autonomous
from .core.errors import Broken, SiteError
from .core.parsing import PARSINGS
from .core.ports import Evidence
from .core.trajectory import Step, Trajectory
from .core.verdict import Outcome
from .evidence.file import drop
from .options import CATALOG
from .runlog import RunLog
from .sites.attendance import Attendance, LoggedOut
from .sites.logins import State
from .sites.trouble import of_met_page

Judge = Callable[[RunLog, Evidence, pytest.Config], None]


def work(request: pytest.FixtureRequest, judge: Judge) -> None:
    """Let the agent work, and judge what it did. Raises LoggedOut when it was signed out twice."""
    __tracebackhide__ = True
    fixture = request.getfixturevalue
    log: RunLog = fixture("vwa_run")
    with log.phase("watch"):
        agent = fixture("agent")
    with log.phase("start"):
        world = fixture("world")
    try:
        _Attempt(request, agent, world).make(judge)
    except LoggedOut as lost:
        state = _log_in_again(log, fixture("attendance"), str(lost))
        with log.phase("start"):
            world = fixture("open_world")(storage_state=state)
        with log.phase("watch"):
            agent = fixture("new_agent")()
        _Attempt(request, agent, world).make(judge)


def _log_in_again(log: RunLog, attendance: Attendance, lost: str) -> State:
    """What was done so far is kept where that fails, with what was ``lost``."""
    try:
        with log.phase("login"):
            state = attendance.log_in()
    except SiteError:
        log.warnings.append(lost)
        raise
    log.begin_again(lost)
    return state


@dataclass(frozen=True)
class _Attempt:
    request: pytest.FixtureRequest
    agent: Any
    world: Any

    def make(self, judge: Judge) -> None:
        __tracebackhide__ = True
        fixture, log = self.request.getfixturevalue, self._log
        trajectory = self._run()
        with log.phase("evaluate"):
            evidence: Evidence = fixture("evidence")(trajectory, self.world)
        try:
            judge(log, evidence, self.request.config)
        except Broken:
            self._make_sure()  # pages that ask for a log-in break evaluators too
            raise
        if log.outcome is not Outcome.PASSED:
            self._make_sure()
            _excuse(log, self.world.trouble, evidence)
        episode.remember(self.agent, trajectory, passed=log.outcome is Outcome.PASSED)

    def _run(self) -> Trajectory:
        fixture, log = self.request.getfixturevalue, self._log
        brief, limits = fixture("brief"), fixture("limits")
        if is_autonomous(self.agent):
            note = log.warnings.append
            return autonomous.run(self.agent, brief, self.world, limits, log.watch, note)
        reader, sites = PARSINGS[brief.parsing].read, fixture("task_sites")
        return episode.run(
            self.agent,
            self.world,
            limits,
            self._watch,
            reader,
            lambda: log.usage,
            lambda seen: seen.reworded(sites.shown),
        )

    def _watch(self, step: Step) -> None:
        self._log.watch(step)
        if self._is_guarded:
            self._attendance.meet(self.world.last_url, self.world.storage_state)

    def _make_sure(self) -> None:
        """Was it still logged in at the end? Else what was judged is not the agent's work."""
        if not self._is_guarded:
            return
        try:
            self._attendance.check(self.world.remains().storage)
        except LoggedOut:
            drop(self._log.artifacts)
            self._log.void()
            raise

    @property
    def _is_guarded(self) -> bool:
        """Of the arena's sites each test has its own, so nobody else signs out there; and a state
        that the user gives may be anybody's."""
        if not self.request.config.stash[CATALOG]:
            return False  # without asking for the next fixture, which starts Playwright
        return "storage_state" not in self.request.getfixturevalue("browser_context_args")

    @property
    def _attendance(self) -> Attendance:
        attendance: Attendance = self.request.getfixturevalue("attendance")
        return attendance

    @property
    def _log(self) -> RunLog:
        log: RunLog = self.request.getfixturevalue("vwa_run")
        return log


def _excuse(log: RunLog, trouble: str, evidence: Evidence) -> None:
    """Who works on a site that fails has not lost."""
    shown = [tab for tab in evidence.tabs if tab.url == evidence.last_url]
    met = next(filter(None, (of_met_page(tab.url, tab.html) for tab in shown)), None)
    kind = ""
    if met and not trouble:
        trouble, kind = met.evidence, met.kind
    if trouble:
        log.verdict, log.verdicts = None, {}
        raise SiteError(f"the task failed while its site did not work: {trouble}", trouble=kind)
