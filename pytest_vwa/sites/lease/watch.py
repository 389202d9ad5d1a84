"""Who of a queue has died: those whose beat stays the same, by the watcher's own clock.

Clocks of other machines, and clocks that jump, do not matter.
"""

from collections.abc import Callable
from time import monotonic

from .queue import Queue, Ticket

Life = tuple[str, int]
"""A ticket's id and beat: one that has beaten since is not meant."""


class Watch:
    """``patience`` is how many seconds a beat may stay the same."""

    def __init__(self, patience: float, clock: Callable[[], float] = monotonic) -> None:
        self._patience, self._clock = patience, clock
        self._seen: dict[str, tuple[int, float]] = {}

    def dead(self, queue: Queue) -> set[Life]:
        """Those that have not changed for so long while this watch looked on."""
        now = self._clock()
        before, self._seen = self._seen, {}
        for ticket in filter(_lives, queue):
            beat, since = before.get(ticket.id, (ticket.beat, now))
            self._seen[ticket.id] = (beat, since) if beat == ticket.beat else (ticket.beat, now)
        return {
            (id_, beat) for id_, (beat, since) in self._seen.items() if now - since > self._patience
        }


def _lives(ticket: Ticket) -> bool:
    return bool(ticket.wants)
