"""A task's stay at its sites: the leases, and what is made new before and after."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.site import When
from pytest_vwa.core.task import Task

from .changing import changes
from .entry import Entry
from .lease.leases import Lease, Leases, Told
from .lease.queue import Want
from .marks import Marks
from .reset import ResetHook, reset


@dataclass(frozen=True)
class Visit:
    """Which task wants which sites, how long it waits for them in seconds, and who is told: of
    those before it while it waits, and of what went wrong ``late``, without costing the task its
    verdict."""

    task: Task
    who: str
    entries: Sequence[Entry]
    timeout: float
    waits: Told = lambda before: None
    late: Callable[[str], None] = lambda trouble: None


@dataclass(frozen=True)
class Stay:
    """``places`` has the address of a replica by site; times are in seconds."""

    places: Mapping[str, str]
    waited: float
    renewing: float


@dataclass(frozen=True)
class Tenancy:
    """``when`` sites are made new unless their entry says otherwise, with ``hooks`` by name;
    ``moved`` is told of each replica that was: whoever was logged in there is not any more."""

    leases: Leases
    marks: Marks
    when: When
    hooks: Mapping[str, ResetHook] = field(default_factory=dict)
    moved: Callable[[Entry, str], None] = lambda entry, place: None

    @contextmanager
    def stay(self, visit: Visit) -> Iterator[Stay]:
        """Raises SiteError when a site was not free in time, could not be made new before the
        task, or was lost to others meanwhile."""
        alone = changes(visit.task) or any(map(self._first, visit.entries))
        with self._lease(visit, alone=alone) as lease:
            if alone or not lease.spoilt:
                yield from self._stay(visit, lease, alone=alone)
                return
        with self._lease(visit, alone=True) as lease:
            yield from self._stay(visit, lease, alone=True)

    def _stay(self, visit: Visit, lease: Lease, *, alone: bool) -> Iterator[Stay]:
        places = {
            entry.name: place for entry, place in zip(visit.entries, lease.places, strict=True)
        }
        began = perf_counter()
        for entry in visit.entries:
            place = places[entry.name]
            if place in lease.spoilt or self._due(entry, place, visit.task):
                self._renew(entry, place)
        yield Stay(places, lease.waited, perf_counter() - began)
        if alone:
            self._leave(visit, places)

    @contextmanager
    def _lease(self, visit: Visit, *, alone: bool) -> Iterator[Lease]:
        entries = visit.entries
        wants = [Want(entry.replicas, alone and not entry.read_only) for entry in entries]
        spoils = alone and any(self._spoils(entry) for entry in entries)
        hold = self.leases.hold
        with hold(wants, visit.who, visit.timeout, visit.waits, visit.late, spoils=spoils) as lease:
            yield lease

    def _due(self, entry: Entry, place: str, task: Task) -> bool:
        match self._when(entry):
            case "per-run":
                return not self.marks.has(place)
            case "on-request":
                return task.require_reset
        return False

    def _first(self, entry: Entry) -> bool:
        """A replica that this run has not made new may be made so by this task."""
        return self._when(entry) == "per-run" and not all(map(self.marks.has, entry.replicas))

    def _spoils(self, entry: Entry) -> bool:
        return self._when(entry) == "per-mutating-task"

    def _when(self, entry: Entry) -> When:
        if entry.reset is None or entry.read_only:
            return "never"
        return entry.reset.when or self.when

    def _renew(self, entry: Entry, place: str) -> None:
        reset(entry, place, self.hooks)
        self.marks.set(place)
        self.leases.cleaned(place)
        self.moved(entry, place)

    def _leave(self, visit: Visit, places: Mapping[str, str]) -> None:
        """What cannot be made new now is, by whoever comes next."""
        for entry in filter(self._spoils, visit.entries):
            try:
                self._renew(entry, places[entry.name])
            except SiteError as error:
                visit.late(str(error))
                self.leases.stained(places[entry.name], visit.who)
