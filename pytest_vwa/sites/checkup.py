"""Is each site reachable, ready, and can one log in? One row for each replica."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from time import perf_counter
from typing import Literal

from pytest_vwa.core.errors import BrowserError, SiteError

from . import health
from .door import Door
from .entry import Entry, Headers, StateFile

Sign = Literal["yes", "no", "-"]
_HEADS = ("site", "reachable", "ready", "logged in", "seconds", "address")
_WIDTH = 80
_UNREACHABLE = frozenset({"down", "dns", "certificate", "slow"})


@dataclass(frozen=True)
class Row:
    """``seconds`` is what it all took; ``why`` is "" when all is well."""

    site: str
    url: str
    reachable: Sign
    ready: Sign = "-"
    logged_in: Sign = "-"
    seconds: float = 0.0
    why: str = ""

    @property
    def well(self) -> bool:
        return not self.why


def check(entries: Sequence[Entry], enter: Callable[[Door], object]) -> Iterator[Row]:
    """``enter`` goes through a door with a browser; it raises SiteError when it cannot,
    BrowserError when the browser broke on the way."""
    for entry in entries:
        for replica in entry.replicas:
            yield _row(entry, replica, enter)


def _row(entry: Entry, replica: str, enter: Callable[[Door], object]) -> Row:
    began = perf_counter()

    def row(reachable: Sign, ready: Sign = "-", logged_in: Sign = "-", why: str = "") -> Row:
        took = perf_counter() - began
        return Row(entry.name, replica, reachable, ready, logged_in, took, why)

    if found := health.trouble(replica, entry.health):
        away = found.kind in _UNREACHABLE
        return row("no", why=str(found)) if away else row("yes", "no", why=str(found))
    if entry.login is None or (entry.account is None and not _own(entry)):
        return row("yes", "yes")
    try:
        enter(Door(entry.at(replica), entry.login))
    except SiteError as error:
        return row("yes", "yes", "no", str(error))
    except BrowserError as error:
        return row("yes", "yes", why=f"{entry.name}: nothing is known of the log-in: {error}")
    return row("yes", "yes", "yes")


def _own(entry: Entry) -> bool:
    """Logs in without an account: by headers or a state."""
    return isinstance(entry.login, Headers | StateFile)


def head(entries: Sequence[Entry]) -> str:
    """The line above the rows of these sites."""
    return _line(entries, _HEADS)


def lines(entries: Sequence[Entry], row: Row) -> Iterator[str]:
    """A row as wide as those of all these sites; what is wrong stands below it, within 80
    columns. Addresses come last: they may be of any length."""
    seconds = f"{row.seconds:.1f}".rjust(len("seconds"))
    yield _line(entries, (row.site, row.reachable, row.ready, row.logged_in, seconds, row.url))
    yield from wrap(
        row.why,
        _WIDTH,
        initial_indent="  ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _line(entries: Sequence[Entry], cells: Sequence[str]) -> str:
    names = max(len(entry.name) for entry in entries)
    widths = (max(names, len(_HEADS[0])), *map(len, _HEADS[1:]))
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()
