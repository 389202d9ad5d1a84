"""What models cost and what was cut off is told of each step."""

import openai.resources  # noqa: F401 - once here, not in each inner run
import pytest
from provider import Provider, refusal, reply
from taskfiles import Run

pytest_plugins = ["pytester"]


def test_step_records_tokens_and_cost(run_still: Run, write, record, provider: Provider) -> None:
    write("tasks.json", {})
    provider.say(
        reply("```scroll [down]```", prompt_tokens=1000),
        reply("```stop [x]```", prompt_tokens=2000, completion_tokens=5),
    )
    run_still(*provider.options, "--agent=text", "--vwa-price=1,10")
    steps = record().steps
    assert [step.prompt_tokens for step in steps] == [1000, 2000]
    assert [step.completion_tokens for step in steps] == [10, 5]
    assert [step.cost_usd for step in steps] == pytest.approx([0.0011, 0.00205])
    assert record().cost_usd == pytest.approx(0.00315)
    assert record().warnings == ()


def test_step_notes_truncated_reply(run_still: Run, write, record, provider: Provider) -> None:
    write("tasks.json", {})
    provider.say(reply("```stop [x]```", finish="length"))
    run_still(*provider.options, "--agent=text")
    (step,) = record().steps
    assert step.note == "the model's reply was cut off at its greatest length"


def test_model_options_reach_requests(run_still: Run, write, record, provider: Provider) -> None:
    write("tasks.json", {})
    provider.say(refusal(500), reply("late", after=30), "```stop [x]```")
    limits = ("--vwa-timeout=3", "--vwa-retries=2", "--vwa-max-tokens=99", "--vwa-concurrency=1")
    run_still(*provider.options, "--agent=text", *limits, "--vwa-requests-per-minute=600")
    assert record().outcome == "failed"
    assert [asked["max_tokens"] for asked in provider.asked] == [99, 99, 99]
