"""Who follows docs/writing-tasks.md gets a task that is proven."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

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


def test_the_editors_settings_name_the_schema() -> None:
    (entry,) = json.loads(SETTINGS)["json.schemas"]
    assert (ROOT / entry["url"]).resolve() == schema.FILE


def test_the_example_is_valid_clean_and_proven(tmp_path: Path) -> None:
    Draft202012Validator(schema.schema()).validate(json.loads(TASKS))
    file = tmp_path / "mine.json"
    file.write_text(TASKS, encoding="utf-8")
    assert "--vwa-lint tasks/mine.json" in COMMANDS
    assert "--vwa-validate tasks/mine.json" in COMMANDS
    for option in ("--vwa-lint", "--vwa-validate"):
        done = pytest_on(file, option, f"--vwa-report-dir={tmp_path}")
        assert done.returncode == 0, done.stdout


def test_the_page_names_every_category_and_check_kind() -> None:
    for name in (*schema.KINDS, "temporal_reasoning", "audio_perception", "visual_perception"):
        assert f"`{name}`" in TOLD
