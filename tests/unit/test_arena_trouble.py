"""Sites of the arena can be in trouble for a while, and nothing of it stays."""

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import httpx
import pytest

from pytest_vwa.arena.server import Arena
from pytest_vwa.core.errors import UsageError

MEMBERS = "/index.php?page=user&action=items"


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    with Arena(["classifieds", "shopping"]) as arena:
        yield arena


@pytest.fixture
def blake(arena: Arena) -> Iterator[httpx.Client]:
    """Logged in, with a connection that is kept alive."""
    url = arena.sites["classifieds"].url
    with httpx.Client(base_url=url, follow_redirects=True, trust_env=False) as client:
        log_in(arena, client)
        assert "My listings" in client.get(MEMBERS).text
        yield client


def log_in(arena: Arena, client: httpx.Client) -> None:
    account = arena.sites["classifieds"].account
    assert account
    form = {"email": account.username, "password": account.password}
    client.post("/index.php?page=login", data=form)


def test_trouble_down_breaks_open_and_new_connections(arena: Arena, blake: httpx.Client) -> None:
    with arena.trouble("classifieds", "down"):
        for _ in range(3):
            with pytest.raises(httpx.TransportError):
                blake.get("/")
        with pytest.raises(httpx.TransportError):
            httpx.get(arena.sites["classifieds"].url, trust_env=False)
        assert httpx.get(arena.sites["shopping"].url, trust_env=False).is_success
    assert "My listings" in blake.get(MEMBERS).text


def test_trouble_slow_delays_response(arena: Arena, blake: httpx.Client) -> None:
    with arena.trouble("classifieds", "slow", seconds=0.3):
        started = perf_counter()
        assert blake.get("/").is_success
        assert perf_counter() - started >= 0.3


def test_trouble_slow_causes_client_timeout(arena: Arena, blake: httpx.Client) -> None:
    with arena.trouble("classifieds", "slow", seconds=3600), pytest.raises(httpx.ReadTimeout):
        blake.get("/", timeout=0.2)
    assert blake.get("/").is_success


def test_trouble_logs_out_lasts_until_next_login(arena: Arena, blake: httpx.Client) -> None:
    with arena.trouble("classifieds", "logs out"):
        log_in(arena, blake)
        assert blake.get(MEMBERS).url.query == b"page=login"
    assert blake.get(MEMBERS).url.query == b"page=login"
    log_in(arena, blake)
    assert "My listings" in blake.get(MEMBERS).text


def test_trouble_returns_500_for_every_request(arena: Arena, blake: httpx.Client) -> None:
    with arena.trouble("classifieds", "returns 500"):
        assert blake.get("/").status_code == blake.post("/index.php").status_code == 500
        assert "Internal Server Error" in blake.get("/no/such/page").text


def test_troubles_nest_and_end_one_by_one(arena: Arena, blake: httpx.Client) -> None:
    with arena.trouble("classifieds", "returns 500"):
        with arena.trouble("classifieds", "down"):
            with arena.trouble("classifieds", "down"):
                pass
            with pytest.raises(httpx.TransportError):
                blake.get("/")
        assert blake.get("/").status_code == 500
    assert blake.get("/").is_success


def test_trouble_ends_when_block_raises(arena: Arena, blake: httpx.Client) -> None:
    with pytest.raises(ZeroDivisionError), arena.trouble("classifieds", "down"):
        raise ZeroDivisionError
    assert blake.get("/").is_success


def test_trouble_of_one_site_spares_other_sites(arena: Arena, blake: httpx.Client) -> None:
    with arena.trouble("shopping", "logs out"), arena.trouble("shopping", "down"):
        assert "My listings" in blake.get(MEMBERS).text


def test_trouble_works_after_arena_restart() -> None:
    again = Arena(["classifieds"])
    for _ in range(2):
        with again:
            url = again.sites["classifieds"].url
            with again.trouble("classifieds", "down"), pytest.raises(httpx.TransportError):
                httpx.get(url, trust_env=False)
            assert httpx.get(url, trust_env=False).is_success


@pytest.mark.parametrize(
    ("site", "kind", "told"),
    [
        ("classified", "down", "did you mean 'classifieds'"),
        ("classifieds", "logs ut", "did you mean 'logs out'"),
    ],
)
def test_trouble_unknown_site_or_kind_suggests_nearest(
    arena: Arena, site: str, kind: Any, told: str
) -> None:
    with pytest.raises(UsageError, match=told), arena.trouble(site, kind):
        pass
