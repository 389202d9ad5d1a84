"""A task that waits for its sites says so: in a terminal, and in its record."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from counter import Counter, serving
from screen import in_terminal

from pytest_vwa.reporting.journal import read
from pytest_vwa.sites.lease.board import FolderBoard
from pytest_vwa.sites.lease.leases import Leases
from pytest_vwa.sites.lease.queue import Want

pytest_plugins = ["pytester"]
TASK = {"sites": ["reddit"], "start_url": "__REDDIT__", "video": None}


@pytest.fixture
def counter() -> Iterator[Counter]:
    with serving() as counter:
        yield counter


@pytest.fixture
def taken(pytester: pytest.Pytester, counter: Counter) -> Iterator[Callable[[], None]]:
    """Another run has the site for itself, until this is called."""
    leases = Leases(FolderBoard(pytester.path / "leases"), run="run 1123-0900 on ci-2")
    with ExitStack() as stack:
        stack.enter_context(leases.hold([Want((counter.url,), alone=True)], "theirs-7", 60))
        yield stack.close


@pytest.mark.parametrize("args", [(), ("-n", "1")], ids=["one process", "one worker"])
def test_terminal_shows_task_waiting_for_lease(
    write,
    pytester: pytest.Pytester,
    counter: Counter,
    taken: Callable[[], None],
    args: tuple[str, ...],
) -> None:
    write("tasks.json", TASK)

    def free_when_told(told: str) -> None:
        if "after theirs-7" in told:
            taken()

    told = in_terminal(
        pytester,
        "tasks.json",
        "--agent=noop",
        "--vwa-leases=leases",
        "--vwa-lease-timeout=90",
        *args,
        watch=free_when_told,
        REDDIT=counter.url,
    )
    after = told.partition("  waiting reddit-3[noop-chromium]  since ")[2]
    assert "  for reddit, after theirs-7 " in after
    assert after.count("  failed  reddit-3[noop-chromium]  1 step") == 1
    assert ("running reddit-3" in after) == bool(args), "it waits no longer"
    (record,) = read(*pytester.path.glob("reports/*/journal.jsonl"))
    assert record.seconds["wait"] >= 3
    assert record.seconds["wait"] < record.seconds["total"]


def test_lease_timeout_records_wait_seconds(
    write, run, pytester: pytest.Pytester, counter: Counter, taken: object, monkeypatch
) -> None:
    write("tasks.json", TASK)
    monkeypatch.setenv("REDDIT", counter.url)
    result = run("tasks.json", "--agent=noop", "--vwa-leases=leases", "--vwa-lease-timeout=4")
    assert "waiting" not in result.stdout.str()
    (record,) = read(*pytester.path.glob("reports/*/journal.jsonl"))
    assert record.outcome == "error"
    assert record.error_kind == "site"
    assert record.reason == (
        "reddit: not free within 4 s: theirs-7 (run 1123-0900 on ci-2) came before"
    )
    assert record.seconds["wait"] >= 4
