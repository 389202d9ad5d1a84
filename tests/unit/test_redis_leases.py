"""Leases in a real Redis server: over TLS, with a password, and when it is not there."""

from pathlib import Path

import pytest
from redis_server import PASSWORD, running

from pytest_vwa.core.errors import SiteError, UsageError
from pytest_vwa.sites.lease import board
from pytest_vwa.sites.lease.leases import Leases
from pytest_vwa.sites.lease.queue import Want

ALONE = (Want(("http://a",), alone=True),)


def test_redis_board_stores_lease_over_tls(tmp_path: Path) -> None:
    with running(tmp_path, tls=True) as server:
        with Leases(board.at(server.url)).hold(ALONE, "shopping-3", 60) as lease:
            assert lease.places == ("http://a",)
            assert [ticket.who for ticket in board.at(server.url).read()] == ["shopping-3"]
        assert board.at(server.url).read() == ()


def test_redis_board_untrusted_certificate_is_site_error(tmp_path: Path) -> None:
    with running(tmp_path, tls=True) as server, pytest.raises(SiteError, match="certificate"):
        board.at(server.url.partition("?")[0]).read()


@pytest.mark.parametrize("url", ["redis://:{}x@127.0.0.1:{}", "redis://ann:{}@127.0.0.1:{}"])
def test_redis_board_wrong_password_error_hides_password(tmp_path: Path, url: str) -> None:
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
def test_redis_board_invalid_url_error_hides_password(url: str) -> None:
    with pytest.raises(UsageError, match="no address of a Redis server") as told:
        board.at(url)
    assert "same" not in str(told.value)
    assert told.value.__suppress_context__


def test_lease_reports_stopped_redis_server_as_site_error(tmp_path: Path) -> None:
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


def test_redis_board_rejects_key_without_lease_queue(tmp_path: Path) -> None:
    from redis import Redis

    with running(tmp_path) as server:
        with Redis.from_url(server.url) as other:
            other.set("pytest-vwa:leases", "[1, 2]")
        with pytest.raises(SiteError, match="it holds no queue"):
            board.at(server.url).read()
