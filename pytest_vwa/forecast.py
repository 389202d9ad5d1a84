"""``--collect-only``: what a run of the listed tests may take, by what the last run took.

Light: where no run has left a journal, next to nothing is imported.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .core.errors import UsageError
from .core.task import subject_of

if TYPE_CHECKING:
    from .reporting.expected import Listed


class Forecast:
    """Tells at the end of the list what is to be expected."""

    def __init__(self, items: Sequence[pytest.Item], report_dir: Path) -> None:
        self._items, self._report_dir = items, report_dir

    # Quoted: pytest 8 does not export this name.
    def pytest_terminal_summary(self, terminalreporter: "pytest.TerminalReporter") -> None:
        from .reporting import runs

        last = next(iter(runs.newest_first(self._report_dir)), None)
        if last is None:
            return
        from .reporting import expected, journal

        try:
            records = journal.results(last)
        except UsageError as error:
            terminalreporter.write_line(f"nothing can be expected: {error}", yellow=True)
            return
        found = expected.expect(list(_listed(self._items)), records)
        for line in expected.lines(found, last.parent.name):
            terminalreporter.write_line(line)


def _listed(items: Sequence[pytest.Item]) -> "Iterator[Listed]":
    """Without an agent nothing runs."""
    from .reporting.expected import Listed

    for item in items:
        subject = subject_of(item)
        callspec = getattr(item, "callspec", None)
        agent = callspec.params.get("agent_name") if callspec else None
        if subject is not None and agent is not None:
            task = subject.task
            yield Listed(task.key, subject.question is not None, task.sites, agent)
