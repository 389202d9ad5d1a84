"""A budget ends a run cleanly, however many workers spend it."""

import openai.resources  # noqa: F401 - once here, not in each inner run
import pytest
from provider import Provider, reply
from taskfiles import QUESTION, TWO_WORKERS, Run

pytest_plugins = ["pytester"]

ASKED = {"video": "classifieds_find_and_compare"} | QUESTION
"""Questions need no browser. 100 tokens asked and 10 said cost $0.011 at this price."""
PRICE = ("--vwa-price=10,1000", "--vwa-max-tokens=20", "--agent=text", "-k", "question")


@pytest.mark.parametrize("workers", [(), TWO_WORKERS])
def test_budget_is_never_exceeded_and_skips_the_rest(
    run_still: Run, write, records, provider: Provider, workers: tuple[str, ...]
) -> None:
    write("tasks.json", *({"task_id": number} | ASKED for number in range(12)))
    provider.say(reply("Red, I say.", after=0.05))
    result = run_still(*provider.options, *PRICE, "--vwa-budget-usd=0.11", *workers)
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


def test_budget_does_not_stop_free_agents(
    run_still: Run, write, records, provider: Provider, pytester: pytest.Pytester
) -> None:
    write("tasks.json", *({"task_id": number} | ASKED for number in range(3)))
    asking = (*provider.options, *PRICE, "--vwa-budget-usd=0.001", "--agent=constant", "-rs")
    run_still(*asking).assert_outcomes(failed=3, skipped=3)
    assert provider.asked == []


def test_budget_refuses_model_without_price(run_still: Run, write, provider) -> None:
    write("tasks.json", ASKED)
    result = run_still(*provider.options, "--agent=text", "--vwa-budget-usd=1")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["*--vwa-budget-usd: the price of openai/test is not known*--vwa-price=IN,OUT*"]
    )


def test_unknown_price_is_warning_in_record(run_still: Run, write, records, provider) -> None:
    write("tasks.json", ASKED)
    run_still(*provider.options, "--agent=text", "-k", "question")
    (record,) = records()
    assert record.cost_usd == 0
    assert record.warnings == (
        "the price of openai/test is not known and counted as $0; --vwa-price=IN,OUT gives it, in "
        "USD per million tokens",
    )
