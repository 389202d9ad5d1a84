"""Parts of a run: disjoint, complete, alike in duration, the same whatever the order."""

from random import Random

from hypothesis import given
from hypothesis import strategies as some

from pytest_vwa.sharding import split, weigh

WEIGHTS = some.dictionaries(some.text(min_size=1, max_size=8), some.floats(0.1, 1e4), max_size=60)


@given(WEIGHTS, some.integers(1, 8), some.randoms())
def test_split_is_disjoint_complete_and_order_independent(
    weights: dict[str, float], count: int, random: Random
) -> None:
    parts = split(weights, count)
    shuffled = list(weights.items())
    random.shuffle(shuffled)
    assert split(dict(shuffled), count) == parts
    assert sorted(key for part in parts for key in part) == sorted(weights)


@given(WEIGHTS, some.integers(1, 8))
def test_split_balances_parts_within_one_task(weights: dict[str, float], count: int) -> None:
    loads = [sum(weights[key] for key in part) for part in split(weights, count)]
    assert max(loads) - min(loads) <= max(weights.values(), default=0) + 1e-6


def test_weigh_assumes_mean_duration_for_unknown_task() -> None:
    assert weigh({"a": 2, "b": 1, "c": 1}, {"a": 10.0, "b": 20.0}) == {"a": 20, "b": 20, "c": 15}
    assert weigh({"a": 2}, {}) == {"a": 2}
