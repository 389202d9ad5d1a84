"""Who follows docs/writing-tasks.md gets a task that is proven."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pytest_vwa.dialects import schema

ROOT = Path(__file__).parents[2]
TOLD = (ROOT / "docs" / "writing-tasks.md").read_text(encoding="utf-8")
SETTINGS, TASKS = re.findall(r"```json\n(.+?)```", TOLD, re.DOTALL)
COMMANDS = re.findall(r"^pytest (.+)$", TOLD, re.MULTILINE)


def pytest_on(file: Path, *args: str) -> "subprocess.CompletedProcess[str]":
    environ = {name: value for name, value in os.environ.items() if name != "PYTEST_XDIST_WORKER"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", str(file), "-p", "no:cacheprovider", *args],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=1200,
    )


def test_editor_settings_point_to_schema() -> None:
    (entry,) = json.loads(SETTINGS)["json.schemas"]
    assert (ROOT / entry["url"]).resolve() == schema.FILE


def test_example_task_follows_schema() -> None:
    Draft202012Validator(schema.schema()).validate(json.loads(TASKS))


@pytest.mark.parametrize(
    "option", ["--vwa-lint", pytest.param("--vwa-validate", marks=pytest.mark.full)]
)
def test_example_task_passes_lint_and_validate(tmp_path: Path, option: str) -> None:
    file = tmp_path / "mine.json"
    file.write_text(TASKS, encoding="utf-8")
    assert f"{option} tasks/mine.json" in COMMANDS
    done = pytest_on(file, option, f"--vwa-report-dir={tmp_path}")
    assert done.returncode == 0, done.stdout


def test_page_names_every_category_and_check_kind() -> None:
    for name in (*schema.KINDS, "temporal_reasoning", "audio_perception", "visual_perception"):
        assert f"`{name}`" in TOLD
