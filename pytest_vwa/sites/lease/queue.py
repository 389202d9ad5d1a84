"""The order in which tests get the sites they want: pure functions of a queue.

A queue is fair: nobody gets a place that somebody before them waits for. A ticket gets all its
places at once, so that no two can wait for each other.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Want:
    """One site: the addresses of its ``replicas``, any of which will do, ``alone`` or beside
    others who do not want to be alone."""

    replicas: tuple[str, ...]
    alone: bool = False


@dataclass(frozen=True)
class Ticket:
    """``places`` has a replica for each want, and nothing while it waits. ``who`` is told to those
    who wait behind it, and ``run`` to those of another run; ``beat`` changes as long as its holder
    lives. One that ``spoils`` what it has for itself makes it new before it leaves; one without
    wants is what such a holder left when it died."""

    id: str
    wants: tuple[Want, ...]
    who: str = ""
    places: tuple[str, ...] = ()
    beat: int = 0
    spoils: bool = False
    run: str = ""

    @property
    def waits(self) -> bool:
        return bool(self.wants) and not self.places

    @property
    def uses(self) -> Iterator[tuple[str, bool]]:
        """What it holds: an address, and whether alone."""
        for place, want in zip(self.places, self.wants, strict=False):
            yield place, want.alone


Queue = tuple[Ticket, ...]
"""In the order of arrival."""
_STAIN = "spoilt "


def served(queue: Queue) -> Queue:
    """With places for all who can have theirs now."""
    seats = _Seats.of(queue)
    return tuple(seats.seat(ticket) if ticket.waits else ticket for ticket in queue)


def without(queue: Queue, id_: str) -> Queue:
    return tuple(ticket for ticket in queue if ticket.id != id_)


def buried(queue: Queue, dead: Collection[tuple[str, int]]) -> Queue:
    """Without those that still are as they were found dead, by id and beat; what they spoilt
    stays spoilt."""
    left = tuple(ticket for ticket in queue if (ticket.id, ticket.beat) not in dead)
    gone = (ticket for ticket in queue if ticket.spoils and ticket not in left)
    stains = {place: ticket for ticket in gone for place, alone in ticket.uses if alone}
    for place, ticket in stains.items():
        left = stained(left, place, ticket.who)
    return left


def stained(queue: Queue, place: str, who: str) -> Queue:
    """Somebody could not make the place new again."""
    return (*cleaned(queue, place), Ticket(_STAIN + place, (), who, (place,)))


def spoilt(queue: Queue, places: Collection[str]) -> tuple[str, ...]:
    """Those of the places that somebody died on before they were new again."""
    return tuple(place for place in places if find(queue, _STAIN + place))


def cleaned(queue: Queue, place: str) -> Queue:
    return without(queue, _STAIN + place)


def beaten(queue: Queue, id_: str) -> Queue:
    return tuple(replace(t, beat=t.beat + 1) if t.id == id_ else t for t in queue)


def find(queue: Queue, id_: str) -> Ticket | None:
    return next((ticket for ticket in queue if ticket.id == id_), None)


def ahead(queue: Queue, ticket: Ticket) -> Queue:
    """Those that it waits for: before it, and with a wish for one of the same places."""
    mine = _wished(ticket)
    before = queue[: [each.id for each in queue].index(ticket.id)]
    return tuple(other for other in before if mine & (_wished(other) | set(other.places)))


def _wished(ticket: Ticket) -> set[str]:
    return {place for want in ticket.wants for place in want.replicas}


@dataclass
class _Seats:
    """How the replicas are used while tickets are gone through: who is there, alone or how many,
    and what somebody waits for already."""

    alone: set[str] = field(default_factory=set)
    shared: dict[str, int] = field(default_factory=dict)
    claimed: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, queue: Queue) -> "_Seats":
        seats = cls()
        for ticket in queue:
            seats._take(dict(ticket.uses))
        return seats

    def seat(self, ticket: Ticket) -> Ticket:
        """The ticket with its places, or as it is: then nobody behind it gets what it wants."""
        found: dict[str, bool] = {}
        for want in ticket.wants:
            place = self._place(want, found)
            if place is None:
                self.claimed |= _wished(ticket)
                return ticket
            found[place] = want.alone
        self._take(found)
        return replace(ticket, places=tuple(found))

    def _place(self, want: Want, taken: Mapping[str, bool]) -> str | None:
        """Those who share sit together, where most are: the other replicas stay free."""
        free = [
            place
            for place in want.replicas
            if place not in self.claimed | self.alone | set(taken)
            and not (want.alone and place in self.shared)
        ]
        return max(free, key=lambda place: self.shared.get(place, 0), default=None)

    def _take(self, uses: Mapping[str, bool]) -> None:
        for place, alone in uses.items():
            if alone:
                self.alone.add(place)
            else:
                self.shared[place] = self.shared.get(place, 0) + 1
