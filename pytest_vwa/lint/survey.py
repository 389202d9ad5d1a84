"""Task files -> findings."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pytest_vwa.core.errors import TaskFileError
from pytest_vwa.dialects.overlay import Overlay

from . import source
from .case import Case, Surroundings
from .finding import Finding
from .rules import RULES, UNREADABLE


def survey(
    paths: Sequence[Path], here: Surroundings, overlays: Sequence[Overlay] = ()
) -> tuple[Finding, ...]:
    """All findings on the tasks as they stand in these files, file by file. Those that overlays
    mend say so, and what an overlay itself does wrong is among them."""
    cases, unreadable = _read(paths, here, ())
    published = [*unreadable, *_judge(cases)]
    if not overlays:
        return _in_order(published, paths)
    mended_cases, misfits = _read(paths, here, overlays)
    by = {case.task.key: case.task.mended_by for case in mended_cases if case.task.mended_by}
    now = [*misfits, *_judge(mended_cases)] if by or misfits != unreadable else published
    left, known = set(map(_subject, now)), set(map(_subject, published))
    told = [
        finding
        if _subject(finding) in left
        else replace(finding, mended_by=by.get(finding.key, ()))
        for finding in published
    ]
    fresh = [finding for finding in now if _subject(finding) not in known]
    return _in_order([*told, *fresh], paths)


def _in_order(findings: Sequence[Finding], paths: Sequence[Path]) -> tuple[Finding, ...]:
    place = {path: number for number, path in enumerate(paths)}
    return tuple(sorted(findings, key=lambda each: (place[each.path], each.line, each.code)))


def _subject(finding: Finding) -> tuple[str, str, str, str]:
    return finding.code, finding.key, finding.field, finding.text


def _read(
    paths: Sequence[Path], here: Surroundings, overlays: Sequence[Overlay]
) -> tuple[list[Case], list[Finding]]:
    """The tasks that can be read, and a finding for each file and entry that cannot."""
    cases: list[Case] = []
    findings: list[Finding] = []
    for path in paths:
        try:
            entries = source.tasks(path, here.registry.evaluators, overlays, here.sites)
        except TaskFileError as error:
            findings.append(_unreadable(path, 1, source.key(path), error))
            continue
        for (key, found), line in zip(entries, source.lines(path), strict=True):
            if isinstance(found, TaskFileError):
                findings.append(_unreadable(path, line, key, found))
            else:
                cases.append(Case(found, path, line, here))
    return cases, findings


def _unreadable(path: Path, line: int, key: str, error: TaskFileError) -> Finding:
    text = str(error).removeprefix(f"{path}").lstrip(": ")
    return Finding(UNREADABLE.code, UNREADABLE.severity, key, "", text, path, line)


def _judge(cases: Sequence[Case]) -> Iterator[Finding]:
    for rule in RULES:
        for case, field, text in rule.look(cases):
            key = case.task.key
            yield Finding(rule.code, rule.severity, key, field, text, case.path, case.line)
