"""What models cost and what was cut off is told of each step."""

import pytest
from provider import Provider, refusal, reply
from taskfiles import Run

pytest_plugins = ["pytester"]


def test_each_step_has_its_tokens_and_cost(
    run: Run, write, record, provider: Provider, workers: str
) -> None:
    write("tasks.json", {})
    provider.say(
        reply("```scroll [down]```", prompt_tokens=1000),
        reply("```stop [x]```", prompt_tokens=2000, completion_tokens=5),
    )
    run(*provider.options, "--agent=text", "--vwa-price=1,10", "-n", workers)
    steps = record().steps
    assert [step.prompt_tokens for step in steps] == [1000, 2000]
    assert [step.completion_tokens for step in steps] == [10, 5]
    assert [step.cost_usd for step in steps] == pytest.approx([0.0011, 0.00205])
    assert record().cost_usd == pytest.approx(0.00315)
    assert record().warnings == ()


def test_what_a_reply_notes_is_in_its_step(run: Run, write, record, provider: Provider) -> None:
    write("tasks.json", {})
    provider.say(reply("```stop [x]```", finish="length"))
    run(*provider.options, "--agent=text")
    (step,) = record().steps
    assert step.note == "the model's reply was cut off at its greatest length"


def test_the_options_reach_the_model(run: Run, write, record, provider: Provider) -> None:
    write("tasks.json", {})
    provider.say(refusal(500), reply("late", after=30), "```stop [x]```")
    limits = ("--vwa-timeout=3", "--vwa-retries=2", "--vwa-max-tokens=99", "--vwa-concurrency=1")
    run(*provider.options, "--agent=text", *limits, "--vwa-requests-per-minute=600")
    assert record().outcome == "failed"
    assert [asked["max_tokens"] for asked in provider.asked] == [99, 99, 99]
