"""The examples for CI are YAML, and what they run can be run."""

import re
import shlex
from pathlib import Path
from typing import Any

import yaml

from pytest_vwa.options import OPTIONS
from pytest_vwa.reporting import rules

TEXT = (Path(__file__).parents[2] / "docs" / "ci.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(yaml)?\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
EXAMPLES: list[Any] = [yaml.safe_load(body) for kind, body in BLOCKS if kind]
OTHERS = {"-n", "--agent", "--junitxml"}


def scripts(node: Any) -> list[str]:
    """What the steps and jobs below run."""
    if isinstance(node, list):
        return [line for each in node for line in scripts(each)]
    if not isinstance(node, dict):
        return []
    own = [node["run"]] if isinstance(node.get("run"), str) else list(node.get("script", []))
    return own + [line for key, each in node.items() if key != "script" for line in scripts(each)]


COMMANDS = [
    *(line for example in EXAMPLES for line in scripts(example)),
    *(line for kind, body in BLOCKS if not kind for line in body.splitlines()),
]
PYTESTS = [shlex.split(each) for each in COMMANDS if each.startswith("pytest ")]


def test_ci_examples_run_tasks() -> None:
    assert len(EXAMPLES) == 5
    assert all(any("pytest tasks" in line for line in scripts(each)) for each in EXAMPLES)


def test_ci_examples_use_known_options_and_valid_rules() -> None:
    known = {f"--vwa-{row.name.replace('_', '-')}" for row in OPTIONS} | OTHERS
    given = [word for command in PYTESTS for word in command if word.startswith("-")]
    assert [word for word in given if word.partition("=")[0] not in known] == []
    gates = [word.partition("=")[2] for word in given if word.startswith("--vwa-gate=")]
    assert gates
    assert [gate for gate in gates if not rules.parse(gate)] == []


def test_ci_baseline_update_uses_options_of_comparison() -> None:
    kept = {"--agent", "--vwa-model", "--vwa-trials", "--vwa-baseline"}
    compared = [each for each in PYTESTS if any("vwa-baseline" in word for word in each)]
    stored = [each for each in compared if "--vwa-update-baseline" in each]
    assert (len(compared), len(stored)) == (4, 2)
    runs = {frozenset(word for word in each if word.partition("=")[0] in kept) for each in compared}
    assert len(runs) == 1


def test_ci_examples_install_from_default_index() -> None:
    installs = [line for line in COMMANDS if "pip install" in line]
    assert len(installs) == 5
    for line in installs:
        assert line.startswith('pip install "pytest-vwa[xdist]" && ')
        assert "://" not in line
