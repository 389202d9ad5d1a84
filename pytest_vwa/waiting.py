"""What a test waits for, told while it waits."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def told(item: pytest.Item) -> Iterator[Callable[[str], None]]:
    """What the test waits for, for the terminal alone; inside it waits, afterwards no longer.

    It goes by a report of its own, which xdist brings to the controller: one of a set-up that went
    well, which nobody shows or counts.
    """
    since = time.strftime("%H:%M:%S")
    last = ""

    def tell(what: str) -> None:
        nonlocal last
        last = what
        report = pytest.TestReport(item.nodeid, item.location, {}, "passed", None, "setup")
        vars(report)["vwa_waits"] = f"since {since}  {what}" if what else ""
        item.ihook.pytest_runtest_logreport(report=report)

    try:
        yield tell
    finally:
        if last:
            tell("")
