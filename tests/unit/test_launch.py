"""Which browser a run uses."""

import json
import os
from pathlib import Path

import pytest

from pytest_vwa.browser import launch
from pytest_vwa.browser.launch import VARIABLE, choose
from pytest_vwa.core.errors import UsageError


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any browser: its PATH is this folder."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "ms-playwright"))
    return tmp_path


def put(folder: Path, name: str) -> str:
    program = folder / name
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return str(program)


def bring(folder: Path, name: str) -> None:
    """As Playwright would have installed it."""
    package = launch.playwright_package()
    assert package is not None
    browsers = json.loads((package / "browsers.json").read_text())["browsers"]
    revision = next(each["revision"] for each in browsers if each["name"] == name)
    installed = folder / "ms-playwright" / f"{name.replace('-', '_')}-{revision}"
    installed.mkdir(parents=True)
    (installed / "INSTALLATION_COMPLETE").touch()


def test_browser_choice_without_browser_names_remedies(machine: Path) -> None:
    with pytest.raises(UsageError, match=r"pytest_vwa\.browser\.setup.*VWA_BROWSER"):
        choose(headless=True)


def test_browser_choice_headless_prefers_headless_shell(machine: Path) -> None:
    put(machine, "chromium")
    shell = put(machine, "chromium-headless-shell")
    assert choose(headless=True).executable == shell


def test_browser_choice_headed_needs_full_browser(machine: Path) -> None:
    put(machine, "chromium-headless-shell")
    with pytest.raises(UsageError, match="with a window"):
        choose(headless=False)
    chrome = put(machine, "google-chrome")
    assert choose(headless=False).executable == chrome


def test_browser_choice_prefers_playwright_over_path(machine: Path) -> None:
    put(machine, "chromium-headless-shell")
    bring(machine, "chromium-headless-shell")
    assert choose(headless=True).executable is None


def test_browser_choice_headless_shell_cannot_run_headed(machine: Path) -> None:
    bring(machine, "chromium-headless-shell")
    with pytest.raises(UsageError):
        choose(headless=False)


def test_browser_choice_variable_overrides_all(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(machine, "chromium")
    mine = put(machine, "my-browser")
    monkeypatch.setenv(VARIABLE, mine)
    assert choose(headless=True).executable == mine


def test_browser_choice_missing_program_is_usage_error(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "/no/such/browser")
    with pytest.raises(UsageError, match="/no/such/browser"):
        choose(headless=True)


def test_browser_choice_disables_sandbox_only_for_root(machine: Path) -> None:
    put(machine, "chromium")
    assert ("--no-sandbox" in choose(headless=True).args) == (os.geteuid() == 0)
