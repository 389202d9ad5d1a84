"""The documentation tells of everything, and what it shows works."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_vwa import fixtures, hooks, markers, options
from pytest_vwa.core.action import ACTION_KINDS
from pytest_vwa.core.site import SITE_NAMES
from pytest_vwa.defaults import built_in

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
DOCS = README + REFERENCE
COMMANDS = re.findall(r"^\$ (.+)$", README, re.MULTILINE)


def sections(document: str) -> dict[str, str]:
    """What stands under each heading of the third rank among its options."""
    told = document.partition("\n## Options\n")[2].partition("\n## ")[0]
    return {each.partition("\n")[0]: each for each in told.split("\n### ")[1:]}


@pytest.mark.parametrize("document", [README, REFERENCE], ids=["README", "reference"])
@pytest.mark.parametrize("section", options.SECTIONS)
def test_every_option_stands_in_its_section_and_no_other(section: str, document: str) -> None:
    rows = re.findall(r"^\| `(--[\w-]+)`", sections(document)[section], re.MULTILINE)
    flags = [row.flag if row.name != "agent" else "--agent" for row in options.SECTIONS[section]]
    assert rows == flags


@pytest.mark.parametrize("row", options.OPTIONS, ids=lambda row: row.name)
def test_every_options_ini_and_variable_are_documented(row: options.Row) -> None:
    assert f"`{row.dest}`" in REFERENCE
    assert row.env in REFERENCE


def test_every_marker_is_documented() -> None:
    names = [line.partition(":")[0] for line in markers.lines()]
    assert [name for name in names if f"`{name}`" not in DOCS] == []


def test_every_fixture_is_documented() -> None:
    source = "".join(
        (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        for module in fixtures.PLUGINS
    )
    names = re.findall(r"@pytest\.fixture.*\ndef (\w+)", source)
    assert len(names) > 15
    assert [name for name in names if f"`{name}`" not in DOCS] == []


def test_every_hook_action_check_kind_and_site_variable_is_documented() -> None:
    told = [name for name in vars(hooks) if name.startswith("pytest_vwa_")]
    told += [*ACTION_KINDS, *built_in().evaluators, *map(str.upper, SITE_NAMES)]
    assert [name for name in told if name not in DOCS] == []


def test_every_command_is_documented() -> None:
    package = ROOT / "pytest_vwa"
    modules = {
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for path in package.rglob("*.py")
        if path.stem == "__main__" or '\nif __name__ == "__main__":' in path.read_text("utf-8")
    }
    assert len(modules) >= 5
    rows = re.findall(r"^\| `python -m ([\w.]+)", DOCS, re.MULTILINE)
    assert {name.removesuffix(".__main__") for name in modules} == set(rows)


def test_every_built_in_agent_is_documented() -> None:
    assert [name for name in built_in().agents if f"`{name}`" not in README] == []


def run(command: str, *more: str, **variables: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environ = os.environ | {"PATH": path} | variables
    environ.pop("PYTEST_XDIST_WORKER", None)
    return subprocess.run(
        [*shlex.split(command), *more],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=1200,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_the_readmes_commands_run(command: str, tmp_path: Path) -> None:
    done = run(command, f"--vwa-report-dir={tmp_path}", "-p", "no:cacheprovider")
    assert done.returncode in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED), done.stdout
    assert "collect-only" in command or "tasks passed" in done.stdout
    assert "errors, in no rate" not in done.stdout


def test_the_readmes_agent_runs(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.+?)```\n", README, re.DOTALL)
    agent = tmp_path / "mine.py"
    agent.write_text(code)
    done = run(
        f"pytest tasks/arena/classifieds.json --agent={agent}:Mine --vwa-report-dir={tmp_path}",
        *("-k", "classifieds-0", "--vwa-max-steps=5", "-p", "no:cacheprovider"),
    )
    assert "tasks passed" in done.stdout
    assert "errors, in no rate" not in done.stdout


def test_make_demo_ends_with_a_table_that_names_the_stand_in() -> None:
    done = run("make demo", PYTEST_ADDOPTS="-m temporal_reasoning -k classifieds")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "demo (built-in stand-in, not a language model)" in done.stdout
    assert "temporal_reasoning" in done.stdout
    assert "held  errors == 0" in done.stdout
