"""Real pytest runs in a folder of their own, in one process and spread over two workers."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from provider import Provider
from taskfiles import PLAIN, TASK, Run

from pytest_vwa.arena.server import Arena
from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import read


@pytest.fixture(params=["0", "2"], ids=["n0", "n2"])
def workers(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def write(pytester: pytest.Pytester) -> Callable[..., Path]:
    """Write tasks (changes to TASK) as a task file."""

    def write(name: str, *changes: dict[str, Any]) -> Path:
        tasks = [TASK | change for change in changes]
        path = pytester.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(tasks))
        return path

    return write


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pytest as a user would, with no site configured."""
    for name in ("SHOPPING", "CLASSIFIEDS", "REDDIT", "VWA_BASE_URL"):
        monkeypatch.delenv(name, raising=False)

    def run(*args: str) -> pytest.RunResult:
        return pytester.runpytest_subprocess(*PLAIN, *args, timeout=400)

    return run


@pytest.fixture(scope="module")
def classifieds() -> Iterator[str]:
    """The classifieds at an address of their own.

    Of the module: pytester forgets what a test imports, and PyYAML's C part does not survive that.
    """
    with Arena(["classifieds"]) as arena:
        yield arena.sites["classifieds"].url


@pytest.fixture
def provider() -> Iterator[Provider]:
    """A local server that speaks OpenAI's protocol."""
    with Provider() as provider:
        yield provider


@pytest.fixture
def record(pytester: pytest.Pytester) -> Callable[[], Record]:
    """The only record of the only run."""

    def record() -> Record:
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        (only,) = read(journal)
        return only

    return record


@pytest.fixture
def records(pytester: pytest.Pytester) -> Callable[[], list[Record]]:
    """All records of the only run."""

    def records() -> list[Record]:
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        return list(read(journal))

    return records
