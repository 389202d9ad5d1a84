"""A task file as a pytest module whose functions are its tasks and questions."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cache
from inspect import Signature, signature
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

from . import markers, overrides
from .agents.lookup import label
from .core.errors import TaskFileError
from .core.task import Question, Subject, Task, subject_of
from .dialects.load import load
from .options import CATALOG, OVERLAYS, REGISTRY, SETTINGS
from .reporting.units import counted


class TaskFile(pytest.Module):
    """A JSON or YAML file of tasks."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        # A plain Module would import its file here; ours is made of what the file says.
        self.obj = ModuleType(self.path.name)
        for name, fixture in overrides.FIXTURES.items():
            setattr(self.obj, name, fixture)
        yield from super().collect()
        self._firsts: dict[bool, list[pytest.Function]] = {}
        tasks = self._load()
        markers.register_benchmarks(self.config, {task.benchmark for task in tasks})
        for task in tasks:
            yield from self._items(task.name, task_test, task, None)
            if task.question:
                yield from self._items(f"{task.name}-question", question_test, task, task.question)

    def _items(
        self, name: str, body: Callable[..., None], task: Task, question: Question | None
    ) -> Iterator[pytest.Function]:
        """The items of one test. pytest makes those of the file's first task and first question
        and parametrizes them; the others are made like them, four times as fast."""
        function = _function(body, task, question, self)
        setattr(self.obj, name, function)
        firsts = self._firsts.get(question is None)
        if firsts is None:
            firsts = self.ihook.pytest_pycollect_makeitem(collector=self, name=name, obj=function)
            self._firsts[question is None] = firsts
            yield from firsts
            return
        for first in firsts:
            yield pytest.Function.from_parent(
                self,
                name=name + first.name.removeprefix(first.originalname),
                callspec=getattr(first, "callspec", None),
                callobj=function,
                originalname=name,
                # What a test's arguments need is the same for all; working it out again would
                # double the time. pytest does so by itself should the attribute go away.
                fixtureinfo=getattr(first, "_fixtureinfo", None),
            )

    def _load(self) -> tuple[Task, ...]:
        """What is wrong with a task file is said in one line, without a traceback."""
        try:
            stash = self.config.stash
            known = stash[CATALOG].known
            return load(self.path, stash[REGISTRY].evaluators, stash[OVERLAYS], known)
        except TaskFileError as error:
            raise self.CollectError(str(error)) from error


def _function(
    body: Callable[..., None], task: Task, question: Question | None, file: TaskFile
) -> FunctionType:
    """A function of its own for each item, so that marks and attributes are its own too.

    It says that it stands in the task file, which is where reports then point.
    """
    code, parameters = _placed(body, file.path)
    function = FunctionType(code, globals())
    marks = [_mark(name) for name in marks_of(task, question)]
    vars(function).update(
        vwa=Subject(task, question),
        pytestmark=marks,
        __test__=True,
        __signature__=parameters,
    )
    return function


@cache
def _placed(body: Callable[..., None], path: Path) -> tuple[CodeType, Signature]:
    """The body's code as if it stood in the task file, and its signature."""
    return body.__code__.replace(co_filename=str(path), co_firstlineno=1), signature(body)


@cache
def _mark(name: str) -> pytest.MarkDecorator:
    mark: pytest.MarkDecorator = getattr(pytest.mark, name)
    return mark


def marks_of(task: Task, question: Question | None = None) -> tuple[str, ...]:
    """The names of an item's markers."""
    if question:
        level = f"video_{question.difficulty}" if question.difficulty else None
        kind = "question"
    else:
        level, kind = task.difficulty, task.kind
    names = (task.benchmark, kind, *task.sites, *task.categories, level)
    return tuple(name for name in names if name)


# Beside what parametrizes them, the two tests ask for fixtures by name while they run: pytest works
# out the closure of a test's arguments at collection, for each of thousands of tasks.


def task_test(
    agent_name: str, browser_name: str, trial: int, request: pytest.FixtureRequest
) -> None:
    """The test of a task: let the agent work, judge what it did."""
    from .running import run_task

    __tracebackhide__ = True
    run_task(request)


def question_test(agent_name: str, trial: int, request: pytest.FixtureRequest) -> None:
    """The test of a question: is the needed fact read from the video?"""
    from .running import run_question

    __tracebackhide__ = True
    run_question(request)


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Generator[None, object, object]:
    """Every task once per agent and trial; around others, so that node ids read
    ``[agent-browser-trial]``."""
    settings = metafunc.config.stash[SETTINGS]
    if settings.agent and "agent_name" in metafunc.fixturenames:
        names = [label(agent) for agent in settings.agent]
        metafunc.parametrize("agent_name", names, indirect=True)
    result = yield
    if settings.trials > 1 and _is_task(metafunc):
        metafunc.parametrize("trial", range(1, settings.trials + 1), indirect=True)
    return result


def _is_task(metafunc: pytest.Metafunc) -> bool:
    """A test of the user's own may have a fixture that is called as ours."""
    return hasattr(metafunc.function, "vwa")


def pytest_report_header(config: pytest.Config) -> str | None:
    """Which overlays are in force. It is printed where an agent is named: where tasks are meant."""
    told = [
        f"{each.label} ({counted(len(each.tasks), 'tasks')})" for each in config.stash[OVERLAYS]
    ]
    return f"vwa overlays: {', '.join(told)}" if told else None


def pytest_report_collectionfinish(items: Sequence[pytest.Item]) -> str | None:
    """How many of the collected tasks they mend."""
    subjects = map(subject_of, items)
    mended = {each.task.key: each.task.mended_by for each in subjects if each}
    counts = Counter(label for labels in mended.values() for label in labels)
    told = [f"{label} mends {count} of the tasks" for label, count in counts.items()]
    return f"vwa overlays: {', '.join(told)}" if told else None


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """What only running tasks needs is imported here: listing them goes without."""
    if session.config.option.collectonly:
        from .forecast import Forecast

        forecast = Forecast(session.items, session.config.stash[SETTINGS].report_dir)
        session.config.pluginmanager.register(forecast, "vwa-forecast")
    else:
        from . import running

        session.config.pluginmanager.register(running, "vwa-running")
