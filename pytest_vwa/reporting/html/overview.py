"""What the first page says of the runs: rates with their intervals, and where runs were lost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.breakdown import Both, CheckRate, Phase, both, check_rates, phases
from pytest_vwa.reporting.pairs import Who, order
from pytest_vwa.reporting.parts import incomplete
from pytest_vwa.reporting.summary import Row, Summary, Table, summarise
from pytest_vwa.reporting.trials import LEGEND, Trials, columns

from .endings import Ending, endings
from .who import labels, link_to_runs


@dataclass(frozen=True)
class Bar:
    """One rate of one agent: shares are 0..1, ``rate`` None when nothing was judged; ``link`` is
    to the runs it is made of. ``tasks``, where they are fewer than the runs, is how many."""

    agent: str
    link: str
    passed: int
    judged: int
    rate: float | None
    low: float
    high: float
    apart: str = ""
    tasks: int | None = None


@dataclass(frozen=True)
class Group:
    """A site, a category, ...: a bar for each agent that met it."""

    name: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class Panel:
    title: str
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class Tried:
    """How the trials of an agent's tasks went: ``rates`` are pass@k and pass^k by k; ``link`` is
    to the runs of its flaky tasks."""

    found: Trials
    rates: dict[int, tuple[float, float]]
    link: str


@dataclass(frozen=True)
class Agent:
    """One agent with one model in one run. ``steps`` is the mean of its judged tasks; ``tokens``,
    ``cost_usd`` and ``seconds`` are those of all."""

    label: str
    stand_in: bool
    tasks: Bar
    questions: Bar
    both: Both
    endings: tuple[Ending, ...]
    phases: tuple[Phase, ...]
    trials: Tried | None
    runs: int
    steps: float
    tokens: float
    cost_usd: float
    seconds: float


@dataclass(frozen=True)
class Overview:
    """``missing`` says which parts of the run are not there, or is empty."""

    runs: tuple[str, ...]
    missing: str
    total: int
    agents: tuple[Agent, ...]
    tasks: tuple[Panel, ...]
    questions: tuple[Panel, ...]
    summary: Summary
    legend: str = LEGEND


def overview(records: Sequence[Record]) -> Overview:
    """Agents come in the order of their names, those of the first run before others."""
    runs = tuple(dict.fromkeys(record.run for record in records))
    told = zip(records, labels(records), strict=True)
    own: dict[str, list[Record]] = {}
    for record, label in sorted(told, key=lambda each: (runs.index(each[0].run), _who(each[0]))):
        own.setdefault(label, []).append(record)
    found = {label: summarise(runs) for label, runs in own.items()}
    tasks = {label: each.agents[0].tasks for label, each in found.items()}
    questions = {label: each.agents[0].questions for label, each in found.items()}
    return Overview(
        runs=runs,
        missing=incomplete(records),
        total=len(records),
        agents=tuple(_agent(label, found[label], ran) for label, ran in own.items()),
        tasks=(*_panels(tasks, "tasks"), *_checks(own, "tasks")),
        questions=tuple(_panels(questions, "questions")),
        summary=summarise(records),
    )


def _who(record: Record) -> tuple[bool, Who]:
    return order((record.agent, record.model, record.profile))


def _agent(label: str, found: Summary, runs: Sequence[Record]) -> Agent:
    (summary,), effort = found.agents, found.total
    return Agent(
        label=label,
        stand_in=summary.model == "demo",
        tasks=_bar(label, summary.tasks.total, {"noun": "tasks"}),
        questions=_bar(label, summary.questions.total, {"noun": "questions"}),
        both=both(runs),
        endings=endings(label, runs),
        phases=tuple(phases(runs)),
        trials=_tried(label, summary.trials),
        runs=len(runs),
        steps=summary.tasks.total.mean.steps,
        tokens=effort.tokens,
        cost_usd=effort.cost_usd,
        seconds=effort.seconds,
    )


def _tried(agent: str, found: Trials | None) -> Tried | None:
    if found is None:
        return None
    rates = {k: (found.at_least_one[k - 1], found.all_of[k - 1]) for k in columns(found)}
    return Tried(found, rates, link_to_runs(agent=agent, noun="tasks", trials="flaky"))


def _bar(agent: str, row: Row, where: dict[str, str]) -> Bar:
    apart = [f"{row.errors} error{'s' * (row.errors > 1)}"] * bool(row.errors)
    apart += [f"{row.skipped} skipped"] * bool(row.skipped)
    link = link_to_runs(agent=agent, **where)
    ends = row.interval
    tasks = row.tasks if row.tasks < row.judged else None
    told = ", ".join(apart)
    return Bar(agent, link, row.passed, row.judged, row.rate, *ends, apart=told, tasks=tasks)


def _panels(tables: dict[str, Table], noun: str) -> Iterator[Panel]:
    """One a dimension that tells runs apart."""
    for dimension in next(iter(tables.values())).groups if tables else ():
        groups: dict[str, list[Bar]] = {}
        for agent, table in tables.items():
            for row in table.groups[dimension]:
                if row.judged:
                    bar = _bar(agent, row, {"noun": noun, dimension: row.name})
                    groups.setdefault(row.name, []).append(bar)
        if len(groups) > 1:
            yield Panel(dimension, tuple(Group(name, tuple(bars)) for name, bars in groups.items()))


def _checks(own: dict[str, list[Record]], noun: str) -> Iterator[Panel]:
    """Of the runs that a kind of check judged, those that met every check of this kind."""
    groups: dict[str, list[Bar]] = {}
    for agent, runs in own.items():
        for check in check_rates(runs):
            groups.setdefault(check.kind, []).append(_check_bar(agent, check, noun))
    if groups:
        yield Panel("check", tuple(Group(name, tuple(bars)) for name, bars in groups.items()))


def _check_bar(agent: str, check: CheckRate, noun: str) -> Bar:
    link = link_to_runs(agent=agent, noun=noun, check=check.kind)
    return Bar(agent, link, check.met, check.judged, check.rate, *check.interval)
