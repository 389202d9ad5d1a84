"""Findings as text."""

from collections import Counter
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from textwrap import dedent

from .finding import Finding, Severity
from .rules import RULES

_WIDTH = 80


def line(finding: Finding, here: Path) -> str:
    """``PATH:line: key: code severity: what, what is allowed, remedy``"""
    path = finding.path.relative_to(here) if finding.path.is_relative_to(here) else finding.path
    what = f"{finding.field}: {finding.text}" if finding.field else finding.text
    mended = f" [mended by {', '.join(finding.mended_by)}]" if finding.mended_by else ""
    return (
        f"{path}:{finding.line}: {finding.key}: {finding.code} {finding.severity}: {what}{mended}"
    )


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
