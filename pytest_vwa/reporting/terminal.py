"""A summary as text for a terminal or a CI log, 80 columns wide unless there is room."""

from collections.abc import Iterator, Sequence
from io import StringIO

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from . import faults, inside, paired, trials
from .breakdown import CheckRate
from .pairs import Pair
from .reasons import Reason
from .summary import AgentSummary, Difference, Effort, Fault, Judging, Row, Summary, Table
from .units import counted, dollars, duration, percent, percent_range, tokens

WIDTH = 80
WIDEST = 120
REASONS_SHOWN = 5
_COLUMNS = {"passed": 6, "rate": 5, "95 % CI": 8, "steps": 5, "tokens": 6, "cost": 7, "time": 6}
_LEGEND = (
    "rate: passed of all judged runs; errors and skips are not judged. CI: where the true rate"
    " may lie (Wilson). steps, tokens, cost, time: mean of a judged run."
)
_OVERLAP = " A task with several sites or categories counts in each of their rows."


def render(
    summary: Summary, *, color: bool = False, width: int = WIDTH, whole: bool = False
) -> str:
    """Headlines, tables, pairs, errors and skips; lines end in a newline. ANSI codes only with
    color; ``whole`` shortens no list of tasks."""
    console = Console(
        file=StringIO(),
        width=width,
        force_terminal=color,
        color_system="standard" if color else None,
        legacy_windows=False,
    )
    with console.capture() as text:
        console.print(Group(*_parts(summary, whole)), highlight=False)
    return "".join(f"{line.rstrip()}\n" for line in text.get().rstrip().splitlines())


def _parts(summary: Summary, whole: bool) -> Iterator[RenderableType]:
    for agent in summary.agents:
        yield from _agent(agent, whole)
    tables = [table for agent in summary.agents for table in _tables(agent).values()]
    if any(table.total.judged for table in tables):
        yield Text(_LEGEND + _OVERLAP * any(map(_overlaps, tables)), style="dim")
        yield Text()
    for agent in summary.agents:
        yield from inside.parts(agent.breakdown, agent.title if len(summary.agents) > 1 else "")
    yield from inside.legend(agent.breakdown for agent in summary.agents)
    yield from _pairs(summary.pairs, whole)
    yield from _differences(summary.differences)
    yield from _reasons("errors, in no rate", summary.errors, "red", whole)
    yield from _faults(summary.faults)
    yield from _reasons("skipped", summary.skips, "yellow", whole)
    if summary.total != Effort():
        yield Text(_spent(summary.total))
    if summary.judging.calls:
        yield Text(_judged(summary.judging))


def _agent(agent: AgentSummary, whole: bool) -> Iterator[RenderableType]:
    yield Text(agent.title, style="bold")
    tables = {noun: table for noun, table in _tables(agent).items() if _runs(table.total)}
    yield from (_headline(noun, table.total) for noun, table in tables.items())
    yield Text()
    for noun, table in tables.items():
        if table.total.judged:
            yield _grid(noun, table, agent.breakdown.checks if noun == "tasks" else ())
            yield Text()
    if agent.trials:
        yield Text(f"trials of the tasks, mean {percent(agent.trials.mean)}", style="bold")
        for line in trials.lines(agent.trials, whole=whole):
            yield Padding(line, (0, 0, 0, 2))
        yield Text(trials.LEGEND, style="dim")
        yield Text()


def _tables(agent: AgentSummary) -> dict[str, Table]:
    return {"tasks": agent.tasks, "questions": agent.questions}


def _runs(row: Row) -> int:
    return row.judged + row.errors + row.skipped


def _headline(noun: str, row: Row) -> Text:
    """``9 of 16 tasks passed: 56 % (95 % CI 33-77 %), 2 errors, 1 skipped``"""
    apart = [counted(row.errors, "errors")] if row.errors else []
    apart += [f"{row.skipped} skipped"] if row.skipped else []
    if row.rate is None:
        return Text(f"no {noun} judged: {', '.join(apart)}", style="yellow")
    once = row.judged == row.tasks
    judged = counted(row.judged, noun if once else "runs")
    of = "" if once else f" of {counted(row.tasks, noun)}"
    passed = f"{row.passed} of {judged}{of} passed: {percent(row.rate)}"
    interval = f"(95 % CI {percent_range(row.interval)})"
    return Text(", ".join([f"{passed} {interval}", *apart]), style=_colour(row))


