"""A disk that is full costs no run its end, and nothing that was written is lost."""

from collections.abc import Callable
from pathlib import Path

import pytest
from taskfiles import Run

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import flaws

pytest_plugins = ["pytester"]

# Each file may have so many bytes: the journal is cut off within a record, while the terminal's
# output, which pytester keeps in a file as well, has room.
FULL = """
import resource

def pytest_sessionstart():
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, most))
"""
COUNT = 12


@pytest.fixture
def journal(pytester: pytest.Pytester) -> Callable[[], Path]:
    return lambda: next(pytester.path.glob("reports/*/journal.jsonl"))


@pytest.mark.parametrize(
    "spread", [(), pytest.param(("-n", "2"), marks=pytest.mark.full)], ids=["n0", "n2"]
)
def test_full_disk_is_reported_and_resume_runs_the_rest(
    run_alone: Run,
    write: Callable[..., Path],
    records: Callable[[], list[Record]],
    journal: Callable[[], Path],
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    spread: tuple[str, ...],
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # they would be cut off as well
    short = ("--tb=no", "-rN")
    gate = "--vwa-gate=errors == 0"
    still = ("-p", "pytest_vwa.testing.plugin", "--agent=noop", gate, *short, *spread)
    write("tasks.json", *({"task_id": n} for n in range(COUNT)))
    pytester.makeconftest(FULL)
    result = run_alone(*still)
    assert result.ret == 2  # the gate cannot be judged
    result.assert_outcomes(failed=COUNT)
    said = result.stdout.str().replace("\n", " ")
    assert said.count("a record could not be written to ") == 1
    assert "records could not be written to reports/" in said
    assert "File too large; make room, and --vwa-resume=" in said
    kept = len(records())
    assert 0 < kept < COUNT
    pytester.makeconftest("")
    again = run_alone(*still, f"--vwa-resume={journal().parent.name}")
    again.assert_outcomes(failed=COUNT - kept)
    assert len(records()) == COUNT
    assert list(flaws(journal())) == []
