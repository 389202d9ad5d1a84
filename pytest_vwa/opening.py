"""What is known of a run of a task or a question before it begins."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from .agents.lookup import find, label, uses_model
from .core.task import Subject, Task, subject_of
from .options import CATALOG, REGISTRY, SETTINGS
from .reporting import parts, planned
from .runlog import RunLog
from .sharding import SHARD
from .video.asr.choice import NONE

_PLANNED = pytest.StashKey[int]()


def open_log(item: pytest.Item, subject: Subject) -> RunLog:
    """Nothing has been done yet."""
    settings = item.config.stash[SETTINGS]
    callspec = getattr(item, "callspec", None)
    params = callspec.params if callspec else {}
    agent = params.get("agent_name")
    known, needed = item.config.stash[CATALOG].by_name, subject.task.needed_sites
    return RunLog(
        task=subject.task,
        question=subject.question,
        nodeid=item.nodeid,
        run=settings.run,
        report_dir=settings.report_dir,
        folder=str(Path(subject.task.key).parent / re.sub(r"[^\w.-]+", "-", item.name).strip("-")),
        agent=agent,
        model=_model_of(agent, item.config),
        trial=params.get("trial", 1),
        profile=settings.profile,
        versions=_versions(subject.task, item.config) | {planned.VERSION: str(_planned(item))},
        addresses={name: known[name].replicas if name in known else () for name in needed},
    )


def _versions(task: Task, config: pytest.Config) -> dict[str, str]:
    """Of what made the result; ``overlay`` names those that mended the task."""
    settings = config.stash[SETTINGS]
    versions = {
        "pytest-vwa": version("pytest-vwa"),
        "pytest": pytest.__version__,
        "parsing": settings.parsing,
        "observation": settings.observation,
    }
    if settings.asr != NONE:
        versions["asr"] = settings.asr
    if settings.cassette:
        versions["cassette"] = settings.cassette.mode
    if shard := config.stash.get(SHARD, None):
        versions[parts.VERSION] = shard.title
    return versions | ({"overlay": ", ".join(task.mended_by)} if task.mended_by else {})


def _planned(item: pytest.Item) -> int:
    """How many tests of tasks this session runs."""
    stash = item.config.stash
    if _PLANNED not in stash:
        stash[_PLANNED] = sum(subject_of(each) is not None for each in item.session.items)
    return stash[_PLANNED]


def _model_of(agent: str | None, config: pytest.Config) -> str | None:
    """Told from the start, so that tasks which are skipped stand beside those that ran."""
    settings = config.stash[SETTINGS]
    if settings.rescore:
        return None
    specs = [spec for spec in settings.agent if label(spec) == agent]
    uses = any(uses_model(find(s, config.stash[REGISTRY], settings.here)) for s in specs)
    return settings.model if uses else None
