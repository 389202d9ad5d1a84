"""What this checkout adds to the plugin: one evaluator, and one fixture of its own."""

from typing import Any

import pytest

from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score
from pytest_vwa.registry import Registry


def steps_at_most(evidence: Evidence, check: Check) -> Score:
    """The agent did not wander: ``"eval_types": ["steps_at_most"], "steps_at_most": 12``."""
    most = int(str(check.args["steps_at_most"]))
    taken = len(evidence.trajectory.steps) if evidence.trajectory else 0
    return Score(float(taken <= most), f"steps: expected at most {most}, got {taken}")


@pytest.hookimpl(optionalhook=True)  # also where the plugin is switched off
def pytest_vwa_register(registry: Registry) -> None:
    registry.evaluators.add("steps_at_most", steps_at_most)


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """The same language and clock on every machine."""
    return {**browser_context_args, "locale": "en-US", "timezone_id": "UTC"}
