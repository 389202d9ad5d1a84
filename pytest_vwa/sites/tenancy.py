"""A task's stay at its sites: the leases, and what is made new before and after."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
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
    those before it while it waits, of what went wrong ``late``, without costing the task its
    verdict, and of the seconds ``spent`` in the phases ``wait`` and ``reset``."""

    task: Task
    who: str
    entries: Sequence[Entry]
    timeout: float
    waits: Told = lambda before: None
    late: Callable[[str], None] = lambda trouble: None
    spent: Callable[[str, float], None] = lambda phase, seconds: None

    @contextmanager
    def timed(self, phase: str) -> Iterator[None]:
        """Also when it ends in an error."""
        began = perf_counter()
        try:
            yield
        finally:
            self.spent(phase, perf_counter() - began)


Places = Mapping[str, str]
"""The address of a replica by site."""


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
    def stay(self, visit: Visit) -> Iterator[Places]:
        """Raises SiteError when a site was not free in time, could not be made new before the
        task, or was lost to others meanwhile."""
        task = visit.task
        alone = changes(task) or any(self._renews(entry, task) for entry in visit.entries)
        with self._lease(visit, alone=alone) as lease:
            if alone or not lease.spoilt:
                yield from self._stay(visit, lease)
                return
        with self._lease(visit, alone=True) as lease:
            yield from self._stay(visit, lease)

    def _stay(self, visit: Visit, lease: Lease) -> Iterator[Places]:
        places = {
            entry.name: place for entry, place in zip(visit.entries, lease.places, strict=True)
        }
        if visit.task.require_reset:
            for entry in visit.entries:
                if not (entry.reset or entry.read_only):
                    visit.late(f"{entry.name} was not made new first: nothing says how (reset)")
        with visit.timed("reset"):
            for entry in visit.entries:
                place = places[entry.name]
                if place in lease.spoilt or self._due(entry, place, visit.task):
                    self._renew(entry, place)
        yield places
        if changes(visit.task):
            with visit.timed("reset"):
                self._leave(visit, places)

    @contextmanager
    def _lease(self, visit: Visit, *, alone: bool) -> Iterator[Lease]:
        entries = visit.entries
        wants = [Want(entry.replicas, alone and not entry.read_only) for entry in entries]
        spoils = alone and any(self._spoils(entry) for entry in entries)
        lease = self.leases.hold(
            wants, visit.who, visit.timeout, visit.waits, visit.late, spoils=spoils
        )
        with ExitStack() as stack:
            try:
                with visit.timed("wait"):
                    held = stack.enter_context(lease)
            except SiteError as error:
                raise SiteError(f"{', '.join(entry.name for entry in entries)}: {error}") from error
            yield held

    def _due(self, entry: Entry, place: str, task: Task) -> bool:
        match self._when(entry):
            case "per-run":
                return not self.marks.has(place)
            case "on-request":
                return task.require_reset
        return False

    def _renews(self, entry: Entry, task: Task) -> bool:
        """Whichever replica the task gets, it may be due."""
        return any(self._due(entry, place, task) for place in entry.replicas)

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

    def _leave(self, visit: Visit, places: Places) -> None:
        """What cannot be made new now is, by whoever comes next."""
        for entry in filter(self._spoils, visit.entries):
            try:
                self._renew(entry, places[entry.name])
            except SiteError as error:
                visit.late(str(error))
                self.leases.stained(places[entry.name], visit.who)
