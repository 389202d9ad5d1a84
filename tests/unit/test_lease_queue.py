"""A queue for sites is fair, nobody disturbs who is alone, and nobody waits for ever."""

from hypothesis import given
from hypothesis import strategies as st

from pytest_vwa.sites.lease.queue import (
    Queue,
    Ticket,
    Want,
    ahead,
    beaten,
    buried,
    cleaned,
    served,
    spoilt,
    without,
)

A, B = "http://a", "http://b"


def reader(name: str, *places: str) -> Ticket:
    return Ticket(name, (Want(places or (A,)),), name)


def writer(name: str, *places: str) -> Ticket:
    return Ticket(name, (Want(places or (A,), alone=True),), name)


def places(queue: Queue) -> dict[str, tuple[str, ...]]:
    return {ticket.id: ticket.places for ticket in queue}


def test_lease_queue_writer_waits_for_all_readers() -> None:
    queue = served((reader("1"), reader("2"), writer("3")))
    assert places(queue) == {"1": (A,), "2": (A,), "3": ()}
    assert places(served(without(queue, "1")))["3"] == ()
    assert places(served(without(without(queue, "1"), "2")))["3"] == (A,)


def test_lease_queue_reader_waits_behind_waiting_writer() -> None:
    queue = served((reader("1"), writer("2"), reader("3")))
    assert places(queue) == {"1": (A,), "2": (), "3": ()}
    assert [ticket.who for ticket in ahead(queue, queue[2])] == ["1", "2"]


def test_lease_queue_serves_other_url_without_waiting() -> None:
    queue = served((writer("1"), writer("2"), reader("3", B)))
    assert places(queue) == {"1": (A,), "2": (), "3": (B,)}
    assert ahead(queue, queue[2]) == ()


def test_lease_queue_spreads_writers_and_groups_readers() -> None:
    assert places(served((writer("1", A, B), writer("2", A, B)))) == {"1": (A,), "2": (B,)}
    queue = served((reader("1", A, B), reader("2", A, B), writer("3", A, B)))
    assert places(queue) == {"1": (A,), "2": (A,), "3": (B,)}


def test_lease_queue_grants_all_sites_at_once() -> None:
    both = Ticket("1", (Want((A,), alone=True), Want((B,))), "both")
    other = Ticket("2", (Want((B,), alone=True), Want((A,))), "other")
    queue = served((both, other))
    assert places(queue) == {"1": (A, B), "2": ()}
    assert places(served(without(queue, "1"))) == {"2": (B, A)}


TICKETS = st.lists(
    st.tuples(st.booleans(), st.sampled_from([(A,), (B,), (A, B)])), min_size=1, max_size=12
)


@given(TICKETS, st.randoms(use_true_random=False))
def test_lease_queue_isolates_writers_and_serves_all(tickets, random) -> None:
    queue: Queue = ()
    turns = set()
    coming = [
        Ticket(str(number), (Want(where, alone=alone),))
        for number, (alone, where) in enumerate(tickets)
    ]
    while coming or queue:
        if coming and (not queue or random.random() < 0.5):
            queue = served((*queue, coming.pop(0)))
        else:
            seated = [ticket for ticket in queue if ticket.places]
            assert seated, "the first in the queue always has its place"
            queue = served(without(queue, random.choice(seated).id))
        uses = [use for ticket in queue for use in ticket.uses]
        for place in (A, B):
            there = [alone for at, alone in uses if at == place]
            assert len(there) < 2 or not any(there)
        turns |= {ticket.id for ticket in queue if ticket.places}
    assert turns == {str(number) for number in range(len(tickets))}


@given(TICKETS)
def test_lease_queue_reserves_urls_for_earlier_tickets(tickets) -> None:
    queue = served(
        tuple(
            Ticket(str(number), (Want(where, alone=alone),))
            for number, (alone, where) in enumerate(tickets)
        )
    )
    for number, ticket in enumerate(queue):
        wished = {
            place for other in queue[:number] if other.waits for place in other.wants[0].replicas
        }
        assert not wished & set(ticket.places)


def test_lease_queue_dead_writer_leaves_url_dirty_until_cleaned() -> None:
    dead = Ticket("1", (Want((A,), alone=True), Want((B,))), "dead", spoils=True)
    queue = served((dead, reader("2"), writer("3")))
    left = served(buried(queue, {("1", 0)}))
    assert places(left)["2"] == (A,)
    assert spoilt(left, (A, B)) == (A,)
    assert spoilt(cleaned(left, A), (A, B)) == ()


def test_lease_queue_ignores_death_report_of_older_heartbeat() -> None:
    queue = beaten(served((writer("1"), writer("2"))), "1")
    assert buried(queue, {("1", 0)}) == queue
