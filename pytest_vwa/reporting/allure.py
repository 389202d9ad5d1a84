"""What Allure shows of a test: the agent's steps with what it saw and said, then the verdict."""

from contextlib import suppress
from textwrap import shorten
from typing import Any

import pytest

from pytest_vwa.core.record import CheckRecord, Record
from pytest_vwa.core.trajectory import Step, Trajectory

from .summary import model_title

SEVERITY = {"easy": "critical", "medium": "normal", "hard": "minor"}
"""By difficulty: losing an easy task is the worse sign. Without difficulty: normal."""


class AllureReport:
    """The pytest plugin for allure-pytest; register it only where ``--alluredir`` is given."""

    def pytest_vwa_verdict(
        self, item: pytest.Item, record: Record, trajectory: Trajectory | None
    ) -> None:
        name, _, _ = item.name.partition("[")
        describe(name, record)
        for step in trajectory.steps if trajectory else ():
            show_step(step)
        if record.checks:
            with suppress(AssertionError):
                show_verdict(record)


def describe(name: str, record: Record) -> None:
    """Title, description and labels of the running test. Its markers are tags already: that is
    allure-pytest's own doing."""
    import allure

    intent = shorten(record.intent, 80, placeholder="…")
    agent = " · ".join(part for part in (record.agent, model_title(record.model)) if part)
    dynamic: Any = allure.dynamic  # its functions carry no types
    dynamic.title(f"{name}: {intent}" if intent else name)
    dynamic.description(f"{record.intent}\n\nAgent: {agent}")
    dynamic.epic(record.benchmark)
    dynamic.feature(*record.sites)
    dynamic.story(*record.categories)
    difficulty = (record.difficulty or "").removeprefix("video_")
    dynamic.severity(SEVERITY.get(difficulty, "normal"))


def show_step(step: Step) -> None:
    """One Allure step, named by its action; a note says what went wrong with it."""
    import allure

    with allure.step(f"{step.number}. {step.action or 'no valid action'}"):
        if image := step.observation.image:
            ending = image.mime.rpartition("/")[2]
            allure.attach(image.data, "observation", image.mime, ending)
        allure.attach(step.reply, "reply", allure.attachment_type.TEXT)
        if step.note:
            allure.attach(step.note, "note", allure.attachment_type.TEXT)


def show_verdict(record: Record) -> None:
    """A step ``verdict`` with a step for each check; it raises AssertionError when a check was
    lost, for that is how Allure learns that a step has failed."""
    import allure

    with allure.step(f"verdict: {record.outcome}"):
        for check in record.checks:
            with suppress(AssertionError), allure.step(f"{check.kind}: {check.value:g}"):
                show_check(check)
        if any(check.value < 1 for check in record.checks):
            raise AssertionError(record.reason)


def show_check(check: CheckRecord) -> None:
    """Attach the reason; raises AssertionError with it when the check was lost."""
    import allure

    if check.reason:
        allure.attach(check.reason, "reason", allure.attachment_type.TEXT)
    if check.value < 1:
        raise AssertionError(check.reason)
