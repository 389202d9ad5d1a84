"""A run held against its baseline, agent by agent: can they be compared, and what came of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pytest_vwa.core.result import Run

from .baseline import Baseline, Side, sides
from .clustered import LEVEL
from .comparison import Comparison, Difference, compare
from .coverage import TOLERATED
from .finding import Finding
from .matched import Matched, Name, match, titled
from .units import counted, percent, tasks_and_questions

_SHOWN = 5
_REMEDY = "run the tasks of the baseline, or store a new one with --vwa-update-baseline"
_STORED = "when the baseline was stored"
_NOTE = (
    "Rates over the trials that both have a verdict of; change in points, its 95 % interval by"
    " drawing templates again. p: one-sided, for having got worse, by flipping the signs of"
    f" templates, corrected for all rows; at {LEVEL} a row falls. finds: the drop that would have"
    " been found in 8 of 10 such runs. McNemar: exact, two-sided."
)
TOO_FEW = (
    "there are too few templates for chance to be told from a loss, whatever is lost; run more"
    " tasks, or give a rule 'regressions == 0' as well"
)


@dataclass(frozen=True)
class Compared:
    """``comparison`` is None where the two runs cannot be compared."""

    agent: str
    findings: tuple[Finding, ...]
    comparison: Comparison | None = None


def compared(baseline: Baseline, records: Iterable[Run]) -> tuple[Compared, ...]:
    """p is corrected for the number of agents too: each is one more that chance may hit."""
    found = tuple(sides(baseline, records))
    gone = set(baseline.agents) - {side.known_as for side in found}
    return (
        *(_compared(baseline, side, len(found)) for side in found),
        *(Compared(agent, (_not_run(agent, baseline),)) for agent in sorted(gone)),
    )


def _not_run(agent: str, baseline: Baseline) -> Finding:
    told = f"{agent or 'no agent'} is in {baseline.path} and was not run; run it too, or store a"
    return Finding("UNJUDGED", f"{told} new baseline without it by --vwa-update-baseline")


def _compared(baseline: Baseline, side: Side, agents: int) -> Compared:
    matched = match(side.before, side.now)
    obstacles = tuple(Finding("UNJUDGED", text) for text in _obstacles(baseline, side, matched))
    if obstacles:
        return Compared(side.agent, obstacles)
    comparison = compare(matched, agents)
    found = tuple(_findings(baseline, side, matched, comparison))
    return Compared(side.agent, found, comparison)


def _obstacles(baseline: Baseline, side: Side, matched: Matched) -> Iterator[str]:
    agent, path = side.agent or "no agent", baseline.path
    if not side.before:
        known = ", ".join(baseline.agents)
        yield f"{agent} has no run in {path}, which knows {known}; {_REMEDY}"
        return
    profiles = [{record.profile for record in records} for records in (side.before, side.now)]
    if profiles[0] != profiles[1]:
        scored = [" and ".join(sorted(names)) for names in profiles]
        yield f"{path} is scored by the profile {scored[0]}, this run of {agent} by {scored[1]}"
    for titles, what in (
        (matched.missing, ("of the baseline was not run", "of the baseline were not run")),
        (matched.changed, (f"is not as it was {_STORED}", f"are not as they were {_STORED}")),
    ):
        if titles:
            told = f"{tasks_and_questions(len(titles))} {what[len(titles) > 1]}"
            yield f"{agent}: {told}: {_short(titles)}; {_REMEDY}"
    if not matched.expected:
        if not (matched.missing or matched.changed):
            yield f"{agent}: {path} has no verdict of what was run; {_REMEDY}"
    elif matched.without_verdict > TOLERATED * matched.expected or not matched.matches:
        yield (
            f"{agent}: {matched.without_verdict} of {counted(matched.expected, 'runs')} that "
            f"{path} has a verdict of {'has' if matched.without_verdict == 1 else 'have'} none "
            "now, that is too many"
        )


def _findings(
    baseline: Baseline, side: Side, matched: Matched, comparison: Comparison
) -> Iterator[Finding]:
    yield Finding("", _headline(baseline, side, matched))
    width = max(len(each.name) for each in comparison.differences)
    head = ("", "tasks", "before", "now", "change", "p", "finds")
    yield Finding("", f"{'':6}{_row(width, *head)}", head)
    for each in comparison.differences:
        yield _difference(width, each)
    yield Finding("", _named("regressed", comparison.regressed))
    yield Finding("", _named("gained", comparison.gained))
    yield Finding("", f"McNemar p {comparison.mcnemar:.3f}")
    if matched.without_verdict:
        runs = counted(matched.expected, "runs")
        yield Finding("", f"left out: {matched.without_verdict} of {runs} without a verdict")
    if matched.added:
        yield Finding("", f"not in the baseline: {', '.join(matched.added)}")
    yield Finding("", _NOTE)


def _headline(baseline: Baseline, side: Side, matched: Matched) -> str:
    then, now = matched.trials
    times = counted(then, "trials")
    trials = f"{times} each" if then == now else f"{times} then, {now} now"
    alias = "" if side.known_as == side.agent else f", there {side.known_as}"
    templates = counted(len({each.template for each in matched.matches}), "templates")
    return (
        f"{side.agent or 'no agent'} compared with {baseline.path}{alias}: "
        f"{tasks_and_questions(len(matched.matches))} of {templates}, {trials}"
    )


def _difference(width: int, each: Difference) -> Finding:
    low, high = each.interval
    change = f"{each.change * 100:+.0f} ({low * 100:+.0f} to {high * 100:+.0f})"
    finds = "nothing" if each.detectable is None else f"{-each.detectable * 100:.0f}"
    rates = percent(each.before), percent(each.now)
    cells = (each.name, str(each.tasks), *rates, change, f"{each.p:.4f}", finds)
    return Finding("FELL" if each.is_worse else "held", _row(width, *cells), cells)


def _row(width: int, name: str, *cells: str) -> str:
    widths = (5, 6, 5, 17, 6, 7)
    told = "".join(f" {cell:>{room}}" for cell, room in zip(cells, widths, strict=True))
    return f"{name:<{width}}{told}"


def _named(word: str, names: Sequence[Name]) -> str:
    told = ", ".join(map(titled, names))
    return f"{word} {len(names)}{f': {told}' if told else ''}"


def _short(titles: Sequence[str]) -> str:
    more = len(titles) - _SHOWN
    return ", ".join(titles[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
