"""A task file as a pytest module whose functions are its tasks and questions."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import perf_counter
from types import FunctionType, ModuleType
from typing import Any

import pytest

from . import arena, episode, overrides, scoring
from .agents.lookup import label
from .core.errors import TaskFileError
from .core.ports import Evidence
from .core.task import Check, Question, Task
from .core.trajectory import Trajectory
from .dialects.load import load
from .evaluators.judge import needs_judge
from .evaluators.problems import problem
from .options import REGISTRY, SETTINGS, Settings
from .outcome import conclude, skipping_unavailable
from .registry import Registry
from .runlog import RunLog
from .sites import catalog

NO_AGENT = "no agent to test: give --agent=NAME"


class TaskFile(pytest.Module):
    """A JSON or YAML file of tasks."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        # A plain Module would import its file here; ours is made of what the file says.
        self.obj = ModuleType(self.path.name)
        for name, fixture in overrides.FIXTURES.items():
            setattr(self.obj, name, fixture)
        yield from super().collect()
        registry = self.config.stash[REGISTRY]
        for task in load(self.path, registry.evaluators):
            for name, function in _functions(task, self.config):
                setattr(self.obj, name, function)
                yield from self.ihook.pytest_pycollect_makeitem(
                    collector=self, name=name, obj=function
                )

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> Any:
        """What is wrong with a task file is said in one line, without a traceback."""
        if isinstance(excinfo.value, TaskFileError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)  # type: ignore[arg-type]


def _functions(task: Task, config: pytest.Config) -> Iterator[tuple[str, FunctionType]]:
    """The task's test function and, when it has a question, the question's."""
    yield task.name, _function(task_test, task.name, task, None, config)
    if task.question:
        name = f"{task.name}-question"
        yield name, _function(question_test, name, task, task.question, config)


def _function(
    body: Callable[..., None],
    name: str,
    task: Task,
    question: Question | None,
    config: pytest.Config,
) -> FunctionType:
    """A function of its own for each item, so that marks and attributes are its own too."""
    assert isinstance(body, FunctionType)
    function = FunctionType(body.__code__, body.__globals__, name)
    function.__annotations__ = body.__annotations__
    vars(function).update(task=task, question=question, __test__=True)
    for mark in marks_of(task, question):
        getattr(pytest.mark, mark)(function)
    if reason := _why_not(task, question, config):
        pytest.mark.skip(reason=reason)(function)
    return function


def marks_of(task: Task, question: Question | None = None) -> tuple[str, ...]:
    """The names of an item's markers."""
    if question:
        level = f"video_{question.difficulty}" if question.difficulty else None
        kind = "question"
    else:
        level, kind = task.difficulty, task.kind
    names = (task.benchmark, kind, *task.sites, *task.categories, level)
    return tuple(name for name in names if name)


def _why_not(task: Task, question: Question | None, config: pytest.Config) -> str | None:
    """Why this item cannot run here; None when it can."""
    settings, registry = config.stash[SETTINGS], config.stash[REGISTRY]
    flaw, checks = (question.flaw, question.checks) if question else (task.flaw, task.checks)
    return (
        _unjudgeable(flaw, checks, registry)
        or (None if settings.agent else NO_AGENT)
        or _needs_judge(checks, settings)
        or (None if question else catalog.missing(task.sites, catalog.configured(), arena.SITES))
    )


def _unjudgeable(flaw: str | None, checks: tuple[Check, ...], registry: Registry) -> str | None:
    found = flaw or next(filter(None, (problem(c, registry.functions) for c in checks)), None)
    return f"cannot be judged: {found}" if found else None


def _needs_judge(checks: tuple[Check, ...], settings: Settings) -> str | None:
    if settings.judge_model or not any(map(needs_judge, checks)):
        return None
    return "needs a model as judge: give --vwa-judge-model=NAME"


def task_test(
    agent: Any,
    world: Any,
    limits: episode.Limits,
    evidence: Callable[[Trajectory], Evidence],
    vwa_run: RunLog,
    request: pytest.FixtureRequest,
) -> None:
    """The test of a task: let the agent work, judge what it did."""
    with skipping_unavailable():
        trajectory = episode.run(agent, world, limits, vwa_run.watch)
        _judge(vwa_run, trajectory.answer, evidence(trajectory), trajectory, request.node)


def question_test(
    agent: Any,
    question_evidence: Callable[[str], Evidence],
    vwa_run: RunLog,
    request: pytest.FixtureRequest,
) -> None:
    """The test of a question: is the needed fact read from the video?"""
    assert vwa_run.question
    if not hasattr(agent, "answer"):
        pytest.skip(f"agent {vwa_run.agent} has no answer(question)")
    started = perf_counter()
    with skipping_unavailable():
        answer = episode.ask(agent, vwa_run.question.text)
        vwa_run.seconds["model"] += perf_counter() - started
        _judge(vwa_run, answer, question_evidence(answer), None, request.node)


def _judge(
    log: RunLog,
    answer: str,
    evidence: Evidence,
    trajectory: Trajectory | None,
    item: pytest.Item,
) -> None:
    started = perf_counter()
    checks = log.question.checks if log.question else log.task.checks
    verdict = scoring.score(checks, evidence, item.config.stash[REGISTRY].evaluators)
    log.seconds["evaluate"] += perf_counter() - started
    log.judged(verdict, answer, trajectory)
    conclude(item, log)


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every task once per agent; first, so that node ids read ``[agent-browser]``."""
    agents = metafunc.config.stash[SETTINGS].agent
    if agents and "agent_name" in metafunc.fixturenames:
        metafunc.parametrize("agent_name", [label(agent) for agent in agents])


def task_file(path: Path, parent: pytest.Collector) -> TaskFile:
    return TaskFile.from_parent(parent, path=path)
