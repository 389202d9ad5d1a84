"""Leases between processes: nobody disturbs, the dead are freed, waiting ends."""

import multiprocessing as mp
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from operator import not_
from pathlib import Path
from threading import Thread

import pytest
import redis_server
from tenacity import Retrying, retry_if_result, stop_after_delay, wait_fixed

from pytest_vwa.core.errors import SiteError
from pytest_vwa.sites.lease import board
from pytest_vwa.sites.lease.board import FolderBoard
from pytest_vwa.sites.lease.leases import Leases, Rhythm
from pytest_vwa.sites.lease.queue import Ticket, Want
from pytest_vwa.sites.lease.watch import Watch

QUICK = Rhythm(every=0.1, patience=1.0, look=0.01, quiet=0)
"""Where somebody is dead."""
STEADY = replace(QUICK, patience=60)
"""Where all live, however slow the machine."""
ALONE = (Want(("http://a",), alone=True),)
BESIDE = (Want(("http://a",)),)
spawn = mp.get_context("spawn")


def leases(place: Path | str, rhythm: Rhythm = STEADY) -> Leases:
    return Leases(board.at(place), rhythm)


def count_up(place: Path | str, file: Path, times: int) -> None:
    """Not atomic on purpose: what two do at once is lost."""
    for _ in range(times):
        with leases(place).hold(ALONE, f"process {os.getpid()}", 60):
            number = int(file.read_text())
            file.write_text("half")
            file.write_text(str(number + 1))


def look(place: Path | str, file: Path, times: int, seen: "mp.Queue[str]") -> None:
    for _ in range(times):
        with leases(place).hold(BESIDE, f"process {os.getpid()}", 60):
            seen.put(file.read_text())


def hold_for_ever(place: Path | str, holds: "mp.Queue[int]") -> None:
    with leases(place).hold(ALONE, "shopping-3", 60):
        holds.put(os.getpid())
        signal.pause()


