"""What holds of whatever Hypothesis thinks of: a few examples in each run, many in the full one.

    @examples()
    def test_split_is_complete(count: int) -> None:
        @holds(count, weights=WEIGHTS)
        def split_is_complete(weights: dict[str, float]) -> None:
            assert ...

The examples are the same ones in each run.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy


def examples(few: int = 100, many: int = 2000) -> pytest.MarkDecorator:
    """Run the test with ``count`` examples."""
    return pytest.mark.parametrize("count", [few, pytest.param(many, marks=pytest.mark.full)])


def holds(
    count: int, **strategies: SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try the property that stands below, at once."""

    def try_out(check: Callable[..., None]) -> Callable[..., None]:
        tried = settings(
            max_examples=count,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=[HealthCheck.too_slow],  # as all is on a busy machine
        )
        tried(given(**strategies)(check))()
        return check

    return try_out