def _grid(noun: str, table: Table, checks: Sequence[CheckRate]) -> Grid:
    grid = Grid(box=None, padding=(0, 0, 0, 1), pad_edge=False, header_style="bold")
    grid.add_column(noun, no_wrap=True)
    for name, width in _COLUMNS.items():
        grid.add_column(name, justify="right", no_wrap=True, min_width=width)
    grid.add_row(table.total.name, *_cells(table.total))
    for dimension, rows in table.groups.items():
        if _divides(rows, table.total):
            grid.add_row(Text(dimension, style="dim"))
            for row in rows:
                grid.add_row(Text(f"  {row.name}"), *_cells(row))
    if len(checks) > 1:
        grid.add_row(Text("check held", style="dim"))
        for check in checks:
            grid.add_row(Text(f"  {check.kind}"), *inside.check_cells(check))
    return grid


def _divides(rows: tuple[Row, ...], total: Row) -> bool:
    """A single row with every run would only repeat the total."""
    return any(_runs(row) < _runs(total) for row in rows)


def _overlaps(table: Table) -> bool:
    return any(sum(map(_runs, rows)) > _runs(table.total) for rows in table.groups.values())


def _cells(row: Row) -> tuple[Text, ...]:
    if row.rate is None:
        return (Text("-"),) * len(_COLUMNS)
    return (
        Text(f"{row.passed}/{row.judged}"),
        Text(percent(row.rate), style=_colour(row)),
        Text(percent_range(row.interval)),
        Text(f"{row.mean.steps:.1f}" if row.mean.steps else "-"),
        Text(tokens(row.mean.tokens)),
        Text(dollars(row.mean.cost_usd)),
        Text(duration(row.mean.seconds)),
    )


def _colour(row: Row) -> str:
    return "green" if row.passed == row.judged else "red" if not row.passed else ""


def _reasons(
    title: str, reasons: tuple[Reason, ...], style: str, whole: bool
) -> Iterator[RenderableType]:
    if not reasons:
        return
    yield Text(f"{title}: {sum(reason.count for reason in reasons)}", style=style)
    for reason in reasons[:REASONS_SHOWN]:
        yield Padding(Text(f"{reason.count} x {reason.text}"), (0, 0, 0, 2))
        yield Padding(Text(reason.named(whole=whole), style="dim"), (0, 0, 0, 6))
    if hidden := sum(reason.count for reason in reasons[REASONS_SHOWN:]):
        yield Text(f"  {hidden} x other reasons; pytest -rs lists skips, the journal all")
    yield Text()


def _faults(found: tuple[Fault, ...]) -> Iterator[RenderableType]:
    if not found:
        return
    yield Text(f"sites at fault: {len(found)}", style="red")
    for fault in found:
        yield from (Padding(Text(line), (0, 0, 0, 2)) for line in faults.lines(fault))
    yield Text()


def _pairs(pairs: tuple[Pair, ...], whole: bool) -> Iterator[RenderableType]:
    for pair in pairs:
        yield Text(paired.headline(pair))
        for line in paired.details(pair, whole=whole):
            yield Padding(line, (0, 0, 0, 2))
    if any(pair.compared for pair in pairs):
        yield Text(paired.LEGEND, style="dim")
    if pairs:
        yield Text()


def _differences(differences: tuple[Difference, ...]) -> Iterator[RenderableType]:
    """Every one, whole: these are the runs whose score depends on the rules."""
    if not differences:
        return
    yield Text(f"the profiles differ on {len(differences)}", style="yellow")
    for each in differences:
        said = ", ".join(f"{profile} {outcome}" for profile, outcome in each.outcomes.items())
        yield Text(f"  {each.nodeid}: {said}")
        yield Text(f"    {each.reason}", style="dim")
    yield Text()


def _spent(total: Effort) -> str:
    spent = f"{tokens(total.tokens)} tokens, {dollars(total.cost_usd)}, {duration(total.seconds)}"
    return f"in all, errors included: {spent} of work"


def _judged(judging: Judging) -> str:
    calls = counted(judging.calls, "calls")
    spent = f"{tokens(judging.tokens)} tokens, {dollars(judging.cost_usd)}"
    return f"the judge beside it: {calls}, {spent}"
