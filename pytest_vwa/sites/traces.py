"""What runs keep of their sites while they last."""

from pathlib import Path
from shutil import rmtree
from time import time

_KINDS = ("logins", "renewed", "breaker")
_OLD = 24 * 3600.0
"""Seconds in which a run asks a site for something."""


def forget(cache: Path, run: str) -> None:
    """Who was logged in where is nobody's business after the run, nor what was wrong with sites.
    Log-ins of runs that were killed go too, when nobody has used them for a day."""
    for kind in _KINDS:
        rmtree(cache / kind / run, ignore_errors=True)
    for left in (cache / "logins").glob("*"):
        if _last_used(left) < time() - _OLD:
            rmtree(left, ignore_errors=True)


def _last_used(folder: Path) -> float:
    """Seconds since the epoch; now, where somebody else just removes it."""
    try:
        return max(path.stat().st_mtime for path in (folder, *folder.iterdir()))
    except OSError:
        return time()
