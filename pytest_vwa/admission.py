"""Why a task or question cannot run here. Asked before anything is spent on it."""

import pytest

from . import arena, spending
from .core.task import Check, Subject, Task
from .evaluators.judge import needs_judge
from .evaluators.problems import problem
from .options import CATALOG, REGISTRY, SETTINGS, Settings
from .registry import Registry
from .sites.catalog import Catalog

FREE = "demo"
NO_AGENT = "no agent to test: give --agent=NAME"


def why_not(subject: Subject, config: pytest.Config, model: str | None = None) -> str | None:
    """The reason to skip it; None when it can run. ``model`` is the one that its agent asks."""
    settings, registry = config.stash[SETTINGS], config.stash[REGISTRY]
    task, question = subject.task, subject.question
    flaw, checks = (question.flaw, question.checks) if question else (task.flaw, task.checks)
    return (
        _unjudgeable(flaw, checks, registry)
        or (None if settings.agent else NO_AGENT)
        or _judgeless(checks, settings)
        or (None if question or settings.rescore else _siteless(task, config.stash[CATALOG]))
        or _moneyless(checks, model, settings)
    )


def _unjudgeable(flaw: str | None, checks: tuple[Check, ...], registry: Registry) -> str | None:
    found = flaw or next(filter(None, (problem(c, registry.functions) for c in checks)), None)
    return f"cannot be judged: {found}" if found else None


def _siteless(task: Task, catalog: Catalog) -> str | None:
    return catalog.missing(task.needed_sites, arena.SITES)


def _judgeless(checks: tuple[Check, ...], settings: Settings) -> str | None:
    # What passes for free may pass before any judge is asked.
    if settings.judge_model or settings.validate or not any(map(needs_judge, checks)):
        return None
    return "needs a model as judge: give --vwa-judge-model=NAME"


def _moneyless(checks: tuple[Check, ...], model: str | None, settings: Settings) -> str | None:
    if settings.budget_usd is None:
        return None
    asks = (model not in (None, FREE) and not settings.rescore) or any(map(needs_judge, checks))
    return spending.closed(settings) or None if asks else None
