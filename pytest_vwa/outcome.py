"""From what happened in a test to its outcome, its record, and what pytest shows of it.

A plugin of its own, registered when the first task file is collected.
"""

import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

import pytest

from .core.errors import Broken, Unavailable
from .core.task import Question, Task
from .core.verdict import Outcome
from .options import SETTINGS
from .runlog import RunLog

RUNLOG = pytest.StashKey[RunLog]()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Open the run log of an item that is a task or a question; other items are none of ours."""
    function = getattr(item, "function", None)
    task: Task | None = getattr(function, "task", None)
    if task is None:
        return
    question: Question | None = getattr(function, "question", None)
    settings = item.config.stash[SETTINGS]
    callspec = getattr(item, "callspec", None)
    item.stash[RUNLOG] = RunLog(
        task=task,
        question=question,
        nodeid=item.nodeid,
        run=settings.run,
        report_dir=settings.report_dir,
        folder=str(Path(task.key).parent / re.sub(r"[^\w.-]+", "-", item.name).strip("-")),
        agent=callspec.params.get("agent_name") if callspec else None,
        versions={"pytest-vwa": version("pytest-vwa"), "pytest": pytest.__version__},
    )


@contextmanager
def skipping_unavailable() -> Iterator[None]:
    """Something that is not here (a video, a site) skips the test, with the reason."""
    try:
        yield
    except Unavailable as error:
        pytest.skip(str(error))


def conclude(item: pytest.Item, log: RunLog) -> None:
    """Tell listeners of the verdict, then fail the test if the agent lost."""
    item.config.hook.pytest_vwa_verdict(
        item=item, record=log.record(), trajectory=log.trajectory
    )
    if log.outcome is Outcome.FAILED:
        _lost(log.reason)


def _lost(reason: str) -> NoReturn:
    __tracebackhide__ = True
    pytest.fail(reason, pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Take in one phase of a test. The record goes out with the last, when all is known."""
    report = yield
    log = item.stash.get(RUNLOG, None)
    if log and call.excinfo is not None:
        _take_in(log, call.excinfo, report)
    if log and call.when == "teardown":
        vars(report)["vwa"] = log.record().model_dump(mode="json")
    return report


def _take_in(
    log: RunLog, excinfo: pytest.ExceptionInfo[BaseException], report: pytest.TestReport
) -> None:
    error = excinfo.value
    if isinstance(error, pytest.skip.Exception):
        log.skipped(str(error.msg))
    elif isinstance(error, pytest.fail.Exception) and log.outcome is Outcome.FAILED:
        return
    elif isinstance(error, Broken):
        log.broke(error.kind, str(error))
        report.longrepr = f"{error.kind} error: {error}"
    else:
        log.broke("harness", f"{type(error).__name__}: {error}")
