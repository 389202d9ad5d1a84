"""The documentation tells of everything, and what it shows works."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_vwa import fixtures, hooks, markers, options
from pytest_vwa.core.action import ACTION_KINDS
from pytest_vwa.core.site import SITE_NAMES
from pytest_vwa.defaults import built_in
from pytest_vwa.episode import Limits
from pytest_vwa.testing import StillPage, StillWorld, link, play

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
def test_docs_list_options_by_section(document: str) -> None:
    shown = {
        name: re.findall(r"^\| `(--[\w-]+)`", text, re.MULTILINE)
        for name, text in sections(document).items()
    }
    flags = {
        name: [row.flag if row.name != "agent" else "--agent" for row in rows]
        for name, rows in options.SECTIONS.items()
    }
    assert {name: shown.get(name) for name in flags} == flags


def test_reference_documents_ini_and_env_of_option() -> None:
    names = [name for row in options.OPTIONS for name in (f"`{row.dest}`", row.env)]
    assert [name for name in names if name not in REFERENCE] == []


def test_docs_name_every_marker() -> None:
    names = [line.partition(":")[0] for line in markers.lines()]
    assert [name for name in names if f"`{name}`" not in DOCS] == []


def test_docs_name_every_fixture() -> None:
    source = "".join(
        (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        for module in fixtures.PLUGINS
    )
    names = re.findall(r"@pytest\.fixture.*\ndef (\w+)", source)
    assert len(names) > 15
    assert [name for name in names if f"`{name}`" not in DOCS] == []


def test_docs_name_every_hook_action_check_and_site() -> None:
    told = [name for name in vars(hooks) if name.startswith("pytest_vwa_")]
    told += [*ACTION_KINDS, *built_in().evaluators, *map(str.upper, SITE_NAMES)]
    assert [name for name in told if name not in DOCS] == []


def test_docs_list_every_command() -> None:
    package = ROOT / "pytest_vwa"
    modules = {
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for path in package.rglob("*.py")
        if path.stem == "__main__" or '\nif __name__ == "__main__":' in path.read_text("utf-8")
    }
    assert len(modules) >= 5
    rows = re.findall(r"^\| `python -m ([\w.]+)", DOCS, re.MULTILINE)
    assert {name.removesuffix(".__main__") for name in modules} == set(rows)


def test_readme_names_every_built_in_agent() -> None:
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


@pytest.mark.parametrize(
    "command",
    [
        each if "--collect-only" in each else pytest.param(each, marks=pytest.mark.full)
        for each in COMMANDS
    ],
)
def test_readme_commands_run(command: str, tmp_path: Path) -> None:
    done = run(command, f"--vwa-report-dir={tmp_path}", "-p", "no:cacheprovider")
    assert done.returncode in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED), done.stdout
    assert "collect-only" in command or "tasks passed" in done.stdout
    assert "errors, in no rate" not in done.stdout


def readme_agent() -> str:
    (code,) = re.findall(r"```python\n(.+?)```\n", README, re.DOTALL)
    return code


def test_readme_agent_clicks_the_link_that_fits_best() -> None:
    names: dict[str, Any] = {}
    exec(readme_agent(), names)
    links = [link("Forum", "http://a.test/forum"), link("Red kayaks", "http://a.test/kayaks")]
    world = StillWorld([StillPage("http://a.test/", elements=links)])
    play(names["Mine"](), world, "Show me the Red kayaks", limits=Limits(steps=1))
    assert [action.kind for action in world.actions] == ["click"]
    assert world.url == "http://a.test/kayaks"


@pytest.mark.full
def test_readme_agent_runs(tmp_path: Path) -> None:
    agent = tmp_path / "mine.py"
    agent.write_text(readme_agent())
    done = run(
        f"pytest tasks/arena/classifieds.json --agent={agent}:Mine --vwa-report-dir={tmp_path}",
        *("-k", "classifieds-0", "--vwa-max-steps=5", "-p", "no:cacheprovider"),
    )
    assert "tasks passed" in done.stdout
    assert "errors, in no rate" not in done.stdout


@pytest.mark.full
def test_make_demo_passes_and_prints_its_summary() -> None:
    done = run("make demo", PYTEST_ADDOPTS="-m temporal_reasoning -k classifieds")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "demo (built-in stand-in, not a language model)" in done.stdout
    assert "temporal_reasoning" in done.stdout
    assert "held  errors == 0" in done.stdout
