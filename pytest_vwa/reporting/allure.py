"""What Allure shows of a test: the agent's steps with what it saw and said, then the verdict."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import shorten
from typing import Any
from uuid import uuid4

import pytest

from pytest_vwa.core.record import CheckRecord, Record, StepRecord
from pytest_vwa.core.trajectory import Step, Trajectory
from pytest_vwa.core.wellformed import printable
from pytest_vwa.outcome import RUNLOG

from .summary import model_title

SEVERITY = {"easy": "critical", "medium": "normal", "hard": "minor"}
"""By difficulty: losing an easy task is the worse sign. Without difficulty: normal."""


class AllureReport:
    """The pytest plugin for allure-pytest; register it only where ``--alluredir`` is given."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def pytest_vwa_verdict(
        self, item: pytest.Item, record: Record, trajectory: Trajectory | None
    ) -> None:
        self._told.add(item.nodeid)
        describe(_name(item), record)
        for step in trajectory.steps if trajectory else ():
            show_step(step)
        if record.checks:
            show_verdict(record)
        show_record(record)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[Any]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """What a result is known by goes out with the first phase, for a worker that dies."""
        report = yield
        if call.when == "setup" and RUNLOG in item.stash:
            vars(report)["vwa_allure"] = _names(item)
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        """What broke or was skipped has no verdict: it is told by what was kept of it."""
        log = item.stash.get(RUNLOG, None)
        if log and item.nodeid not in self._told:
            record = log.record()
            describe(_name(item), record)
            for step in record.steps:
                show_kept_step(step, log.artifacts)
            show_record(record)
        self._told.discard(item.nodeid)

    def put_off(self, item: pytest.Item) -> dict[str, str]:
        """It runs later; what its result will be known by. allure-pytest has begun a result before
        anybody was asked, writes it for a test that was skipped, and has no other way to be told
        that there was none."""
        listener = item.config.pluginmanager.getplugin("allure_listener")
        begun = getattr(listener, "_cache", None)
        if uuid := begun and begun.pop(item.nodeid):
            listener.allure_logger.drop_test(uuid)
        return _names(item)


def _name(item: pytest.Item) -> str:
    return item.name.partition("[")[0]


def _names(item: pytest.Item) -> dict[str, str]:
    """As allure-pytest makes them, so that the history of the test goes on."""
    from allure_commons.model2 import Parameter
    from allure_pytest import utils

    whole = utils.allure_full_name(item)
    callspec = getattr(item, "callspec", None)
    values = callspec.params if callspec else {}
    parameters = [Parameter(name=name, value=value) for name, value in values.items()]
    return {
        "fullName": whole,
        "testCaseId": utils.md5(whole),
        "historyId": utils.get_history_id(whole, parameters, original_values=values),
    }


def describe(name: str, record: Record) -> None:
    """Title, description and labels of the running test. Its markers are tags already: that is
    allure-pytest's own doing."""
    import allure

    agent = " · ".join(part for part in (record.agent, model_title(record.model)) if part)
    dynamic: Any = allure.dynamic  # its functions carry no types
    dynamic.title(title(name, record))
    dynamic.description(f"{record.intent}\n\nAgent: {agent}")
    for label, told in labels(record):
        dynamic.label(label, told)
    # Excluded: the same task keeps its history when the model changes.
    for name, value in (("model", record.model), ("profile", record.profile)):
        if value:
            dynamic.parameter(name, value, excluded=True)
    for name, step in (("first page", record.steps[:1]), ("last page", record.steps[-1:])):
        if step and step[0].url.startswith(("http://", "https://")):
            dynamic.link(step[0].url, name=name)


def title(name: str, record: Record) -> str:
    intent = shorten(record.intent, 80, placeholder="…")
    return f"{name}: {intent}" if intent else name


def labels(record: Record) -> list[tuple[str, str]]:
    difficulty = (record.difficulty or "").removeprefix("video_")
    return [
        ("epic", record.benchmark),
        *(("feature", site) for site in record.sites),
        *(("story", category) for category in record.categories),
        ("agent", record.agent or "no agent"),
        ("severity", SEVERITY.get(difficulty, "normal")),
    ]


def show_step(step: Step) -> None:
    """One Allure step, named by its action; a note says what went wrong with it."""
    import allure

    with allure.step(f"{step.number}. {printable(str(step.action or 'no valid action'))}"):
        if image := step.observation.image:
            ending = image.mime.rpartition("/")[2]
            allure.attach(image.data, "observation", image.mime, ending)
        allure.attach(printable(step.reply), "reply", allure.attachment_type.TEXT)
        if step.note:
            allure.attach(printable(step.note), "note", allure.attachment_type.TEXT)


def show_kept_step(step: StepRecord, folder: Path) -> None:
    """As ``show_step``, with the picture that lies in the artifact folder."""
    import allure

    with allure.step(f"{step.number}. {step.action or 'no valid action'}"):
        if step.image and (folder / step.image).exists():
            attach: Any = allure.attach  # its functions carry no types
            attach.file(str(folder / step.image), "observation")
        allure.attach(step.reply, "reply", allure.attachment_type.TEXT)
        if step.note:
            allure.attach(step.note, "note", allure.attachment_type.TEXT)


def show_verdict(record: Record) -> None:
    """A step ``verdict`` with a step for each check; those that were lost have failed."""
    lost = any(check.value < 1 for check in record.checks)
    with judged(f"verdict: {record.outcome}", record.reason if lost else None):
        for check in record.checks:
            show_check(check)


def show_check(check: CheckRecord) -> None:
    import allure

    with judged(f"{check.kind}: {check.value:g}", check.reason if check.value < 1 else None):
        if check.expected:
            allure.attach(check.expected, "expected", allure.attachment_type.TEXT)
        if check.reason:
            allure.attach(check.reason, "reason", allure.attachment_type.TEXT)


@contextmanager
def judged(title: str, why_lost: str | None) -> Iterator[None]:
    """A step that has failed unless ``why_lost`` is None; nothing is raised, so no traceback of
    ours stands in the report."""
    from allure_commons import plugin_manager

    ident = str(uuid4())
    plugin_manager.hook.start_step(uuid=ident, title=title, params={})
    try:
        yield
    finally:
        error = None if why_lost is None else AssertionError(why_lost)
        plugin_manager.hook.stop_step(
            uuid=ident, exc_type=error and AssertionError, exc_val=error, exc_tb=None
        )


def show_record(record: Record) -> None:
    """The answer, and the whole record as the journal has it."""
    import allure

    if record.answer:
        allure.attach(record.answer, "answer", allure.attachment_type.TEXT)
    allure.attach(record.model_dump_json(indent=1), "record", allure.attachment_type.JSON)
