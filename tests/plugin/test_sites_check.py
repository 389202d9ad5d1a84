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


@pytest.mark.parametrize("spread", [(), ("-n", "2")], ids=["n0", "n2"])
def test_sites_check_prints_line_and_faults_per_site(
    write,
    run_alone: Run,
    counter: Counter,
    monkeypatch: pytest.MonkeyPatch,
    spread: tuple[str, ...],
) -> None:
    monkeypatch.setenv("REDDIT", counter.url)
    monkeypatch.setenv("SHOPPING", "http://127.0.0.1:9")
    monkeypatch.setenv("GITLAB", "http://no-such-host.invalid:8023")
    monkeypatch.setenv("COLUMNS", "80")
    write("tasks.json", {})
    # The check starts Playwright itself, which a process can do once at a time.
    result = run_alone("--vwa-sites-check", *spread)
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


def test_sites_check_of_ready_sites_exits_with_0(
    write, run_alone: Run, counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDDIT", counter.url)
    assert run_alone("--vwa-sites-check").ret == 0


def test_sites_check_without_urls_names_embedded_arena(run: Run) -> None:
    result = run("--vwa-sites-check")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["no site has an address, so the arena's embedded sites serve;"])


def test_sites_check_of_invalid_url_is_usage_error(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDDIT", "myhost:9999")
    result = run("--vwa-sites-check")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "the variable REDDIT is no address: 'myhost:9999'" in result.stderr.str()
    assert "arena" not in result.stdout.str()
