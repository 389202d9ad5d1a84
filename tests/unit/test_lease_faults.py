"""What befalls the folder of the leases and the clocks: nobody believes to be alone who is not."""

import multiprocessing as mp
import os
import resource
import shutil
import time
from pathlib import Path

import pytest
from tiny_disk import fill, tiny_disk

from pytest_vwa.core.errors import SiteError
from pytest_vwa.sites.lease.board import FolderBoard
from pytest_vwa.sites.lease.leases import Leases, Rhythm
from pytest_vwa.sites.lease.queue import Want
from pytest_vwa.whole import write_whole

ALONE = (Want(("http://a",), alone=True),)
QUICK = Rhythm(every=0.1, patience=1.0, look=0.01)
STEADY = Rhythm(every=0.1, patience=60, look=0.01)
STILL = Rhythm(every=3600, patience=60, look=0.01, quiet=0)
"""Nothing is written while a lease is held."""
YEAR = 365 * 24 * 3600
spawn = mp.get_context("spawn")


def leases(folder: Path, rhythm: Rhythm = STEADY) -> Leases:
    return Leases(FolderBoard(folder), rhythm)


def test_lease_on_full_disk_is_refused_until_there_is_room(tmp_path: Path) -> None:
    with tiny_disk(tmp_path / "disk") as disk:
        fill(disk)
        with (
            pytest.raises(SiteError, match=r"cannot be written: .*No space left.*--vwa-leases"),
            leases(disk).hold(ALONE, "shopping-3", 60),
        ):
            pass
        (disk / "full").unlink()
        with leases(disk).hold(ALONE, "shopping-4", 60) as lease:
            assert lease.places == ("http://a",)


def test_lease_release_on_full_disk_is_reported_then_expires(tmp_path: Path) -> None:
    """What it cannot give back is told, and freed when it no longer shows that it lives."""
    late: list[str] = []
    with tiny_disk(tmp_path / "disk") as disk:
        with leases(disk).hold(ALONE, "shopping-3", 60, late=late.append):
            fill(disk)
        assert "No space left" in late[0]
        (disk / "full").unlink()
        with leases(disk, QUICK).hold(ALONE, "shopping-4", 60) as lease:
            assert lease.waited >= QUICK.patience


def hold_with_small_files(folder: Path, said: "mp.Queue[str]") -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))
    try:
        with leases(folder).hold(ALONE, "shopping-3", 60):
            said.put("it holds the lease")
    except SiteError as error:
        said.put(str(error))


def test_lease_file_size_limit_is_site_error(tmp_path: Path) -> None:
    said: mp.Queue[str] = spawn.Queue()
    process = spawn.Process(target=hold_with_small_files, args=(tmp_path, said))
    process.start()
    assert "cannot be written" in said.get(timeout=60)
    process.join()


def test_lease_fails_when_folder_is_removed(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "leases"
    with (
        pytest.raises(SiteError, match=r"was lost: .*the queue was deleted"),
        leases(folder, STILL).hold(ALONE, "shopping-3", 60),
    ):
        shutil.rmtree(folder)
    with leases(folder).hold(ALONE, "shopping-4", 60) as lease:
        assert lease.places == ("http://a",)


def hold_while_clocks_jump(
    folder: Path, clock: Path, ahead: int, said: "mp.Queue[str | float]"
) -> None:
    """Wait for a second, of which all but the first moments are ``ahead``."""

    def jump(_: object) -> None:
        write_whole(clock, f"{ahead:+.0f}".encode())

    said.put(time.time())
    try:
        with leases(folder, STILL).hold(ALONE, "reddit-1", 1, jump):
            said.put("it holds the lease")
    except SiteError as error:
        said.put(str(error))
    said.put(time.time())


@pytest.mark.parametrize("ahead", [YEAR, -YEAR], ids=["into the future", "into the past"])
def test_lease_wait_ignores_wall_clock_jump(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    """The waiter's clock jumps while another process holds the site and lives."""
    (library, *_) = [*Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None]
    if library is None:
        pytest.skip("no libfaketime here: apt-get install libfaketime")
    clock = tmp_path / "clock"
    clock.write_text("+0")
    said: mp.Queue[str | float] = spawn.Queue()
    folder = tmp_path / "leases"
    # The faked clock cannot wait for the lock of others: nobody writes meanwhile.
    with leases(folder, STILL).hold(ALONE, "shopping-3", 60):
        with monkeypatch.context() as faked:
            faked.setenv("LD_PRELOAD", str(library))
            faked.setenv("FAKETIME_TIMESTAMP_FILE", str(clock))
            faked.setenv("FAKETIME_NO_CACHE", "1")
            # As when somebody sets the clock: what counts seconds goes on.
            faked.setenv("FAKETIME_DONT_FAKE_MONOTONIC", "1")
            arguments = (folder, clock, ahead, said)
            process = spawn.Process(target=hold_while_clocks_jump, args=arguments)
            process.start()
        before, told, after = (said.get(timeout=60) for _ in range(3))
        process.join()
    assert told == "not free within 1 s: shopping-3 came before"
    assert isinstance(before, float)
    assert isinstance(after, float)
    assert abs(after - before - ahead) < YEAR / 2, "the clock has jumped"


def test_lease_ignores_file_timestamps(tmp_path: Path) -> None:
    queue = tmp_path / "queue.json"
    with leases(tmp_path).hold(ALONE, "shopping-3", 60):
        for when in (time.time() + YEAR, 0):
            os.utime(queue, (when, when))
            with (
                pytest.raises(SiteError, match=r"^not free within 0.3 s"),
                leases(tmp_path).hold(ALONE, "reddit-1", 0.3),
            ):
                pass
