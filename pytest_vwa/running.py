"""Running a task or a question: a plugin of its own, registered when tests begin to run."""

import re
from collections.abc import Generator
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from . import episode, scoring
from .admission import why_not
from .agents.lookup import find, label, uses_model
from .core.ports import Evidence
from .core.task import Subject
from .core.trajectory import Trajectory
from .options import REGISTRY, SETTINGS
from .outcome import RUNLOG, conclude, skipping_unavailable, take_in
from .runlog import RunLog


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Open the run log of a task or a question; other items are none of ours."""
    subject: Subject | None = getattr(getattr(item, "function", None), "vwa", None)
    if subject is not None:
        item.stash[RUNLOG] = _open_log(item, subject)
        if reason := why_not(subject, item.config):
            pytest.skip(reason)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Take in one phase of a test. The record goes out with the last, when all is known; what is
    known at the start goes out with the first, for a worker that crashes in between."""
    report = yield
    log = item.stash.get(RUNLOG, None)
    if log and call.when == "setup":
        vars(report)["vwa_begun"] = log.record().model_dump(mode="json")
    if log and call.excinfo is not None:
        take_in(log, call.excinfo, report)
    if log and call.when == "teardown":
        vars(report)["vwa"] = log.record().model_dump(mode="json")
    return report


def _open_log(item: pytest.Item, subject: Subject) -> RunLog:
    settings = item.config.stash[SETTINGS]
    callspec = getattr(item, "callspec", None)
    agent = callspec.params.get("agent_name") if callspec else None
    return RunLog(
        task=subject.task,
        question=subject.question,
        nodeid=item.nodeid,
        run=settings.run,
        report_dir=settings.report_dir,
        folder=str(Path(subject.task.key).parent / re.sub(r"[^\w.-]+", "-", item.name).strip("-")),
        agent=agent,
        model=_model_of(agent, item.config),
        profile=settings.profile,
        versions={"pytest-vwa": version("pytest-vwa"), "pytest": pytest.__version__},
    )


def _model_of(agent: str | None, config: pytest.Config) -> str | None:
    """Told from the start, so that tasks which are skipped stand beside those that ran."""
    settings = config.stash[SETTINGS]
    specs = [spec for spec in settings.agent if label(spec) == agent]
    uses = any(uses_model(find(s, config.stash[REGISTRY], settings.here)) for s in specs)
    return settings.model if uses else None


def run_task(request: pytest.FixtureRequest) -> None:
    """Let the agent work, then judge what it did."""
    __tracebackhide__ = True
    fixture = request.getfixturevalue
    log: RunLog = fixture("vwa_run")
    agent, world = fixture("agent"), fixture("world")
    with skipping_unavailable():
        trajectory = episode.run(agent, world, fixture("limits"), log.watch)
        evidence = fixture("evidence")(trajectory)
        _judge(log, trajectory.answer, evidence, trajectory, request.node)


def run_question(request: pytest.FixtureRequest) -> None:
    """Ask the agent about the video, then judge its answer."""
    __tracebackhide__ = True
    fixture = request.getfixturevalue
    log: RunLog = fixture("vwa_run")
    agent = fixture("agent")
    if not hasattr(agent, "answer"):
        pytest.skip(f"agent {log.agent} has no answer(question)")
    started = perf_counter()
    with skipping_unavailable():
        answer = episode.ask(agent, log.question.text if log.question else "")
        log.seconds["model"] += perf_counter() - started
        evidence = fixture("question_evidence")(answer)
        _judge(log, answer, evidence, None, request.node)


def _judge(
    log: RunLog,
    answer: str,
    evidence: Evidence,
    trajectory: Trajectory | None,
    item: pytest.Item,
) -> None:
    __tracebackhide__ = True
    started = perf_counter()
    checks = log.question.checks if log.question else log.task.checks
    verdicts = scoring.judge(checks, evidence, item.config.stash[REGISTRY], log.profile)
    log.seconds["evaluate"] += perf_counter() - started
    log.judged(verdicts, answer, trajectory)
    conclude(item, log)
