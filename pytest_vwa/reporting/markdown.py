"""A summary as Markdown, for a pull request or a job's page; a pure function of records."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from textwrap import shorten

from pytest_vwa.core.record import Record
from pytest_vwa.core.verdict import Outcome

from . import faults, paired, trials
from .gate import GateResult
from .inside import check_cells
from .pairs import Pair
from .parts import incomplete
from .reasons import Reason, bare
from .summary import AgentSummary, Fault, Row, Summary, Table, summarise
from .units import counted, dollars, duration, percent, percent_range, tokens

SHOWN = 20
_SIGNS = re.compile(r"([\\`*_{}\[\]#|~])")


def render(records: Sequence[Record], gate: GateResult | None = None) -> str:
    """The rates, then what is behind them to be opened; ``gate`` is what a gate said. Text of tasks
    and agents is shown as it is written, and does nothing."""
    summary, missing = summarise(records), incomplete(records)
    parts = [
        f"## Web-agent tasks{': ' * bool(missing)}{plain(missing)}",
        *(_gate(gate) if gate else ()),
        _rates(summary),
        *(part for agent in summary.agents for part in _agent(agent)),
        *_pairs(summary.pairs),
        *_lost(records),
        *_reasons("errors, in no rate", summary.errors),
        *_faults(summary.faults),
        *_reasons("skipped", summary.skips),
        f"In all, errors included: {_spent(summary)}.",
    ]
    return "\n\n".join(parts) + "\n"


def _gate(gate: GateResult) -> Iterator[str]:
    yield f"**{plain(gate.title)}**"
    for is_table, findings in groupby(gate.findings, lambda finding: bool(finding.cells)):
        if is_table:
            head, *rows = [(*map(plain, each.cells), plain(each.state)) for each in findings]
            yield _grid(head, rows)
        else:
            yield "\n".join(f"- {plain(str(finding))}" for finding in findings)
    if gate.absorbed:
        told = "\n".join(f"- {plain(line)}" for line in gate.absorbed)
        yield _folded(gate.over_absorbed, told)


def _rates(summary: Summary) -> str:
    rows = [
        (plain(agent.title), noun, *_cells(table.total), str(table.total.errors or ""),
         str(table.total.skipped or ""))
        for agent in summary.agents
        for noun, table in (("tasks", agent.tasks), ("questions", agent.questions))
        if table.total.judged + table.total.errors + table.total.skipped
    ]  # fmt: skip
    heads = ("agent", "of", "passed", "rate", "95 % CI", "steps", "cost", "errors", "skipped")
    return _grid(heads, rows)


def _agent(agent: AgentSummary) -> Iterator[str]:
    rows = [*_groups(agent.tasks)]
    rows += [
        (f"check held: {plain(each.kind)}", *check_cells(each), "", "")
        for each in agent.breakdown.checks
    ]
    if rows:
        heads = ("tasks", "passed", "rate", "95 % CI", "steps", "cost")
        yield _folded(f"{agent.title}: by site, category, difficulty, kind", _grid(heads, rows))
    if agent.trials:
        told = "\n".join([*trials.lines(agent.trials), "", trials.LEGEND])
        title = f"{agent.title}: trials of the tasks, mean {percent(agent.trials.mean)}"
        yield _folded(title, f"```text\n{told.replace('`', chr(39))}\n```")
    if (both := agent.breakdown.both).total:
        counts = both.counts
        rows = [
            (name, str(counts[read, True]), str(counts[read, False])) for read, name in both.words
        ]
        title = f"{agent.title}: {both.title}"
        yield _folded(title, _grid(("", "did the task", "lost it"), rows))
    if failed := agent.breakdown.failures:
        rows = [(plain(each.name), str(each.count), percent(each.share)) for each in failed]
        yield _folded(f"{agent.title}: how runs failed", _grid(("", "runs", "share"), rows))


def _groups(table: Table) -> Iterator[tuple[str, ...]]:
    for dimension, rows in table.groups.items():
        if len(rows) > 1:
            yield from ((f"{dimension}: {plain(row.name)}", *_cells(row)) for row in rows)


def _cells(row: Row) -> tuple[str, ...]:
    """Passed, rate, interval, steps, cost."""
    if row.rate is None:
        return ("-",) * 5
    return (
        f"{row.passed}/{row.judged}",
        percent(row.rate),
        percent_range(row.interval),
        f"{row.mean.steps:.1f}" if row.mean.steps else "-",
        dollars(row.mean.cost_usd),
    )


def _pairs(found: Sequence[Pair]) -> Iterator[str]:
    for pair in found:
        told = "\n".join(f"- {plain(line)}" for line in paired.details(pair, whole=True))
        yield _folded(paired.headline(pair), f"{told}\n\n{plain(paired.LEGEND)}")


def _lost(records: Sequence[Record]) -> Iterator[str]:
    lost = [r for r in records if r.outcome is Outcome.FAILED and not r.is_question]
    if not lost:
        return
    lines = [
        f"- {plain(record.name)}: {plain(_first(bare(record.reason)))}" for record in lost[:SHOWN]
    ]
    if len(lost) > SHOWN:
        lines.append(f"- and {len(lost) - SHOWN} more")
    yield _folded(f"{counted(len(lost), 'runs')} of tasks lost", "\n".join(lines))


def _faults(found: Sequence[Fault]) -> Iterator[str]:
    if found:
        told = [f"- {plain(line)}" for fault in found for line in faults.lines(fault)]
        yield _folded(f"sites at fault: {len(found)}", "\n".join(told))


def _reasons(title: str, reasons: Sequence[Reason]) -> Iterator[str]:
    if reasons:
        lines = [
            f"- {reason.count} x {plain(_first(reason.text))}: {plain(reason.named())}"
            for reason in reasons[:SHOWN]
        ]
        if hidden := sum(reason.count for reason in reasons[SHOWN:]):
            lines.append(f"- {hidden} x other reasons")
        count = sum(reason.count for reason in reasons)
        yield _folded(f"{title}: {count}", "\n".join(lines))


def _spent(summary: Summary) -> str:
    total, judge = summary.total, summary.judging
    judged = f"; the judge {dollars(judge.cost_usd)}" if judge.calls else ""
    spent = f"{tokens(total.tokens)} tokens, {dollars(total.cost_usd)}{judged}"
    return f"{spent}, {duration(total.seconds)} of work"


def _first(text: str) -> str:
    return shorten((text.strip().splitlines() or ["no reason given"])[0], 160, placeholder="…")


def _grid(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _folded(title: str, body: str) -> str:
    return f"<details><summary>{plain(title)}</summary>\n\n{body}\n\n</details>"


def plain(text: str) -> str:
    """Shown as written on one line: no tag, link, table cell or mention comes of it."""
    inert = _SIGNS.sub(
        lambda sign: f"&#{ord(sign[1])};", escape(" ".join(text.split()), quote=False)
    )
    return inert.replace("@", "&#64;").replace("://", "&#58;//")
