"""Sees to it that this machine has a browser: ``python -m pytest_vwa.browser.setup``."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

from pytest_vwa.core.errors import UsageError

from .launch import HEADLESS_SHELL, Choice, choose

_DOWNLOAD_SECONDS = 300
_INSTALL_SECONDS = 600
_APT_INSTALL = ("apt-get", "install", "-y", "--no-install-recommends")


def main() -> int:
    """0 when there is a browser at the end, in one line which; 1 with the remedy otherwise."""
    try:
        choice = provide()
    except UsageError as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    sys.stdout.write(f"browser: {choice.label}\n")
    return 0


def provide() -> Choice:
    """The browser that headless runs use; installed first when there is none. Raises UsageError
    when none could be had."""
    if not _found():
        _install()
    choice = choose(headless=True)
    if choice.executable == shutil.which("chromium"):
        # Starts in half the time, where Debian has it.
        _apt(HEADLESS_SHELL)
    return choose(headless=True)


def _found() -> bool:
    try:
        choose(headless=True)
    except UsageError:
        return False
    return True


def _install() -> None:
    """Playwright's own where its download works, else the distribution's."""
    command = (sys.executable, "-m", "playwright", "install", "chromium")
    if not _ran(command, _DOWNLOAD_SECONDS) or not _found():
        _apt("chromium")


def _apt(package: str) -> bool:
    """Install a Debian package, as root; False when that is not possible here."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    update = ("apt-get", "update")
    return _ran(update, _INSTALL_SECONDS) and _ran((*_APT_INSTALL, package), _INSTALL_SECONDS)


def _ran(command: Sequence[str], seconds: float) -> bool:
    """Did the command succeed within the time? Its output is shown only when it failed."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, env=environment, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        sys.stderr.write(f"{' '.join(command)}: {error}\n")
        return False
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["it said nothing"]
        why = next((line.strip() for line in said if "rror" in line), said[-1])
        sys.stderr.write(f"{' '.join(command)} failed: {why}\n")
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
