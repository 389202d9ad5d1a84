"""Which tasks a sample draws."""

from collections import Counter
from typing import Any

import pytest

from pytest_vwa.core.task import Task
from pytest_vwa.sampling import draw, labels


def task(number: int, site: str, **changes: Any) -> Task:
    fields: dict[str, Any] = {
        "key": f"bench/{site}/{number}",
        "name": f"{site}-{number}",
        "benchmark": "bench",
        "kind": "skill",
        "intent": "",
        "sites": (site,),
        "start_urls": (),
    }
    return Task(**fields | changes)


TASKS = [
    *(task(n, "shopping", difficulty=("easy", "hard")[n % 2]) for n in range(60)),
    *(task(n, "reddit", categories=("temporal_reasoning",)) for n in range(30)),
    *(task(n, "map") for n in range(10)),
]


def names(tasks: list[Task]) -> list[str]:
    return sorted(each.key for each in tasks)


@pytest.mark.parametrize("count", [1, 7, 10, 50, 99])
def test_sample_draws_requested_count_without_duplicates(count: int) -> None:
    assert len({each.key for each in draw(TASKS, count, 0)}) == count


def test_sample_larger_than_tasks_draws_all() -> None:
    assert names(draw(TASKS, 1000, 0)) == names(TASKS)
    assert draw([], 5, 0) == []


def test_sample_is_proportional_by_site_and_difficulty() -> None:
    drawn = draw(TASKS, 20, 0)
    assert Counter(each.sites[0] for each in drawn) == {"shopping": 12, "reddit": 6, "map": 2}
    levels = Counter(each.difficulty for each in drawn if each.sites == ("shopping",))
    assert levels == {"easy": 6, "hard": 6}


def test_sample_depends_on_seed_not_task_order() -> None:
    assert names(draw(TASKS, 20, 3)) == names(draw(TASKS[::-1], 20, 3))
    assert names(draw(TASKS, 20, 3)) != names(draw(TASKS, 20, 4))


def test_sample_reaches_every_task_over_many_seeds() -> None:
    seen = {each.key for seed in range(60) for each in draw(TASKS, 20, seed)}
    assert len(seen) == len(TASKS)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("count", [5, 9, 18])
def test_sample_small_draw_stays_proportional_by_label(count: int, seed: int) -> None:
    sites = ("shopping", "reddit", "gitlab", "map", "wikipedia", "classifieds")
    categories = ("visual_perception", "audio_perception", "temporal_reasoning")
    tasks = [
        task(number, site, categories=(categories[number % 3],), difficulty=level)
        for site in sites
        for number, level in enumerate(["easy", "medium", "hard"] * 3)
    ]
    shares = Counter(label for each in tasks for label in labels(each))
    drawn = Counter(label for each in draw(tasks, count, seed) for label in labels(each))
    for label, of_all in shares.items():
        assert abs(drawn[label] - count * of_all / len(tasks)) < 1.5, label
