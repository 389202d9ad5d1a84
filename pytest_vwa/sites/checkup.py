"""Is each site reachable, ready, and can one log in? One row for each replica."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

from pytest_vwa.core.errors import SiteError

from . import health
from .door import Door
from .entry import Entry, Headers, StateFile

Sign = Literal["yes", "no", "-"]
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
    """``enter`` goes through a door with a browser; it raises SiteError when it cannot."""
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
    return row("yes", "yes", "yes")


def _own(entry: Entry) -> bool:
    """Logs in without an account: by headers or a state."""
    return isinstance(entry.login, Headers | StateFile)


def table(rows: Sequence[Row]) -> Iterator[str]:
    """Aligned lines, the heads first; what is wrong stands below its site."""
    heads = ("site", "address", "reachable", "ready", "logged in", "seconds")
    cells = [
        (row.site, row.url, row.reachable, row.ready, row.logged_in, f"{row.seconds:.1f}")
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]

    def line(of: Sequence[str]) -> str:
        return "  ".join(cell.ljust(width) for cell, width in zip(of, widths, strict=True)).rstrip()

    yield line(heads)
    for row, cell in zip(rows, cells, strict=True):
        yield line(cell)
        if row.why:
            yield f"  {row.why}"
