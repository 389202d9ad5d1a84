"""Our two hooks: one in, one out."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .core.record import Record
    from .core.trajectory import Trajectory
    from .registry import Registry


def pytest_vwa_register(registry: "Registry") -> None:
    """Add agents, evaluators and functions by name: ``registry.evaluators.add("kind", f)``."""


def pytest_vwa_verdict(
    item: pytest.Item, record: "Record", trajectory: "Trajectory | None"
) -> None:
    """A task or question was judged; called in the process that ran it, while its test runs."""
