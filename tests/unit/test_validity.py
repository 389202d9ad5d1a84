"""What the runs of the validity agents say of the tasks."""

from collections.abc import Iterator
from typing import Any

import pytest
from records import record

from pytest_vwa.agents import SOLVER, TRIVIAL
from pytest_vwa.core.record import Record
from pytest_vwa.evaluators.strict.earned import UNEARNED
from pytest_vwa.reporting.validity import assess, lines


def runs(name: str = "a-1", **changes: Any) -> Iterator[Record]:
    """A sound task's runs; changes name an agent, with underscores, and its outcome."""
    for agent in (*TRIVIAL, SOLVER):
        outcome = "passed" if agent == SOLVER else "failed"
        outcome = changes.get(agent.replace("-", "_"), outcome)
        reason = changes.get("reason", "")
        nodeid = f"a.json::{name}[{agent}-chromium]"
        told = {"agent": agent, "nodeid": nodeid, "reason": reason}
        told["error_kind"] = changes.get("error_kind", "") if outcome == "error" else ""
        yield record(outcome, **told, free_pass=changes.get("free_pass", ""))


@pytest.mark.parametrize(
    ("changes", "finding", "code"),
    [
        ({"noop": "passed"}, "free", 1),
        ({"list_everything": "passed", "free_pass": "a warm-up"}, "allowed", 0),
        ({"reference": "failed"}, "unsolvable", 1),
        ({"reference": "skipped"}, "unsolvable", 1),
        ({"reference": "error", "error_kind": "agent"}, "unsolvable", 1),
        ({"reference": "error", "error_kind": "site"}, "broke", 2),
        ({"constant": "error", "error_kind": "agent"}, "broke", 2),
        ({"constant": "error", "error_kind": "judge"}, "broke", 2),
        ({"reference": "failed", "reason": f"a: as expected, but {UNEARNED}"}, "satisfied", 1),
    ],
)
def test_assess_maps_finding_to_exit_code(changes: dict[str, Any], finding: str, code: int) -> None:
    validity = assess([*runs(**changes), *runs("a-2")])
    assert [name for name, told in validity.found.items() if told] == [finding]
    assert (validity.total, validity.proven, validity.code) == (2, 1, code)


def test_assess_without_results_has_exit_code_two() -> None:
    assert assess([]).code == 2
    skipped = dict.fromkeys((*(name.replace("-", "_") for name in TRIVIAL), SOLVER), "skipped")
    assert assess(list(runs(**skipped, reason="no site"))).code == 2
    assert assess([*runs(**skipped), *runs("a-2")]).code == 2


def test_assess_lists_tasks_undecided_without_judge() -> None:
    asked = list(runs(constant="error", reference="error", error_kind="judge"))
    validity = assess([*asked, *runs("a-2")], judged=False)
    assert (validity.total, validity.proven, validity.code) == (2, 1, 0)
    assert list(lines(validity))[:2] == [
        "not decided, for want of a judge (--vwa-judge-model): 1 of 2",
        "  a.json::a-1: constant, reference: it takes a judge",
    ]
    free = runs("a-3", constant="passed", reference="error", error_kind="judge")
    assert assess([*asked, *free], judged=False).code == 1


def test_validity_lines_count_tasks_in_numeric_order() -> None:
    free = {"noop": "passed", "start_page": "passed"}
    told = list(lines(assess([*runs("a-10", **free), *runs("a-3", **free), *runs("a-2")])))
    assert told[:3] == [
        "pass for free: 2 of 3",
        "  a.json::a-3: by noop, start-page: it asks for nothing",
        "  a.json::a-10: by noop, start-page: it asks for nothing",
    ]


def test_assess_task_without_result_of_an_agent_is_unproven() -> None:
    validity = assess(list(runs())[1:])
    assert validity.code == 2
    assert "  a.json::a-1: no result of noop" in list(lines(validity))
