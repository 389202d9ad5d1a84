"""What docs/contributing.md says of running the tests is so."""

import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
TARGETS = dict(
    re.findall(r"^([\w-]+):.*\n((?:\t.+\n)*)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
)
WORKFLOW: dict[Any, Any] = yaml.safe_load(
    (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
)


def steps(job: str) -> list[str]:
    """What a job of the workflow runs."""
    return [step["run"] for step in WORKFLOW["jobs"][job]["steps"] if "run" in step]


def test_contributing_names_targets_of_the_makefile() -> None:
    named = set(re.findall(r"\bmake ([a-z][\w-]+)", PAGE)) - {"it"}
    assert {"check", "test", "test-full", "test-rest", "demo"} == named
    assert named <= TARGETS.keys()


def test_make_test_runs_the_fast_tier_within_its_limits() -> None:
    assert "--cpu-limits" in TARGETS["test"]
    assert "full" not in TARGETS["test"]
    assert "--full" in TARGETS["test-full"]
    assert "-m full" in TARGETS["test-rest"]


def test_workflow_runs_fast_tier_and_nightly_all_tests() -> None:
    triggers = WORKFLOW[True]  # YAML 1.1 reads "on" as true
    assert {"pull_request", "schedule", "release"} <= triggers.keys()
    assert steps("fast") == ["make check", "make test"]
    assert steps("full") == ["make test-full"]
    assert "schedule" in WORKFLOW["jobs"]["full"]["if"]
    assert "release" in WORKFLOW["jobs"]["full"]["if"]


def test_ci_runs_checks_and_both_tiers() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("make ")] == [
        "make check",
        "make test",
        "make test-rest",
    ]
