"""Which sites keep failing: known to all processes of a run, so that no more tasks are spent on
them."""

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pytest_vwa.whole import write_whole

from .trouble import REFUSED, Trouble

IN_A_ROW = 3
"""Tasks that end by a site's fault, one after the other, before its others are put off."""
_LOCKED = 30.0
"""Seconds that others may take to write a few lines."""
_CLEAR = "%H:%M"


@dataclass(frozen=True)
class Standing:
    """Of one site: how many tasks in a row it has failed, with what and since when. ``tried``: it
    was waited for and was ready again. ``given_up`` says why it is not waited for any more."""

    failures: int = 0
    kind: str = ""
    evidence: str = ""
    since: str = ""
    tried: bool = False
    given_up: str = ""

    @property
    def broken(self) -> bool:
        return self.failures >= IN_A_ROW

    @property
    def told(self) -> str:
        """``down since 12:03: http://forum could not be opened``"""
        return f"{self.kind} since {self.since}: {self.evidence}"


WELL = Standing()
Standings = Mapping[str, Standing]


def failed(standing: Standing, trouble: Trouble, now: str) -> Standing:
    """After another task that ended by its fault."""
    worse = replace(standing, failures=standing.failures + 1)
    if not standing.failures:
        worse = replace(worse, kind=trouble.kind, evidence=trouble.evidence, since=now)
    if worse.broken and worse.tried and not worse.given_up:
        return replace(worse, given_up="it had been ready again, and failed again")
    return worse


def refused(trouble: Trouble, now: str) -> Standing:
    """After a log-in that would be refused again: nothing comes of waiting."""
    return Standing(
        IN_A_ROW, trouble.kind, trouble.evidence, now, given_up="a log-in is tried once"
    )


def worked(standing: Standing) -> Standing:
    """After a task that could use it."""
    return standing if standing.kind == REFUSED else Standing(tried=standing.tried)


def waited_for(standing: Standing, last: Trouble | None, seconds: float) -> Standing:
    """After it was waited for; ``last`` is what was met at the end, None when it was ready."""
    if last is None:
        return Standing(tried=True)
    return replace(standing, tried=True, given_up=f"not ready again within {seconds:g} s")


class Breaker:
    """In a folder that the processes of one run share. What cannot be read or written there is
    taken for well: then each task finds out by itself."""

    def __init__(
        self, folder: Path, clock: Callable[[], str] = lambda: time.strftime(_CLEAR)
    ) -> None:
        self._file = folder / "sites.json"
        self._clock = clock

    def of(self, site: str) -> Standing:
        return self._read().get(site, WELL)

    def failed(self, site: str, trouble: Trouble) -> None:
        self._change(site, lambda standing: failed(standing, trouble, self._clock()))

    def refused(self, site: str, trouble: Trouble) -> None:
        self._change(site, lambda standing: refused(trouble, self._clock()))

    def worked(self, site: str) -> None:
        if self.of(site) != WELL:
            self._change(site, worked)

    def waited_for(self, site: str, last: Trouble | None, seconds: float) -> Standing:
        """What is known of it then."""
        return self._change(site, lambda standing: waited_for(standing, last, seconds))

    def forget(self) -> None:
        """Another session goes on with the run: what was wrong may be right again."""
        self._file.unlink(missing_ok=True)

    def _read(self) -> Standings:
        try:
            kept = json.loads(self._file.read_bytes())
            return {site: Standing(**fields) for site, fields in kept.items()}
        except (OSError, ValueError, TypeError):
            return {}

    def _change(self, site: str, change: Callable[[Standing], Standing]) -> Standing:
        """To what; whoever asks knows it also when it could not be written."""
        from filelock import FileLock

        with suppress(OSError):  # a lock that is not free in time is one, too
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(self._file.with_suffix(".lock"), timeout=_LOCKED):
                known = self._read()
                changed = change(known.get(site, WELL))
                after = {**known, site: changed}
                told = {name: asdict(standing) for name, standing in after.items()}
                write_whole(self._file, json.dumps(told).encode())
                return changed
        return change(self.of(site))
