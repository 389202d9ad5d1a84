"""What befalls the leases of a run costs tasks an error at most, and none is lost."""

import shutil
from collections import Counter as Counts
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from counter import Counter, serving
from filelock import FileLock
from taskfiles import Run
from test_real_sites import AGENT, adding, looking
from tiny_disk import fill, tiny_disk

from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]
ALONE_AND_SPREAD = [
    pytest.param((), id="one process"),
    pytest.param(("-n", "2"), id="two workers", marks=pytest.mark.full),
]


@pytest.fixture
def counter(run: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter]:
    with serving() as counter:
        monkeypatch.setenv("REDDIT", counter.url)
        yield counter


@pytest.fixture
def ran(pytester: pytest.Pytester, run: Run, write: Callable[..., Path]) -> Callable[..., Counts]:
    """How often each outcome came of three tasks that change the site and three that look."""
    (pytester.path / "agents").mkdir()
    (pytester.path / "agents/mine.py").write_text(AGENT)
    tasks = [*(adding(n) for n in range(3)), *(looking(n) for n in range(3, 6))]
    write("tasks.json", *(task | {"require_login": False} for task in tasks))

    def ran(leases: Path, *args: str) -> Counts[str]:
        run("tasks.json", "--agent=mine", f"--vwa-leases={leases}", *args)
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        records = list(read(journal))
        counts = Counts(record.outcome.value for record in records)
        assert {record.error_kind for record in records} <= {"", "site"}
        assert counts.total() == len({record.key for record in records}) == 6
        ran.records = records
        return counts

    return ran


@pytest.mark.parametrize("args", ALONE_AND_SPREAD)
def test_full_lease_disk_is_site_error_of_later_tasks(
    counter: Counter, ran, tmp_path: Path, args: tuple[str, ...]
) -> None:
    with tiny_disk(tmp_path / "disk") as disk:
        counter.meanwhile = lambda path: fill(disk) if path == "/begin" else None
        assert ran(disk, *args) == {"passed": 1, "error": 5}
    assert counter.trouble == []
    assert counter.number == 1
    passed, *lost = sorted(ran.records, key=lambda record: record.outcome.value, reverse=True)
    assert any("No space left" in warning for warning in passed.warnings)
    assert all("No space left" in record.reason for record in lost)


@pytest.mark.parametrize("args", ALONE_AND_SPREAD)
def test_removed_lease_folder_is_site_error(
    counter: Counter, ran, tmp_path: Path, args: tuple[str, ...]
) -> None:
    folder = tmp_path / "leases"

    def remove(path: str) -> None:
        if path == "/begin" and not removed:
            removed.append(path)
            with FileLock(folder / "queue.lock"):
                (folder / "queue.json").unlink()
            shutil.rmtree(folder, ignore_errors=True)

    removed: list[str] = []
    counter.meanwhile = remove
    counts = ran(folder, *args)
    assert 1 <= counts["error"] <= (2 if args else 1)
    assert counts["passed"] + counts["error"] == 6
    errors = [record for record in ran.records if record.outcome == "error"]
    assert all("the lease of the sites was lost" in record.reason for record in errors)
