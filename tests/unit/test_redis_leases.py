"""Leases in a real Redis server: over TLS, with a password, and when it is not there."""

from pathlib import Path

import pytest
from redis_server import PASSWORD, running

from pytest_vwa.core.errors import SiteError, UsageError
from pytest_vwa.sites.lease import board
from pytest_vwa.sites.lease.leases import Leases
from pytest_vwa.sites.lease.queue import Want

ALONE = (Want(("http://a",), alone=True),)


def test_a_lease_is_kept_over_tls(tmp_path: Path) -> None:
    with running(tmp_path, tls=True) as server:
        with Leases(board.at(server.url)).hold(ALONE, "shopping-3", 60) as lease:
            assert lease.places == ("http://a",)
            assert [ticket.who for ticket in board.at(server.url).read()] == ["shopping-3"]
        assert board.at(server.url).read() == ()


def test_a_certificate_that_nobody_vouches_for_is_the_sites_error(tmp_path: Path) -> None:
    with running(tmp_path, tls=True) as server, pytest.raises(SiteError, match="certificate"):
        board.at(server.url.partition("?")[0]).read()


@pytest.mark.parametrize("url", ["redis://:{}x@127.0.0.1:{}", "redis://ann:{}@127.0.0.1:{}"])
def test_a_wrong_password_is_told_and_never_shown(tmp_path: Path, url: str) -> None:
    with running(tmp_path) as server, pytest.raises(SiteError) as told:
        board.at(url.format(PASSWORD, server.port)).read()
    assert "invalid username-password pair" in str(told.value)
    assert PASSWORD not in f"{told.value!r} {told.value.__cause__!r}"


@pytest.mark.parametrize(
    "url",
    [
        "redis://:se#same@host:1",
        "redis://:se/same@host",
        "redis://:sesame@host:port",
        "rediss://:sesame@host?socket_timeout=sesame",
    ],
)
def test_an_address_that_is_none_is_told_without_a_part_of_its_password(url: str) -> None:
    with pytest.raises(UsageError, match="no address of a Redis server") as told:
        board.at(url)
    assert "same" not in str(told.value)
    assert told.value.__suppress_context__


def test_a_server_that_is_gone_is_the_sites_error_and_told_at_the_end(tmp_path: Path) -> None:
    late: list[str] = []
    with running(tmp_path) as server:
        leases = Leases(board.at(server.url))
        with (
            pytest.raises(
                SiteError, match=r"cannot be kept in Redis: .*127\.0\.0\.1.*--vwa-leases"
            ),
            leases.hold(ALONE, "shopping-3", 60, late=late.append),
        ):
            server.stop()
    assert len(late) == 1
    assert PASSWORD not in late[0]


def test_a_key_that_holds_something_else_is_the_sites_error(tmp_path: Path) -> None:
    from redis import Redis

    with running(tmp_path) as server:
        with Redis.from_url(server.url) as other:
            other.set("pytest-vwa:leases", "[1, 2]")
        with pytest.raises(SiteError, match="it holds no queue"):
            board.at(server.url).read()
