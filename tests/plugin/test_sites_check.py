"""``--vwa-sites-check`` says of each site what is wrong, and runs nothing."""

from collections.abc import Iterator

import pytest
from counter import Counter, serving
from taskfiles import Run

pytest_plugins = ["pytester"]


@pytest.fixture
def counter() -> Iterator[Counter]:
    with serving() as counter:
        yield counter


def test_each_site_has_a_line_and_what_is_wrong_stands_below(
    write, run: Run, counter: Counter, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    monkeypatch.setenv("REDDIT", counter.url)
    monkeypatch.setenv("SHOPPING", "http://127.0.0.1:9")
    monkeypatch.setenv("GITLAB", "http://no-such-host.invalid:8023")
    monkeypatch.setenv("COLUMNS", "80")
    write("tasks.json", {})
    result = run("--vwa-sites-check", "-n", workers)
    assert result.ret == 1
    result.stdout.re_match_lines(
        [
            r"site      reachable  ready  logged in  seconds  address$",
            r"shopping  no         -      -          +\d\.\d  http://127\.0\.0\.1:9$",
            r"  down: http://127\.0\.0\.1:9/: .*refused$",
            r"reddit    yes        yes    yes        +\d\.\d  http://127\.0\.0\.1:\d+$",
            r"gitlab    no         -      -          +\d\.\d  http://no-such-host\.invalid:8023$",
            r"  dns: http://no-such-host\.invalid:8023/: .*",
            r"=+ 2 not well, 1 well in .*s =+$",
        ],
    )
    assert result.stdout.str().count("reachable") == 1
    assert counter.log_ins == 1
    assert max(map(len, result.outlines[-9:])) <= 80


def test_sites_that_are_well_are_exit_code_0(
    write, run: Run, counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDDIT", counter.url)
    assert run("--vwa-sites-check").ret == 0


def test_without_an_address_it_says_who_serves(run: Run, workers: str) -> None:
    result = run("--vwa-sites-check", "-n", workers)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["no site has an address, so the arena's embedded sites serve;"])


def test_sites_that_cannot_be_read_are_wrong_usage(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDDIT", "myhost:9999")
    result = run("--vwa-sites-check")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "the variable REDDIT is no address: 'myhost:9999'" in result.stderr.str()
    assert "arena" not in result.stdout.str()
