"""What of a gate can be told wrong before anything runs: a plugin, registered where a rule is about
a group."""

from collections.abc import Iterator, Sequence

import pytest

from . import refusal
from .core.errors import UsageError
from .core.task import subject_of
from .options import SETTINGS, Settings
from .reporting import rules
from .reporting.journal import results
from .reporting.runs import JOURNAL
from .reporting.summary import marks


# First: what -k and -m leave out is known all the same.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: Sequence[pytest.Item]) -> None:
    """Refuses a rule about a group of which neither the collected tasks nor the run that goes on
    know anything, and that is no word of the benchmarks either."""
    collected = set(_collected(items))
    if not collected:
        return
    settings = config.stash[SETTINGS]
    with refusal.noted(config):
        for rule in map(rules.parse, settings.gate):
            wrong = rules.misspelt(rule, collected)
            if wrong and rule.marker not in _gone_on_with(settings):
                raise pytest.UsageError(f"--vwa-gate: {wrong}")


def _collected(items: Sequence[pytest.Item]) -> Iterator[str]:
    for item in items:
        if subject := subject_of(item):
            task, question = subject.task, subject.question
            yield "question" if question else task.kind
            yield from (*task.sites, *task.categories)
            if level := question.difficulty if question else task.difficulty:
                yield level


def _gone_on_with(settings: Settings) -> set[str]:
    journal = settings.report_dir / settings.run / JOURNAL
    if not settings.resume or not journal.exists():
        return set()
    try:
        return {name for each in results(journal) for names in marks(each) for name in names}
    except UsageError:
        return set()
