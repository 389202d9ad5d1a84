"""A task file as a pytest module whose functions are its tasks and questions."""

from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from types import FunctionType, ModuleType

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
        for task in self._load():
            for name, function in _functions(task, self):
                setattr(self.obj, name, function)
                yield from self.ihook.pytest_pycollect_makeitem(
                    collector=self, name=name, obj=function
                )

    def _load(self) -> tuple[Task, ...]:
        """What is wrong with a task file is said in one line, without a traceback."""
        try:
            return load(self.path, self.config.stash[REGISTRY].evaluators)
        except TaskFileError as error:
            raise self.CollectError(str(error)) from error


def _functions(task: Task, file: TaskFile) -> Iterator[tuple[str, FunctionType]]:
    """The task's test function and, when it has a question, the question's."""
    yield task.name, _function(task_test, task.name, task, None, file)
    if task.question:
        name = f"{task.name}-question"
        yield name, _function(question_test, name, task, task.question, file)


def _function(
    body: Callable[..., None], name: str, task: Task, question: Question | None, file: TaskFile
) -> FunctionType:
    """A function of its own for each item, so that marks and attributes are its own too.

    It says that it stands in the task file, which is where reports then point.
    """
    code = body.__code__.replace(co_filename=str(file.path), co_firstlineno=1, co_name=name)
    function = FunctionType(code, globals(), name)
    vars(function).update(task=task, question=question, __test__=True)
    for mark in marks_of(task, question):
        getattr(pytest.mark, mark)(function)
    if reason := _why_not(task, question, file.config):
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


# The two bodies ask for most fixtures by name while they run: pytest works out the closure of a
# function's arguments for each of thousands of tasks at collection, which takes longer than all
# else. What is among the arguments is what parametrizes.


def task_test(agent_name: str, browser_name: str, request: pytest.FixtureRequest) -> None:
    """The test of a task: let the agent work, judge what it did."""
    __tracebackhide__ = True
    fixture = request.getfixturevalue
    log: RunLog = fixture("vwa_run")
    agent, world = fixture("agent"), fixture("world")
    with skipping_unavailable():
        trajectory = episode.run(agent, world, fixture("limits"), log.watch)
        evidence = fixture("evidence")(trajectory)
        _judge(log, trajectory.answer, evidence, trajectory, request.node)


def question_test(agent_name: str, request: pytest.FixtureRequest) -> None:
    """The test of a question: is the needed fact read from the video?"""
    __tracebackhide__ = True
    fixture = request.getfixturevalue
    log: RunLog = fixture("vwa_run")
    agent = fixture("agent")
    assert log.question
    if not hasattr(agent, "answer"):
        pytest.skip(f"agent {log.agent} has no answer(question)")
    started = perf_counter()
    with skipping_unavailable():
        answer = episode.ask(agent, log.question.text)
        log.seconds["model"] += perf_counter() - started
        evidence = fixture("question_evidence")(answer)
        _judge(log, answer, evidence, None, request.node)


def _judge(
    log: RunLog,
    answer: str,
    evidence: Evidence,
    trajectory: Trajectory | None,
    item: pytest.Item,
) -> None:
    __tracebackhide__ = True
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
