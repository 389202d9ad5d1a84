"""A budget ends a run cleanly, however many workers spend it."""

import pytest
from provider import Provider, reply
from taskfiles import QUESTION, Run

pytest_plugins = ["pytester"]

ASKED = {"video": "classifieds_find_and_compare"} | QUESTION
"""Questions need no browser. 100 tokens asked and 10 said cost $0.011 at this price."""
PRICE = ("--vwa-price=10,1000", "--vwa-max-tokens=20", "--agent=text", "-k", "question")


def test_the_bill_never_passes_the_budget_and_the_rest_is_skipped(
    run: Run, write, records, provider: Provider, pytester: pytest.Pytester, workers: str
) -> None:
    write("tasks.json", *({"task_id": number} | ASKED for number in range(12)))
    provider.say(reply("Red, I say.", after=0.05))
    result = run(*provider.options, *PRICE, "--vwa-budget-usd=0.11", "-n", workers)
    billed = len(provider.asked) * 0.011
    assert billed <= 0.11
    outcomes = [record.outcome for record in records()]
    assert outcomes.count("passed") == len(provider.asked) >= 4
    assert outcomes.count("skipped") == 12 - len(provider.asked)
    assert sum(record.cost_usd for record in records()) == pytest.approx(billed)
    result.stdout.fnmatch_lines(
        [
            "skipped: *",
            "* x the budget is too small for the next call, which may cost $*",
            f"budget: ${billed:.4f} of $0.11 spent; it ended the run early",
        ]
    )
    assert result.ret == 0


def test_what_costs_nothing_runs_on(
    run: Run, write, records, provider: Provider, pytester: pytest.Pytester
) -> None:
    write("tasks.json", *({"task_id": number} | ASKED for number in range(3)))
    asking = (*provider.options, *PRICE, "--vwa-budget-usd=0.001", "--agent=constant", "-rs")
    run(*asking).assert_outcomes(failed=3, skipped=3)
    assert provider.asked == []


def test_a_budget_for_a_model_without_a_price_is_refused(run: Run, write, provider) -> None:
    write("tasks.json", ASKED)
    result = run(*provider.options, "--agent=text", "--vwa-budget-usd=1")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["*--vwa-budget-usd: the price of openai/test is not known*--vwa-price=IN,OUT*"]
    )


def test_an_unknown_price_is_said_in_the_record(run: Run, write, records, provider) -> None:
    write("tasks.json", ASKED)
    run(*provider.options, "--agent=text", "-k", "question")
    (record,) = records()
    assert record.cost_usd == 0
    assert record.warnings == (
        "the price of openai/test is not known and counted as $0; --vwa-price=IN,OUT gives it, in "
        "USD per million tokens",
    )
