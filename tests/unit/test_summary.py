import pytest
from records import question, record, steps

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.summary import AgentSummary, Judging, Reason, Row, Table, summarise


def of_one_agent(*records: Record) -> AgentSummary:
    (agent,) = summarise(records).agents
    return agent


def rows(table: Table, dimension: str) -> dict[str, Row]:
    return {row.name: row for row in table.groups[dimension]}


def test_summary_rate_counts_only_passed_and_failed() -> None:
    outcomes = ("passed", "failed", "failed", "error", "skipped")
    row = of_one_agent(*(record(o, n) for n, o in enumerate(outcomes))).tasks.total
    assert (row.passed, row.failed, row.errors, row.skipped) == (1, 2, 1, 1)
    assert row.rate == pytest.approx(1 / 3)


def test_summary_without_judged_run_has_no_rate() -> None:
    row = of_one_agent(record("error")).tasks.total
    assert row.rate is None
    assert row.interval == (0.0, 1.0)


def test_summary_separates_tasks_and_questions() -> None:
    agent = of_one_agent(record("failed"), question("passed"), question("passed", 2))
    assert (agent.tasks.total.passed, agent.tasks.total.judged) == (0, 1)
    assert (agent.questions.total.passed, agent.questions.total.judged) == (2, 2)


def test_summary_counts_two_site_task_in_both_rows() -> None:
    agent = of_one_agent(
        record("passed", 1, sites=("reddit", "shopping")), record("failed", 2, sites=("shopping",))
    )
    by_site = rows(agent.tasks, "site")
    assert {name: (row.passed, row.judged) for name, row in by_site.items()} == {
        "reddit": (1, 1),
        "shopping": (1, 2),
    }
    assert agent.tasks.total.judged == 2


def test_summary_orders_difficulties_and_omits_missing() -> None:
    levels = ("hard", None, "easy", "medium")
    agent = of_one_agent(*(record(number=n, difficulty=d) for n, d in enumerate(levels)))
    assert list(rows(agent.tasks, "difficulty")) == ["easy", "medium", "hard"]


def test_summary_means_exclude_errors_but_totals_include_them() -> None:
    spent = {"prompt_tokens": 90, "completion_tokens": 10, "cost_usd": 0.5, "steps": steps(2)}
    summary = summarise(
        [
            record("passed", 1, **spent, seconds={"total": 10, "model": 4}),
            record("failed", 2, **spent | {"steps": steps(4)}, seconds={"model": 4, "act": 2}),
            record("error", 3, **spent),
        ]
    )
    mean = summary.agents[0].tasks.total.mean
    assert (mean.steps, mean.tokens, mean.cost_usd, mean.seconds) == (3, 100, 0.5, 8)
    assert (summary.total.tokens, summary.total.cost_usd) == (300, 1.5)


def test_summary_separates_judge_cost_from_agent() -> None:
    judged = {"judge_calls": 2, "judge_tokens": 70, "judge_cost_usd": 0.25}
    spent = {"prompt_tokens": 90, "completion_tokens": 10, "cost_usd": 0.5}
    summary = summarise([record("passed", n, **spent, **judged) for n in (1, 2)])
    mean = summary.agents[0].tasks.total.mean
    assert (mean.tokens, mean.cost_usd) == (100, 0.5)
    assert summary.judging == Judging(calls=4, tokens=140, cost_usd=0.5)


def test_summary_interval_ignores_repeated_trials() -> None:
    once = of_one_agent(record("passed", 1), record("failed", 2)).tasks.total
    thrice = of_one_agent(
        *(record("passed", 1, trial=t) for t in range(3)),
        *(record("failed", 2, trial=t) for t in range(3)),
    ).tasks.total
    assert (thrice.judged, thrice.tasks) == (6, 2)
    assert thrice.interval == once.interval


def test_summary_groups_errors_and_skips_by_reason() -> None:
    summary = summarise(
        [
            record("skipped", 1, reason="no video"),
            record("error", 2, error_kind="browser", reason="page crashed\nlog of the crash"),
            record("error", 3, error_kind="site", reason="no answer"),
            record("error", 4, error_kind="site", reason="no answer"),
            record("failed", 5, reason="lost"),
        ]
    )
    assert summary.errors == (
        Reason("site: no answer", ("shopping-3[mine]", "shopping-4[mine]")),
        Reason("browser: page crashed", ("shopping-2[mine]",)),
    )
    assert summary.skips == (Reason("no video", ("shopping-1[mine]",)),)


def test_reason_names_first_runs_and_counts_rest() -> None:
    runs = [record("error", number, reason="it broke") for number in (1, 2, 2, 3, 4, 5)]
    (reason,) = summarise(runs).errors
    names = [f"shopping-{number}[mine]" for number in range(1, 6)]
    assert reason.count == 6
    assert reason.named() == f"{', '.join(names[:3])} and 2 more"
    assert reason.named(whole=True) == ", ".join(names)


def test_summary_separates_agents_models_and_profiles() -> None:
    titles = [
        agent.title
        for agent in summarise(
            [
                record(agent="b"),
                record(agent="a"),
                record(agent="a", model="demo"),
                record(agent="a", profile="strict"),
            ]
        ).agents
    ]
    assert titles == [
        "a · demo (built-in stand-in, not a language model)",
        "a · some-model",
        "a · some-model · scored by the strict profile",
        "b · some-model",
    ]
