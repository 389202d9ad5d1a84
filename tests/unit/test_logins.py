"""Storage states: made once for all, used while they hold, made again when they do not."""

import os
from pathlib import Path
from stat import S_IMODE
from threading import Barrier, Thread
from time import time

import pytest

from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.site import Account, Site
from pytest_vwa.sites.entry import Entry
from pytest_vwa.sites.login import NoEntry
from pytest_vwa.sites.logins import Logins, State, joined

SITE = Site("reddit", "http://a", Account("ann", "s3cret"))


class Server:
    """Counts who logs in, and who asks whether a state holds."""

    def __init__(self) -> None:
        self.log_ins = 0
        self.asked = 0
        self.valid = True
        self.refuses: SiteError | None = None

    def log_in(self) -> State:
        self.log_ins += 1
        if self.refuses:
            raise self.refuses
        return cookie("session", str(self.log_ins))

    def holds(self, state: State) -> bool:
        self.asked += 1
        return self.valid


def cookie(name: str, value: str, domain: str = "127.0.0.1") -> State:
    made = {"name": name, "value": value, "domain": domain, "path": "/"}
    return {"cookies": [made], "origins": []}


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def logins(tmp_path: Path) -> Logins:
    return Logins(tmp_path / "logins" / "run")


def state_of(logins: Logins, server: Server) -> State:
    return logins.state(SITE, server.log_in, server.holds)


def shift(tmp_path: Path, seconds: float) -> None:
    """As if the state had been seen to hold so long ago, by a clock that may have jumped."""
    for path in tmp_path.glob("logins/run/*.json"):
        os.utime(path, (time() - seconds, time() - seconds))


def test_login_cache_concurrent_callers_log_in_once(logins: Logins, server: Server) -> None:
    together, found = Barrier(8), []

    def come() -> None:
        together.wait()
        found.append(state_of(logins, server))

    threads = [Thread(target=come) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert server.log_ins == 1
    assert found == [cookie("session", "1")] * 8


def test_login_cache_fresh_state_is_not_checked(logins: Logins, server: Server) -> None:
    assert state_of(logins, server) == state_of(logins, server)
    assert server.asked == 0


@pytest.mark.parametrize("seconds", [3600, -3600], ids=["later", "after the clock jumped"])
def test_login_cache_old_state_is_checked_once(
    logins: Logins, server: Server, tmp_path: Path, seconds: float
) -> None:
    first = state_of(logins, server)
    shift(tmp_path, seconds)
    assert [state_of(logins, server) for _ in range(3)] == [first] * 3
    assert (server.log_ins, server.asked) == (1, 1)


def test_login_cache_expired_state_is_renewed(
    logins: Logins, server: Server, tmp_path: Path
) -> None:
    state_of(logins, server)
    server.valid = False
    shift(tmp_path, 3600)
    assert state_of(logins, server) == cookie("session", "2")
    assert state_of(logins, server) == cookie("session", "2")


def test_login_cache_renews_same_state_once(logins: Logins, server: Server) -> None:
    old = state_of(logins, server)
    logins.renew(SITE, old)
    new = state_of(logins, server)
    logins.renew(SITE, old)
    assert state_of(logins, server) == new != old
    assert server.log_ins == 2


def test_login_cache_new_replica_needs_new_login(logins: Logins, server: Server) -> None:
    state_of(logins, server)
    logins.moved(Entry("reddit", ("http://a",), SITE.account), "http://a")
    state_of(logins, server)
    assert server.log_ins == 2


def test_login_cache_wrong_password_is_tried_once(logins: Logins, server: Server) -> None:
    server.refuses = NoEntry("reddit: logging in as ann did not work")
    for _ in range(3):
        with pytest.raises(NoEntry, match="did not work"):
            state_of(logins, server)
    assert server.log_ins == 1


def test_login_cache_retries_after_site_error(logins: Logins, server: Server) -> None:
    server.refuses = SiteError("reddit: the log-in page could not be opened")
    with pytest.raises(SiteError):
        state_of(logins, server)
    server.refuses = None
    assert state_of(logins, server) == cookie("session", "2")


def test_login_cache_files_are_private(logins: Logins, server: Server, tmp_path: Path) -> None:
    state_of(logins, server)
    (kept,) = tmp_path.glob("logins/run/*.json")
    assert (S_IMODE(kept.parent.stat().st_mode), S_IMODE(kept.stat().st_mode)) == (0o700, 0o600)
    assert "s3cret" not in kept.read_text()


def test_storage_states_join_unless_cookies_collide() -> None:
    sites = [Site("shopping", "http://h:1"), Site("reddit", "http://h:2")]
    apart = [cookie("a", "1"), cookie("b", "2")]
    assert [each["name"] for each in joined(sites, apart)["cookies"]] == ["a", "b"]
    hosts = [cookie("a", "1"), cookie("a", "2", "localhost")]
    assert len(joined(sites, hosts)["cookies"]) == 2
    with pytest.raises(SiteError, match=r"shopping and reddit use the same cookie 'a' of 127\.0"):
        joined(sites, [cookie("a", "1"), cookie("a", "2")])
