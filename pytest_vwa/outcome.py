"""From what happened in a test to its outcome, its record, and what pytest shows of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import StackSummary, TracebackException
from typing import NoReturn

import pytest

from .core.errors import Broken, SiteError, Unavailable
from .core.record import SiteTrouble
from .core.verdict import Outcome
from .core.wellformed import printable
from .options import SETTINGS
from .runlog import RunLog
from .sites.trouble import OTHER, culprit, kind_of

_PACKAGE = Path(__file__).parent
RUNLOG = pytest.StashKey[RunLog]()


@contextmanager
def skipping_unavailable() -> Iterator[None]:
    """Something that is not here (a video, a site) skips the test, with the reason."""
    try:
        yield
    except Unavailable as error:
        pytest.skip(str(error))


def conclude(item: pytest.Item, log: RunLog) -> None:
    """Tell listeners of the verdict, then fail the test if the agent lost, unless the tasks are
    tried and not the agent."""
    # What the agent saw is not kept with a run.
    trajectory = None if log.rescored_from else log.trajectory
    item.config.hook.pytest_vwa_verdict(item=item, record=log.record(), trajectory=trajectory)
    if log.outcome is Outcome.FAILED and not item.config.stash[SETTINGS].validate:
        _lost(log.reason)


def _lost(reason: str) -> NoReturn:
    __tracebackhide__ = True
    pytest.fail(reason, pytrace=False)


def take_in(
    log: RunLog, excinfo: pytest.ExceptionInfo[BaseException], report: pytest.TestReport
) -> None:
    """What a phase of the test ended with, unless it went well."""
    error = excinfo.value
    if report.when == "teardown" and log.error_kind == "browser":
        # The context of a browser that was lost cannot be closed: the same breakage, told already.
        report.outcome, report.longrepr = "passed", None
    elif isinstance(error, pytest.skip.Exception):
        log.skipped(str(error.msg))
        path, line, _ = report.location
        report.longrepr = (path, (line or 0) + 1, f"Skipped: {error.msg}")
    elif isinstance(error, pytest.fail.Exception) and log.outcome is Outcome.FAILED:
        return
    elif isinstance(error, Broken):
        blame = _blame(log, error)
        log.broke(error.kind, str(error), blame)
        if blame and blame.not_run:
            vars(report)["vwa_not_run"] = True
        report.longrepr = printable(f"{error.kind} error: {error}{_where(error)}")
    else:
        log.broke("harness", f"{type(error).__name__}: {error}")
        if (told := str(report.longrepr)) != (shown := printable(told)):
            report.longrepr = shown


def _blame(log: RunLog, error: Broken) -> SiteTrouble | None:
    """Which of the task's sites is at fault, and how."""
    if not isinstance(error, SiteError):
        return None
    site = error.site or culprit(str(error), log.addresses)
    kind = error.trouble or kind_of(str(error)) or OTHER
    return SiteTrouble(site=site, kind=kind, not_run=error.not_run)


def _where(error: Broken) -> str:
    """The traceback of what a user's own code raised: an agent or an evaluator.

    Of other breakage the message tells all; where in our code it was met helps nobody.
    """
    cause = error.__cause__
    if cause is None or error.kind not in {"agent", "harness"}:
        return ""
    told = TracebackException.from_exception(cause)
    told.stack = StackSummary.from_list(
        [frame for frame in told.stack if not Path(frame.filename).is_relative_to(_PACKAGE)]
        or list(told.stack)
    )
    return "\n\n" + "".join(told.format()).rstrip()
