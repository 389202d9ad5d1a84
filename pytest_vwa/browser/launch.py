"""Which browser a run uses."""

import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from pytest_vwa.core.errors import BrowserError, UsageError

VARIABLE = "VWA_BROWSER"
_QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Otherwise a page may send datagrams to any port of this machine.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
HEADLESS_SHELL = "chromium-headless-shell"
_FULL = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_REMEDY = (
    f"run 'python -m pytest_vwa.browser.setup', install Chromium, or set {VARIABLE} to the path "
    "of a Chromium or Chrome"
)


@dataclass(frozen=True)
class Choice:
    """``executable`` is None for the Chromium that Playwright brings; ``label`` names it."""

    executable: str | None
    args: tuple[str, ...]
    label: str


def choose(headless: bool) -> Choice:
    """The path in VWA_BROWSER, else Playwright's own Chromium, else one on PATH; headless, the
    headless shell comes first: it starts in half the time. Launches nothing.

    Raises UsageError when there is none.
    """
    args = (*_QUIET, "--no-sandbox") if _is_root() else _QUIET
    if named := os.environ.get(VARIABLE):
        if found := shutil.which(named):
            return Choice(found, args, f"{found} (from {VARIABLE})")
        raise UsageError(f"{VARIABLE}: {named!r} is no program; {_REMEDY}")
    if bundled(headless):
        return Choice(None, args, "Playwright's Chromium")
    for name in (HEADLESS_SHELL, *_FULL) if headless else _FULL:
        if found := shutil.which(name):
            return Choice(found, args, found)
    kind = "browser" if headless else "browser with a window"
    raise UsageError(f"no {kind} found: neither Playwright's own nor one on PATH; {_REMEDY}")


def bundled(headless: bool) -> bool:
    """Is the Chromium that this Playwright asks for installed? Read from its files: starting
    Playwright to ask it takes half a second, and works only once in a thread."""
    package = playwright_package()
    if package is None:
        return False
    name = "chromium-headless-shell" if headless else "chromium"
    browsers = json.loads((package / "browsers.json").read_text())["browsers"]
    revision = next((each["revision"] for each in browsers if each["name"] == name), "")
    folder = _browsers_folder(package, os.environ) / f"{name.replace('-', '_')}-{revision}"
    return (folder / "INSTALLATION_COMPLETE").exists()


def playwright_package() -> Path | None:
    spec = find_spec("playwright")
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent / "driver" / "package"
    return package if (package / "browsers.json").exists() else None


def _browsers_folder(package: Path, environ: Mapping[str, str]) -> Path:
    named = environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if named == "0":
        return package / ".local-browsers"
    if named:
        return Path(named)
    caches = {
        "darwin": Path.home() / "Library" / "Caches",
        "win32": Path.home() / "AppData" / "Local",
    }
    default = Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches.get(sys.platform, default) / "ms-playwright"


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


@contextmanager
def starting() -> Iterator[None]:
    """A browser that does not start is a BrowserError with its first words and the remedies."""
    from playwright.sync_api import Error

    try:
        yield
    except Error as error:
        lines = [line.strip("║╔╗╚╝═ ") for line in error.message.splitlines()]
        said = next((line for line in lines if line), "it said nothing")
        raise BrowserError(
            f"the browser did not start: {said}; --headed needs a display (xvfb-run gives one), "
            "VWA_BROWSER may name another browser, python -m pytest_vwa.browser.setup finds one"
        ) from error
