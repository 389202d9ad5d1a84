"""Which site keeps failing is known to all processes of a run."""

from pathlib import Path

import pytest

from pytest_vwa.sites.breaker import Breaker
from pytest_vwa.sites.trouble import Trouble, culprit

DOWN = Trouble("down", "http://forum could not be opened")
SLOW = Trouble("slow", "http://forum timed out")


@pytest.fixture
def breaker(tmp_path: Path) -> Breaker:
    times = iter(["12:03", "12:04", "12:05", "12:06", "12:07", "12:08", "12:09"])
    return Breaker(tmp_path / "breaker", lambda: next(times))


def fail(breaker: Breaker, times: int, trouble: Trouble = DOWN) -> None:
    for _ in range(times):
        breaker.failed("reddit", trouble)


def test_breaker_opens_after_three_failures_in_shared_folder(
    breaker: Breaker, tmp_path: Path
) -> None:
    fail(breaker, 2)
    assert not breaker.of("reddit").broken
    fail(Breaker(tmp_path / "breaker"), 1)
    assert breaker.of("reddit").broken
    assert not breaker.of("shopping").broken
    assert breaker.of("reddit").told == "down since 12:03: http://forum could not be opened"


def test_breaker_success_resets_failure_count(breaker: Breaker) -> None:
    fail(breaker, 2)
    breaker.worked("reddit")
    fail(breaker, 2, SLOW)
    assert not breaker.of("reddit").broken
    fail(breaker, 1)
    assert breaker.of("reddit").told == "slow since 12:05: http://forum timed out"


def test_breaker_gives_recovered_site_one_more_chance(breaker: Breaker) -> None:
    fail(breaker, 3)
    assert not breaker.waited_for("reddit", None, 60).broken
    assert not breaker.of("reddit").broken
    fail(breaker, 3)
    assert breaker.of("reddit").given_up == "it had been ready again, and failed again"


def test_breaker_gives_up_site_not_ready_in_time(breaker: Breaker) -> None:
    fail(breaker, 3)
    assert breaker.waited_for("reddit", DOWN, 60).given_up == "not ready again within 60 s"
    assert breaker.of("reddit").broken
    breaker.worked("reddit")
    assert not breaker.of("reddit").given_up


def test_breaker_forget_clears_broken_site(breaker: Breaker) -> None:
    fail(breaker, 3)
    breaker.forget()
    assert not breaker.of("reddit").broken


def test_breaker_ignores_unusable_state_folder(tmp_path: Path) -> None:
    (tmp_path / "breaker").write_text("a file")
    breaker = Breaker(tmp_path / "breaker")
    fail(breaker, 4)
    assert not breaker.of("reddit").broken
    breaker.worked("reddit")
    assert breaker.waited_for("reddit", DOWN, 60).given_up
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn/sites.json").write_text('{"reddit": {"fail')
    assert not Breaker(tmp_path / "torn").of("reddit").broken


@pytest.mark.parametrize(
    ("message", "site"),
    [
        ("reddit: the log-in page could not be opened", "reddit"),
        ("http://host:7770/cart answered 503", "shopping"),
        ("http://host:7780/admin/x answered 503", "admin"),
        ("http://b:1/f could not be opened", "reddit"),
        ("something else", ""),
    ],
)
def test_culprit_is_found_by_site_name_or_url(message: str, site: str) -> None:
    addresses = {
        "shopping": ["http://host:7770"],
        "admin": ["http://host:7780/admin"],
        "reddit": ["http://a:1", "http://b:1"],
    }
    assert culprit(message, addresses) == site
    assert culprit("something else", {"reddit": ["http://a:1"]}) == "reddit"


def test_breaker_refused_login_stays_broken_after_success(
    tmp_path: Path,
) -> None:
    breaker = Breaker(tmp_path)
    breaker.refused("reddit", Trouble("refused", "logging in as ann did not work"))
    breaker.worked("reddit")
    standing = breaker.of("reddit")
    assert standing.broken
    assert standing.given_up == "a log-in is tried once"
