"""Taking a lease and giving it back, by whichever process and machine."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Event, Thread
from time import monotonic
from uuid import uuid4

from pytest_vwa.core.errors import SiteError

from .board import Board
from .queue import (
    Queue,
    Ticket,
    Want,
    ahead,
    beaten,
    buried,
    cleaned,
    find,
    served,
    spoilt,
    stained,
    without,
)
from .watch import Life, Watch


@dataclass(frozen=True)
class Rhythm:
    """In seconds: a holder shows ``every`` so often that it lives, one that has not for
    ``patience`` is taken for dead, the queue is looked at each ``look``, and who has waited for
    ``quiet`` tells it."""

    every: float = 2.0
    patience: float = 15.0
    look: float = 0.05
    quiet: float = 3.0


USUAL = Rhythm()

Told = Callable[[Queue], None]
"""Called with those before, when one has waited for a while and whenever they change."""


@dataclass(frozen=True)
class Lease:
    """``places`` has the address of a replica for each want, in their order; those ``spoilt`` were
    left unfinished by somebody who died. ``waited`` is in seconds."""

    places: tuple[str, ...]
    waited: float
    spoilt: tuple[str, ...] = ()


class Leases:
    """Of this process, in a ``run`` that others may be told of: ``run 1123-0915 on host``. A thread
    of its own shows that a lease's holder lives."""

    def __init__(self, board: Board, rhythm: Rhythm = USUAL, run: str = "") -> None:
        self._board, self._rhythm, self._run = board, rhythm, run

    @contextmanager
    def hold(
        self,
        wants: Sequence[Want],
        who: str,
        timeout: float,
        waits: Told = lambda before: None,
        late: Callable[[str], None] = lambda trouble: None,
        *,
        spoils: bool = False,
    ) -> Iterator[Lease]:
        """Wait for all places at once, at most ``timeout`` seconds, and keep them inside.

        Raises SiteError when they were not free in time, when the queue cannot be kept, and at
        the end when the lease was lost on the way: others may have worked there. ``late`` is told
        when it could not be given back; it is freed when this process ends. Who ``spoils`` the
        places is remembered if this process dies.
        """
        ticket = Ticket(uuid4().hex, tuple(wants), who, spoils=spoils, run=self._run)
        with self._alive(ticket.id):
            try:
                self._board.change(partial(_join, ticket))
                yield self._wait(ticket, timeout, waits)
                self._still(ticket)
            finally:
                self._leave(ticket, late)

    def cleaned(self, place: str) -> None:
        """It is new again. Raises SiteError when that cannot be kept."""
        self._board.change(partial(cleaned, place=place))

    def stained(self, place: str, who: str) -> None:
        """It could not be made new. Raises SiteError when that cannot be kept."""
        self._board.change(partial(stained, place=place, who=who))

    def named(self, tickets: Sequence[Ticket]) -> str:
        """``shopping-1, shopping-2 (run 1123-0915 on host), shopping-5 and 3 more``: of which run
        those of others are."""
        names = [self._name(ticket) for ticket in tickets[:3]]
        hidden = len(tickets) - len(names)
        return ", ".join(names) + (f" and {hidden} more" if hidden else "")

    def _name(self, ticket: Ticket) -> str:
        name = ticket.who or "somebody"
        return name if ticket.run in ("", self._run) else f"{name} ({ticket.run})"

    def _wait(self, ticket: Ticket, timeout: float, waits: Told) -> Lease:
        began, watch, never = monotonic(), Watch(self._rhythm.patience), Event()
        told: list[str] | None = None
        while True:
            queue = self._board.read()
            now = self._own(queue, ticket)
            waited = monotonic() - began
            if not now.waits:
                return Lease(now.places, waited, spoilt(queue, now.places))
            before = ahead(queue, now)
            if waited > timeout:
                raise SiteError(f"not free within {timeout:g} s: {self.named(before)} came before")
            if waited >= self._rhythm.quiet and told != (told := [each.id for each in before]):
                waits(before)
            if dead := watch.dead(queue):
                self._board.change(partial(_bury, dead))
            never.wait(self._rhythm.look)

    def _own(self, queue: Queue, ticket: Ticket) -> Ticket:
        own = find(queue, ticket.id)
        if own is None:
            raise SiteError(
                "the lease of the sites was lost: this process did not run for "
                f"{self._rhythm.patience:g} s, or the queue was deleted"
            )
        return own

    def _still(self, ticket: Ticket) -> None:
        self._own(self._board.read(), ticket)

    def _leave(self, ticket: Ticket, late: Callable[[str], None]) -> None:
        try:
            self._board.change(lambda queue: served(without(queue, ticket.id)))
        except SiteError as error:
            late(str(error))

    @contextmanager
    def _alive(self, id_: str) -> Iterator[None]:
        ended = Event()
        thread = Thread(target=self._beat, args=(id_, ended), daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def _beat(self, id_: str, ended: Event) -> None:
        while not ended.wait(self._rhythm.every):
            try:
                self._board.change(lambda queue: beaten(queue, id_))
            except SiteError:
                continue  # tried again; one that stays away is found out at the end


def _join(ticket: Ticket, queue: Queue) -> Queue:
    """Also when it is tried again, and the first try was written after all."""
    return served(queue if find(queue, ticket.id) else (*queue, ticket))


def _bury(dead: set[Life], queue: Queue) -> Queue:
    return served(buried(queue, dead))