@pytest.fixture(params=["folder", "redis"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """Where the queue is: the promises are the same."""
    if request.param == "folder":
        yield tmp_path / "leases"
    else:
        with redis_server.running(tmp_path) as server:
            yield server.url


@pytest.fixture
def holder(place: Path | str) -> Iterator[int]:
    """The id of a process that has the site for itself."""
    holds: mp.Queue[int] = spawn.Queue()
    process = spawn.Process(target=hold_for_ever, args=(place, holds))
    process.start()
    yield holds.get(timeout=60)
    process.kill()
    process.join()


@pytest.mark.parametrize(
    "place", ["folder", pytest.param("redis", marks=pytest.mark.full)], indirect=True
)
def test_leases_isolate_writers_across_processes(tmp_path: Path, place: Path | str) -> None:
    (tmp_path / "count").write_text("0")
    seen: mp.Queue[str] = spawn.Queue()
    where = (place, tmp_path / "count")
    processes = [
        *(spawn.Process(target=count_up, args=(*where, 10)) for _ in range(2)),
        spawn.Process(target=look, args=(*where, 20, seen)),
    ]
    for process in processes:
        process.start()
    numbers = [seen.get(timeout=60) for _ in range(20)]
    for process in processes:
        process.join(60)
    assert (tmp_path / "count").read_text() == "20"
    assert all(number.isdigit() for number in numbers)


def test_lease_of_killed_process_is_freed(place: Path | str, holder: int) -> None:
    os.kill(holder, signal.SIGKILL)
    with leases(place, QUICK).hold(ALONE, "reddit-1", 60) as lease:
        assert lease.places == ("http://a",)
        assert lease.waited >= QUICK.patience


def test_lease_wait_reports_holder_and_times_out(place: Path | str, holder: int) -> None:
    told: list[str] = []
    with (
        pytest.raises(SiteError, match=r"^not free within 0.3 s: shopping-3 came before$"),
        leases(place).hold(ALONE, "reddit-1", 0.3, lambda before: told.append(before[0].who)),
    ):
        pass
    assert told == ["shopping-3"]


def test_lease_names_holders_of_other_runs_with_run() -> None:
    mine, theirs = "run 1123-0915 on desk", "run 1123-0900 on ci-2"
    before = [
        Ticket("1", (), "map-1", run=mine),
        Ticket("2", (), "map-2", run=theirs),
        Ticket("3", (), "map-3"),
        Ticket("4", (), "map-4", run=theirs),
    ]
    leases = Leases(board.at(Path("unused")), run=mine)
    assert leases.named(before) == f"map-1, map-2 ({theirs}), map-3 and 1 more"
    assert leases.named(before[:1]) == "map-1"


def test_lease_expired_raises_in_stalled_holder(tmp_path: Path) -> None:
    still = Leases(FolderBoard(tmp_path), Rhythm(every=3600, patience=0.3, look=0.01))
    with (
        ExitStack() as stack,
        pytest.raises(SiteError, match="the lease of the sites was lost"),
        still.hold(ALONE, "asleep", 60),
    ):
        stack.enter_context(leases(tmp_path, QUICK).hold(ALONE, "next", 60))


def test_lease_unwritable_folder_is_site_error(tmp_path: Path) -> None:
    folder = tmp_path / "leases"
    folder.write_text("a file where the folder should be")
    with (
        pytest.raises(SiteError, match=r"cannot be written: .*leases.*--vwa-leases"),
        leases(folder).hold(ALONE, "shopping-3", 60),
    ):
        pass


def test_lease_failed_release_is_reported_then_expires(tmp_path: Path) -> None:
    late: list[str] = []
    queue = tmp_path / "queue.json"
    with leases(tmp_path).hold(ALONE, "shopping-3", 60, late=late.append):
        kept = queue.read_bytes()
        lock = queue.with_suffix(".lock")
        lock.unlink(missing_ok=True)
        lock.mkdir()
    assert "cannot be written" in late[0]
    assert queue.read_bytes() == kept
    lock.rmdir()
    with leases(tmp_path, QUICK).hold(ALONE, "reddit-1", 60) as lease:
        assert lease.waited >= QUICK.patience


def test_heartbeat_monitor_expires_only_without_new_beat() -> None:
    """The watch counts seconds of its own; a beat it sees for the first time is a sign of life."""
    now = 0.0
    watch = Watch(10, lambda: now)
    ticket = _ticket(beat=1)
    assert watch.dead((ticket,)) == set()
    now = 11
    assert watch.dead((_ticket(beat=2),)) == set()
    now = 21
    assert watch.dead((_ticket(beat=2),)) == set()
    now = 21.5
    assert watch.dead((_ticket(beat=2),)) == {("1", 2)}


def test_heartbeat_monitor_ignores_stain_of_dead_holder() -> None:
    now = 0.0
    watch = Watch(10, lambda: now)
    stain = Ticket("spoilt http://a", (), places=("http://a",))
    assert watch.dead((stain,)) == set()
    now = 100
    assert watch.dead((stain,)) == set()


def test_heartbeat_monitor_forgets_ticket_that_left() -> None:
    """One that comes again under the same id is new."""
    now = 0.0
    watch = Watch(10, lambda: now)
    watch.dead((_ticket(beat=1),))
    now = 6
    watch.dead(())
    now = 12
    assert watch.dead((_ticket(beat=1),)) == set()


def _ticket(beat: int) -> Ticket:
    return Ticket("1", ALONE, beat=beat)


def test_leases_are_served_in_order(place: Path | str) -> None:
    """Three want the place that somebody has; each comes when the one before waits."""
    order: list[str] = []

    def work(who: str) -> None:
        with leases(place).hold(ALONE, who, 60):
            order.append(who)

    names = ["first", "second", "third"]
    threads = [Thread(target=work, args=(who,)) for who in names]
    with leases(place).hold(ALONE, "before", 60):
        for count, thread in enumerate(threads, start=2):
            thread.start()
            wait_until(lambda queued=count: len(board.at(place).read()) == queued)
    for thread in threads:
        thread.join(60)
    assert order == names


def wait_until(is_so: Callable[[], bool]) -> None:
    Retrying(stop=stop_after_delay(60), wait=wait_fixed(0.01), retry=retry_if_result(not_))(is_so)


def test_leases_isolate_threads_of_one_process(tmp_path: Path) -> None:
    inside: list[int] = []
    most: list[int] = []

    def work() -> None:
        with leases(tmp_path).hold(ALONE, "thread", 60):
            inside.append(1)
            most.append(len(inside))
            inside.pop()

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1, 1, 1, 1]
