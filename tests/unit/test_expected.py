"""What a run may take, by what the last one took."""

from typing import Any

from records import question, record, steps

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.expected import Listed, expect, lines
from pytest_vwa.reporting.summary import Effort


def ran(number: int, count: int, **changes: Any) -> Record:
    spent = {"prompt_tokens": 900, "completion_tokens": 100, "cost_usd": 0.5}
    return record("failed", number, steps=steps(count), seconds={"total": 10.0}, **spent | changes)


def listed(key: str, site: str = "shopping", agent: str = "mine") -> Listed:
    return Listed(key, False, (site,), agent)


RUN = (
    ran(1, 4, judge_cost_usd=0.5, judge_tokens=1000),
    ran(1, 6, trial=2),
    ran(2, 9),
    ran(3, 1, key="arena/reddit/3", sites=("reddit",)),
    record("error", 4, steps=steps(30)),
    question("passed", 1, cost_usd=7.0),
)


def test_estimate_uses_mean_of_task_runs() -> None:
    found = expect([listed("arena/shopping/1")], RUN)
    assert found.total == Effort(steps=5, tokens=1500, cost_usd=0.75, seconds=10)
    assert (found.known, found.alike, found.unknown) == (1, 0, 0)


def test_estimate_falls_back_to_site_then_agent() -> None:
    of_site = expect([listed("arena/shopping/77")], RUN)
    assert of_site.total.steps == (4 + 6 + 9) / 3
    of_agent = expect([listed("arena/map/1", "map")], RUN)
    assert of_agent.total.steps == (4 + 6 + 9 + 1) / 4
    assert (of_agent.known, of_agent.alike) == (0, 1)


def test_estimate_ignores_other_agents() -> None:
    found = expect([listed("arena/shopping/1", agent="other"), listed("arena/shopping/2")], RUN)
    assert (found.known, found.alike, found.unknown) == (1, 0, 1)
    assert list(lines(found, "r1")) == [
        "expected of 1 test, by run r1: 9 steps, 1.0k tokens, $0.5000, 10.0 s of work",
        "unknown of 1 test: run r1 judged nothing like them by their agents",
    ]


def test_estimate_counts_each_trial() -> None:
    assert expect([listed("arena/shopping/2")] * 3, RUN).total.steps == 27
