"""A finished run as its journal tells it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.reporting import runs
from pytest_vwa.reporting.journal import flaws, load

Identity = tuple[str, bool, str | None, int]
"""A task's key, whether it is its question, the agent's name, and which of its trials."""


@dataclass(frozen=True)
class Past:
    """``folder`` is the journal's; the artifact folders of the records are meant from there."""

    folder: Path
    records: tuple[Record, ...]
    flaws: tuple[str, ...] = ()
    """What is damaged of the journal, and left out."""

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def agents(self) -> tuple[str, ...]:
        """In the order in which they first ran."""
        return tuple(dict.fromkeys(r.agent for r in self.records if r.agent is not None))

    @property
    def trials(self) -> int:
        return max((record.trial for record in self.records), default=1)

    def find(self, identity: Identity, nodeid: str) -> Record | None:
        """The last record of this trial of the task by this agent; where it ran in several ways,
        such as in two browsers, the one of the same test."""
        found = self._by_identity.get(identity, [])
        same = [record for record in found if record.name == nodeid.rpartition("::")[2]]
        return (same or found)[-1] if found else None

    def of(self, record: Record) -> Record | None:
        """What a record that was made from this run was made of."""
        return self.find(identity(record), record.nodeid)

    def without(self, identities: Iterable[Identity]) -> tuple[Record, ...]:
        """The last record of each task that is not among these."""
        missing = self._by_identity.keys() - set(identities)
        return tuple(found[-1] for key, found in self._by_identity.items() if key in missing)

    @cached_property
    def _by_identity(self) -> dict[Identity, list[Record]]:
        found: dict[Identity, list[Record]] = {}
        for record in self.records:
            found.setdefault(identity(record), []).append(record)
        return found


def identity(record: Record) -> Identity:
    return record.key, record.is_question, record.agent, record.trial


def open_run(name: str, report_dir: Path, here: Path) -> Past:
    """The run of this name in the report folder, or the one whose folder or journal it names.

    Raises UsageError when there is none, or when its journal cannot be read.
    """
    return _past(runs.find("--vwa-rescore", name, report_dir, here))


def _past(journal: Path) -> Past:
    found = load(journal)
    if not found.records:
        held = "a single line, which is cut off" if found.cut else "no record"
        raise UsageError(
            f"--vwa-rescore: the journal {journal} holds {held}: nothing to judge again"
        )
    return Past(journal.parent.resolve(), found.records, tuple(flaws(journal)))
