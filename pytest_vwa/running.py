"""Running a task or a question: a plugin of its own, registered when tests begin to run."""

from collections.abc import Generator
from typing import Any

import pytest

from . import episode, scoring
from .admission import why_not
from .core.ports import Evidence
from .core.task import subject_of
from .evidence.file import write
from .evidence.memory import Memory
from .evidence.stored import freeze, thaw
from .opening import open_log
from .options import REGISTRY
from .outcome import RUNLOG, conclude, skipping_unavailable, take_in
from .reporting.properties import properties
from .rescoring.again import evidence_of, take_over
from .rescoring.plugin import PAST
from .runlog import RunLog
from .working import work


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Open the run log of a task or a question; other items are none of ours."""
    subject = subject_of(item)
    if subject is not None:
        item.stash[RUNLOG] = log = open_log(item, subject)
        if past := item.config.stash.get(PAST, None):
            take_over(log, past)
        if reason := why_not(subject, item.config, log.model):
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
        record = log.record()
        vars(report)["vwa"] = record.model_dump(mode="json")
        report.user_properties += properties(record)
    return report


def run_task(request: pytest.FixtureRequest) -> None:
    """Let the agent work, then judge what it did."""
    __tracebackhide__ = True
    fixture = request.getfixturevalue
    if PAST in request.config.stash:
        _rescore(request)
        return
    log: RunLog = fixture("vwa_run")
    with skipping_unavailable():
        work(request, _judge_and_keep)
        conclude(request.node, log)


def run_question(request: pytest.FixtureRequest) -> None:
    """Ask the agent about the video, then judge its answer."""
    __tracebackhide__ = True
    fixture = request.getfixturevalue
    if PAST in request.config.stash:
        _rescore(request)
        return
    log: RunLog = fixture("vwa_run")
    with log.phase("watch"):
        agent = fixture("agent")
    if not hasattr(agent, "answer"):
        pytest.skip(f"agent {log.agent} has no answer(question)")
    with skipping_unavailable():
        with log.phase("model"):
            answer = episode.ask(agent, log.question.text if log.question else "")
        _judge_and_keep(log, fixture("question_evidence")(answer), request.config)
        conclude(request.node, log)


def _rescore(request: pytest.FixtureRequest) -> None:
    """Judge what the evidence of a finished run shows; no other fixture is asked for."""
    __tracebackhide__ = True
    fixture = request.getfixturevalue
    log: RunLog = fixture("vwa_run")
    with skipping_unavailable():
        stored = evidence_of(log, request.config.stash[PAST])
        _judge(log, thaw(stored, fixture("judge")), request.config)
        conclude(request.node, log)


def _judge_and_keep(log: RunLog, evidence: Evidence, config: pytest.Config) -> None:
    """The evidence is kept also when the judge or an evaluator breaks: to be judged again."""
    __tracebackhide__ = True
    memory = Memory()
    watched = memory.watch(evidence)
    try:
        _judge(log, watched, config)
    finally:
        _keep(log, watched, memory)


def _keep(log: RunLog, evidence: Evidence, memory: Memory) -> None:
    """A full disk must not cost the run its verdict."""
    try:
        with log.phase("evaluate"):
            write(log.artifacts, freeze(log.source, evidence, memory))
        log.kept = True
    except (OSError, ValueError) as error:
        log.warnings.append(f"the evidence was not kept: {error}")


def _judge(log: RunLog, evidence: Evidence, config: pytest.Config) -> None:
    __tracebackhide__ = True
    log.sites = evidence.sites
    checks = log.question.checks if log.question else log.task.checks
    with log.phase("evaluate"):
        verdicts = scoring.judge(checks, evidence, config.stash[REGISTRY], log.profile)
    log.judged(verdicts, evidence.answer, evidence.trajectory)
