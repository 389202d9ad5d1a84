"""How the breakdown of an agent's runs stands in the summary's text."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from .breakdown import Both, Breakdown, CheckRate
from .units import counted, duration, percent, percent_range

_EXPLAINED = ("start", "watch", "other")
_WIDTH = 80
_NO_BREAK = "\N{NO-BREAK SPACE}"


def parts(told: Breakdown, whose: str = "") -> Iterator[RenderableType]:
    """Tasks beside their questions, ways to fail, time by phase; what is empty is left out."""
    if whose and (told.both.total or told.failures or told.phases):
        yield Text(whose, style="bold")
    if told.both.total:
        yield Text(told.both.title)
        yield _both(told.both)
        yield Text()
    if told.failures:
        total = sum(each.count for each in told.failures)
        yield Text(f"how {counted(total, 'runs')} failed")
        yield _failures(told)
        yield Text()
    if told.phases:
        longest = sorted(told.phases, key=lambda phase: -phase.seconds)
        shares = ", ".join(f"{phase.name} {percent(phase.share)}" for phase in longest)
        whole = sum(phase.seconds for phase in longest)
        spent = f"time, {duration(whole)} of work: {shares}".replace(" %", f"{_NO_BREAK}%")
        yield from (Text(line.replace(_NO_BREAK, " ")) for line in wrap(spent, _WIDTH))
        yield Text()


def legend(told: Iterable[Breakdown]) -> Iterator[RenderableType]:
    """What the phases are whose names do not say it all."""
    met = {phase.name: phase.about for each in told for phase in each.phases}
    explained = [f"{name}: {met[name]}" for name in _EXPLAINED if name in met]
    if explained:
        yield Text("; ".join(explained), style="dim")
        yield Text()


def check_cells(check: CheckRate) -> tuple[str, str, str]:
    """``3/4``, ``75 %``, ``30-95 %``"""
    return f"{check.met}/{check.judged}", percent(check.rate), percent_range(check.interval)


def _both(both: Both) -> Grid:
    grid = Grid(box=None, padding=(0, 3, 0, 0), pad_edge=False, header_style="dim")
    grid.add_column("")
    grid.add_column("did the task", justify="right")
    grid.add_column("lost it", justify="right")
    for read, name in both.words:
        counts = both.counts
        grid.add_row(f"  {name}", str(counts[read, True]), str(counts[read, False]))
    return grid


def _failures(told: Breakdown) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    grid.add_column(justify="right")
    grid.add_column(justify="right")
    grid.add_column()
    for each in told.failures:
        grid.add_row(f"  {each.count}", percent(each.share), Text(each.name))
    return grid
