"""Storage states of those logged in: made once for a site, shared by all processes of a run."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time
from typing import Any

from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.site import Site
from pytest_vwa.whole import write_whole

from .entry import Entry
from .login import NoEntry

State = dict[str, Any]
"""As Playwright's ``storage_state`` has it: ``cookies`` and ``origins``."""
NOBODY: State = {"cookies": [], "origins": []}
_WAIT = 600.0
"""Seconds that another process may take to log in."""
_FRESH = 60.0
"""Seconds in which a state that was seen to hold is taken to hold; the agent's own pages tell of
what happens in between."""


class Logins:
    """In a folder that the processes of one run share; only their user can read it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def state(
        self,
        site: Site,
        log_in: Callable[[], State],
        holds: Callable[[State], bool] = lambda state: True,
    ) -> State:
        """What ``log_in`` made of the site, by whichever process came first; made again when it
        no longer ``holds``, which is asked when nobody has for a minute. Raises SiteError as
        they do; NoEntry also for those who come later: nobody tries a wrong password again."""
        path = self._path(site)
        old = _found(path)
        if old and (_is_fresh(path) or holds(old)):
            _seen(path)
            return old
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _locked(path, site):
            found = _found(path)
            return found if found and found != old else _made(path, log_in)

    def renew(self, site: Site, state: State) -> None:
        """The state no longer holds; whoever comes next logs in, unless somebody has already."""
        path = self._path(site)
        if path.parent.is_dir():
            with _locked(path, site):
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
    """None when nobody has logged in yet; raises NoEntry for what failed for all."""
    try:
        kept = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    if "failed" in kept:
        raise NoEntry(kept["failed"])
    state: State = kept
    return state


def _is_fresh(path: Path) -> bool:
    """Whether it was seen to hold a moment ago."""
    with suppress(FileNotFoundError):
        return 0 <= time() - path.stat().st_mtime < _FRESH
    return False


def _seen(path: Path) -> None:
    with suppress(FileNotFoundError):
        if not _is_fresh(path):
            os.utime(path)


@contextmanager
def _locked(path: Path, site: Site) -> Iterator[None]:
    from filelock import FileLock, Timeout

    try:
        with FileLock(path.with_suffix(".lock"), timeout=_WAIT):
            yield
    except Timeout as error:
        raise SiteError(
            f"{site.name}: another worker has not logged in within {_WAIT:g} s"
        ) from error


def _made(path: Path, log_in: Callable[[], State]) -> State:
    try:
        state = log_in()
    except NoEntry as error:
        _keep(path, {"failed": str(error)})
        raise
    _keep(path, state)
    return state


def _keep(path: Path, content: State) -> None:
    write_whole(path, json.dumps(content).encode())
    path.chmod(0o600)
