"""Records made by hand."""

from typing import Any

from pytest_vwa.core.record import Record, StepRecord


def record(outcome: str = "passed", number: int = 1, **changes: Any) -> Record:
    """A run of task ``number`` on the shop by the agent ``mine``."""
    fields: dict[str, Any] = {
        "run": "r1",
        "key": f"arena/shopping/{number}",
        "nodeid": f"tasks/arena/shopping.json::shopping-{number}[mine]",
        "kind": "factual",
        "benchmark": "arena",
        "sites": ("shopping",),
        "categories": ("temporal_reasoning",),
        "difficulty": "easy",
        "agent": "mine",
        "model": "some-model",
        "outcome": outcome,
    }
    return Record(**fields | changes)


def question(outcome: str = "passed", number: int = 1, **changes: Any) -> Record:
    return record(outcome, number, **{"kind": "question"} | changes)


def steps(count: int) -> tuple[StepRecord, ...]:
    return tuple(
        StepRecord(number=number, url="http://127.0.0.1/", action="click [1]")
        for number in range(1, count + 1)
    )
