from records import record, steps

from pytest_vwa.reporting.properties import properties


def test_junit_properties_describe_run() -> None:
    told = dict(properties(record("failed", score=0.5, steps=steps(2), cost_usd=0.25)))
    assert told["agent"] == "mine"
    assert told["model"] == "some-model"
    assert (told["outcome"], told["score"]) == ("failed", "0.5")
    assert (told["steps"], told["cost_usd"]) == ("2", "0.250000")


def test_junit_properties_omit_unknown_values() -> None:
    told = dict(properties(record("skipped", model=None)))
    assert "model" not in told
    assert "score" not in told
    assert "error_kind" not in told
