"""Storage states of those logged in: made once for a site, shared by all processes of a run."""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.site import Site
from pytest_vwa.whole import write_whole

from .entry import Entry

State = dict[str, Any]
"""As Playwright's ``storage_state`` has it: ``cookies`` and ``origins``."""
NOBODY: State = {"cookies": [], "origins": []}
_WAIT = 600.0
"""Seconds that another process may take to log in."""


class Logins:
    """In a folder that the processes of one run share; only their user can read it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def state(self, site: Site, log_in: Callable[[], State]) -> State:
        """What ``log_in`` made of the site, by whichever process came first. Raises SiteError
        as it did, also for those who came later: nobody tries a wrong password again."""
        from filelock import FileLock, Timeout

        path = self._path(site)
        if found := _found(path):
            return found
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            with FileLock(path.with_suffix(".lock"), timeout=_WAIT):
                return _found(path) or _made(path, log_in)
        except Timeout as error:
            raise SiteError(
                f"{site.name}: another worker has not logged in within {_WAIT:g} s"
            ) from error

    def renew(self, site: Site, state: State) -> None:
        """The state no longer holds; whoever comes next logs in, unless somebody has already."""
        path = self._path(site)
        if _found(path) == state:
            path.unlink(missing_ok=True)

    def moved(self, entry: Entry, place: str) -> None:
        """The replica was made new: nobody is logged in there any more."""
        self._path(entry.at(place)).unlink(missing_ok=True)

    def _path(self, site: Site) -> Path:
        """Of the replica and the account."""
        user = site.account.username if site.account else ""
        digest = hashlib.sha256(f"{site.url}\n{user}".encode()).hexdigest()
        return self._folder / f"{site.name}-{digest[:16]}.json"


def joined(sites: Sequence[Site], states: Sequence[State]) -> State:
    """One state that is logged in to all of them. Raises SiteError for sites whose cookies would
    overwrite each other."""
    owners: dict[tuple[str, str, str], tuple[Site, dict[str, Any]]] = {}
    for site, state in zip(sites, states, strict=True):
        for cookie in state["cookies"]:
            name = cookie["name"], cookie["domain"], cookie["path"]
            other, known = owners.setdefault(name, (site, cookie))
            if other is not site and known["value"] != cookie["value"]:
                raise SiteError(
                    f"{other.name} and {site.name} use the same cookie {cookie['name']!r} of "
                    f"{cookie['domain']}, so nobody can be logged in to both: give them addresses "
                    "with different host names (such as 127.0.0.1 and localhost)"
                )
    origins = [origin for state in states for origin in state["origins"]]
    return {"cookies": [cookie for _, cookie in owners.values()], "origins": origins}


def _found(path: Path) -> State | None:
    """None when nobody has logged in yet; raises SiteError for what failed for all."""
    try:
        kept = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    if "failed" in kept:
        raise SiteError(kept["failed"])
    state: State = kept
    return state


def _made(path: Path, log_in: Callable[[], State]) -> State:
    try:
        state = log_in()
    except SiteError as error:
        _keep(path, {"failed": str(error)})
        raise
    _keep(path, state)
    return state


def _keep(path: Path, content: State) -> None:
    write_whole(path, json.dumps(content).encode())
    path.chmod(0o600)
