"""``--vwa-resume``: a run goes on where it was left; a plugin of its own.

What has a verdict is left out, whichever process ran it; an error or a skip runs again. Workers of
xdist are told what to leave out: the journal grows while they collect.
"""

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from . import options
from .core.errors import UsageError
from .core.result import Result
from .core.task import subject_of
from .options import SETTINGS, Settings
from .reporting import runs
from .reporting.journal import final, results
from .reporting.parts import part_of

LATEST = "latest"
_INPUT = "vwa_verdicts"

Name = tuple[str, str, str]
"""A task's key, the test with agent, browser and trial, and the hash of the task: one that was
changed since has no verdict."""


@dataclass(frozen=True)
class Left:
    """The run that goes on, and its final records."""

    run: str
    records: tuple[Result, ...]


class Resumption:
    """Leaves out tests that have a verdict."""

    def __init__(self, verdicts: Iterable[Name], told: str) -> None:
        self._verdicts, self._told = frozenset(verdicts), told

    def pytest_report_header(self) -> str:
        return f"vwa resume: {self._told}"

    # Around all others: which tests there are is for them to say.
    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> Generator[None, None, None]:
        yield
        left_out = {item for item in items if _name(item) in self._verdicts}
        if left_out:
            config.hook.pytest_deselected(items=list(left_out))
            items[:] = [item for item in items if item not in left_out]

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[_INPUT] = sorted(self._verdicts)


def begin(config: pytest.Config) -> Settings:
    """The settings of the run that goes on. Raises pytest.UsageError where there is none of this
    name, or it was another sort of run."""
    settings = config.stash[SETTINGS]
    sent = getattr(config, "workerinput", {}).get(_INPUT)
    if sent is not None:
        return _register(config, settings, map(tuple, sent), "")
    try:
        left = _find(settings)
        if left is None:
            told = f"no run in {settings.report_dir} to continue: a new one begins"
            return _register(config, settings, (), told)
        _refuse_others(left, settings)
        _refuse_other_trials(left, settings)
    except UsageError as error:
        raise pytest.UsageError(str(error)) from error
    judged = [record for record in left.records if record.is_judged]
    others = len(left.records) - len(judged)
    told = (
        f"run {left.run}: {len(judged)} with a verdict are left out; all others run, {others} of "
        "them again"
    )
    verdicts = map(_name_of, judged)
    return _register(config, options.read(config, left.run), verdicts, told)


def _register(
    config: pytest.Config, settings: Settings, verdicts: Iterable[Any], told: str
) -> Settings:
    config.pluginmanager.register(Resumption(verdicts, told), "vwa-resume")
    config.stash[SETTINGS] = settings
    return settings


def _find(settings: Settings) -> Left | None:
    """None where any run would do and there is none."""
    given = [f"--vwa-{name}" for name in ("lint", "validate", "rescore") if _is_set(settings, name)]
    if given:
        raise UsageError(f"--vwa-resume and {given[0]} mean different runs: give one of them")
    if settings.resume == LATEST:
        found = (_read(journal) for journal in runs.newest_first(settings.report_dir))
        part = _told(settings.shard)
        return next((left for left in found if part_of(left.records) == part), None)
    return _read(_named(settings))


def _named(settings: Settings) -> Path:
    """The journal of the run that is named; it lies in the report folder, where the run goes on."""
    given = settings.here / settings.resume.partition("::")[0]
    if given.exists() and given.suffix != ".jsonl" and not (given / runs.JOURNAL).exists():
        raise UsageError(
            f"--vwa-resume: {settings.resume} is no run. A path after the option is taken for its "
            f"run; for the latest write --vwa-resume=latest {settings.resume}"
        )
    journal = runs.find("--vwa-resume", settings.resume, settings.report_dir, settings.here)
    if journal.resolve() != _journal(settings.report_dir, journal.parent.name).resolve():
        raise UsageError(
            f"--vwa-resume: {journal} is no run of the report folder {settings.report_dir}; "
            f"give --vwa-report-dir={journal.parent.parent} as well"
        )
    return journal


def _is_set(settings: Settings, name: str) -> bool:
    return bool(getattr(settings, name))


def _journal(report_dir: Path, run: str) -> Path:
    return report_dir / run / runs.JOURNAL


def _read(journal: Path) -> Left:
    return Left(journal.parent.name, final(results(journal)))


def _told(shard: tuple[int, int] | None) -> str:
    return f"{shard[0]}/{shard[1]}" if shard else ""


def _refuse_others(left: Left, settings: Settings) -> None:
    """A journal is of one model, one profile and one part: its rates would be of neither."""
    models = {record.model for record in left.records if record.model}
    profiles = {record.profile for record in left.records}
    for option, mine, theirs in (
        ("model", settings.model, models),
        ("profile", settings.profile, profiles),
        ("shard", _told(settings.shard), {part_of(left.records)} if left.records else set()),
    ):
        if theirs and mine not in theirs and (mine or option == "shard"):
            told = " and ".join(_given(option, each) for each in sorted(theirs))
            raise UsageError(
                f"--vwa-resume: the run {left.run} was made {told}, not {_given(option, mine)}; "
                "continue it as it began, or begin another"
            )


def _refuse_other_trials(left: Left, settings: Settings) -> None:
    """Trials are in the names of tests: a first trial would count twice."""
    names = [(each.name, each.trial) for each in left.records if ".py::" not in each.nodeid]
    several = any(name.endswith(f"-{trial}]") for name, trial in names)
    if names and several != (settings.trials > 1):
        raise UsageError(
            f"--vwa-resume: the run {left.run} was made {'with' if several else 'without'} several "
            f"--vwa-trials, not with --vwa-trials={settings.trials}; continue it as it began, or "
            "begin another"
        )


def _given(option: str, value: str) -> str:
    return f"with --vwa-{option}={value}" if value else f"without --vwa-{option}"


def _name_of(record: Result) -> Name:
    return record.key, record.name, record.task_sha256


def _name(item: pytest.Item) -> Name | None:
    """None for a test that is no task."""
    subject = subject_of(item)
    if subject is None:
        return None
    return subject.task.key, item.nodeid.rpartition("::")[2], subject.task.sha256
