"""Findings as text."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from textwrap import dedent

from pytest_vwa.core.wellformed import printable

from .finding import Finding, Severity
from .rules import RULES

_WIDTH = 80
_FEW = 3
"""Notes of one rule that are printed one by one."""


@dataclass(frozen=True)
class Told:
    """A line of the report; ``counts`` when it makes the exit code 1."""

    text: str
    severity: Severity
    counts: bool = False


def line(finding: Finding, here: Path) -> str:
    """``PATH:line: key: code severity: what, what is allowed, remedy``"""
    path = finding.path.relative_to(here) if finding.path.is_relative_to(here) else finding.path
    what = f"{finding.field}: {finding.text}" if finding.field else finding.text
    mended = f" [mended by {', '.join(finding.mended_by)}]" if finding.mended_by else ""
    return printable(
        f"{path}:{finding.line}: {finding.key}: {finding.code} {finding.severity}: {what}{mended}"
    )


def lines(findings: Sequence[Finding], here: Path, *, every: bool = False) -> Iterator[Told]:
    """What is to be read last comes last: notes, warnings, errors. ``every`` also prints each note
    of a rule that has many; else these are one line."""
    for code, notes in _by_code(findings).items():
        if every or len(notes) <= _FEW:
            yield from (Told(line(note, here), note.severity) for note in notes)
        else:
            yield Told(_together(code, notes), Severity.NOTE)
    others = [each for each in findings if each.severity is not Severity.NOTE]
    for finding in sorted(others, key=lambda each: (each.counts, each.severity is Severity.ERROR)):
        yield Told(line(finding, here), finding.severity, finding.counts)


def _by_code(findings: Sequence[Finding]) -> dict[str, list[Finding]]:
    notes: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.severity is Severity.NOTE:
            notes.setdefault(finding.code, []).append(finding)
    return dict(sorted(notes.items()))


def _together(code: str, notes: Sequence[Finding]) -> str:
    """``VWA502 note: 2021 times, a task with a video that is not here: a/1, a/2, a/3, ...``"""
    finds = next(rule.finds for rule in RULES if rule.code == code)
    few = ", ".join(list(dict.fromkeys(note.key for note in notes))[:_FEW])
    told = f"{code} note: {len(notes):,} times a task with {finds}: {few}, ... (-v for all)"
    return printable(told)


def summary(findings: Sequence[Finding]) -> str:
    """The table and, in the last line, the totals."""
    return f"{_table(findings)}\n{_total(findings)}\n" if findings else "nothing found\n"


def _table(findings: Sequence[Finding]) -> str:
    """How often each rule found something, and how many of these an overlay mends."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("code", "severity", "a task with"):
        grid.add_column(name)
    for name in ("found", "mended"):
        grid.add_column(name, justify="right")
    found = Counter(finding.code for finding in findings)
    mended = Counter(finding.code for finding in findings if finding.mended_by)
    for rule in RULES:
        if found[rule.code]:
            counts = str(found[rule.code]), str(mended[rule.code] or "")
            grid.add_row(rule.code, rule.severity, rule.finds, *counts)
    console = Console(file=StringIO(), width=_WIDTH)
    with console.capture() as text:
        console.print(grid)
    lines = [each.rstrip() for each in text.get().splitlines()]
    return dedent("".join(f"{each}\n" for each in lines if each))


def _total(findings: Sequence[Finding]) -> str:
    """``3 errors, 12 warnings, 0 notes; 4 more mended by overlays``"""
    left = Counter(finding.severity for finding in findings if not finding.mended_by)
    counts = ", ".join(f"{left[each]} {each}{'s' * (left[each] != 1)}" for each in Severity)
    mended = sum(bool(finding.mended_by) for finding in findings)
    return counts + (f"; {mended} more mended by overlays" if mended else "")
