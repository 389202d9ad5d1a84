"""How often the gate falls: for an agent that is unchanged, and for one that has got worse.

    python benchmarks/gate.py [--runs 200] [--rate 0.3] [--drop 0.15] [--trials 3] [--seed 0]

Each simulated run is two journals of records, before and now, which the gate compares as it would
two of an agent's. How likely a task is won differs from template to template (three tasks each) and
from task to task, as it does for agents: half of the tasks are nearly always lost. Now one category
has got worse: all of its tasks are harder by as much as costs it the drop, the hard ones less than
those that were often won.

"60 tasks x 3 trials" can be read as the tasks of the category, or as all tasks, of which the
category has some; the rows show both. "best conceivable" is a bound, no test that could be had: it
knows each task's probability before and after, looks at nothing else, and asks no other question
(likelihood ratio at 5 %, after Neyman and Pearson). What it does not find, nothing finds.
"detectable" is the median of what the gate says it could have found in the category.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from pytest_vwa.core.record import Record
from pytest_vwa.core.taxonomy import CATEGORIES
from pytest_vwa.core.verdict import Outcome
from pytest_vwa.reporting import against
from pytest_vwa.reporting.baseline import Baseline
from pytest_vwa.reporting.gate import Gate, judge
from pytest_vwa.reporting.stats import wilson

Floats = np.ndarray[Any, np.dtype[np.float64]]
Bools = np.ndarray[Any, np.dtype[np.bool_]]
OF_TEMPLATE = 3
SPREAD = 1.2
"""Standard deviation, in log-odds, of templates, and of tasks within a template."""
BOUND_LEVEL, BOUND_DRAWS = 0.05, 2000
WORSE, *OTHERS = CATEGORIES


@dataclass(frozen=True)
class Setting:
    title: str
    tasks: int
    worse: int
    """Tasks of the category that gets worse."""


SETTINGS = (
    Setting("60 tasks, all of the category", 60, 60),
    Setting("240 tasks, 60 of the category", 240, 60),
    Setting("60 tasks, 30 of the category", 60, 30),
    Setting("60 tasks, 15 of the category", 60, 15),
)


@dataclass(frozen=True)
class World:
    """Of each task: its probability before and after, and whether it is of the category."""

    before: Floats
    after: Floats
    worse: Bools


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--rate", type=float, default=0.3, help="of tasks won before")
    parser.add_argument("--drop", type=float, default=0.15, help="of the category's rate")
    parser.add_argument("--trials", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(
        f"{options.runs} runs, {options.trials} trials a task; rate {options.rate:.0%}, "
        f"drop {options.drop * 100:.0f} points"
    )
    columns = ("unchanged falls", "worse falls", "best conceivable", "detectable")
    print(f"{'':30}" + "".join(f"{column:>24}" for column in columns))
    for setting in SETTINGS:
        rng = np.random.default_rng(options.seed)
        worlds = [make(rng, setting, options.rate, options.drop) for _ in range(options.runs)]
        same = [run(rng, each.before, each.before, each.worse, options.trials) for each in worlds]
        worse = [run(rng, each.before, each.after, each.worse, options.trials) for each in worlds]
        bound = [bound_finds(rng, each, options.trials) for each in worlds]
        falls = (share([fell for fell, _ in same]), share([fell for fell, _ in worse]))
        finds = [found for _, found in same if found is not None]
        told = f"{median(finds) * 100:.0f} points" if finds else "nothing"
        cells = (*falls, share(bound), told)
        print(f"{setting.title:30}" + "".join(f"{cell:>24}" for cell in cells), flush=True)


def make(rng: np.random.Generator, setting: Setting, rate: float, drop: float) -> World:
    templates = np.arange(setting.tasks) // OF_TEMPLATE
    odds = rng.normal(0, SPREAD, templates[-1] + 1)[templates]
    odds = odds + rng.normal(0, SPREAD, setting.tasks)
    worse = np.arange(setting.tasks) < setting.worse
    easier = np.where(worse, shift(odds[worse], rate), shift(odds, rate))
    before = odds + easier
    harder = shift(before[worse], max(rate - drop, 0.001))
    return World(chance(before), chance(np.where(worse, before + harder, before)), worse)


def chance(odds: Floats) -> Floats:
    return 1 / (1 + np.exp(-odds))


def shift(odds: Floats, rate: float) -> float:
    """What must be added for the mean probability to be the rate; by halving."""
    low, high = -40.0, 40.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if chance(odds + middle).mean() < rate else (low, middle)
    return low


def run(
    rng: np.random.Generator, before: Floats, now: Floats, worse: Bools, trials: int
) -> tuple[bool, float | None]:
    """Does the gate fall, and the drop of the category that it says it could have found."""
    stored = Baseline(Path("baseline.jsonl"), journal(rng, before, worse, trials))
    records = journal(rng, now, worse, trials)
    fell = judge(Gate(baseline=stored), records).code == 1
    (compared,) = against.compared(stored, records)
    differences = compared.comparison.differences if compared.comparison else ()
    # Where the category is everything, it goes by that name.
    named = {each.name: each.detectable for each in differences}
    return fell, named.get(WORSE, named["all tasks"])


def journal(
    rng: np.random.Generator, chances: Floats, worse: Bools, trials: int
) -> tuple[Record, ...]:
    wins = rng.random((len(chances), trials)) < chances[:, None]
    return tuple(
        Record(
            run="simulated",
            key=f"simulated/shopping/{task}",
            nodeid=f"tasks.json::shopping-{task}[agent-{trial}]",
            kind="factual",
            benchmark="simulated",
            sites=("shopping",),
            categories=(*([WORSE] * bool(worse[task])), OTHERS[task % len(OTHERS)]),
            template_id=str(task // OF_TEMPLATE),
            agent="agent",
            trial=trial,
            outcome=Outcome.PASSED if won else Outcome.FAILED,
        )
        for task, row in enumerate(wins)
        for trial, won in enumerate(row, 1)
    )


def bound_finds(rng: np.random.Generator, world: World, trials: int) -> bool:
    """Does the likelihood ratio of both probabilities tell the worse agent?"""
    before, after = world.before[world.worse], world.after[world.worse]
    gain, loss = np.log(after / before), np.log((1 - after) / (1 - before))

    def ratio(chances: Floats, draws: int) -> Floats:
        won = rng.binomial(trials, chances, (draws, len(chances))).astype(float)
        ratios: Floats = won @ gain + (trials - won) @ loss
        return ratios

    least = np.quantile(ratio(before, BOUND_DRAWS), 1 - BOUND_LEVEL, method="higher")
    return bool(ratio(after, 1)[0] >= least)


def share(found: Sequence[bool]) -> str:
    """``95 % (91-97)``: of how many, and where the true share may lie."""
    low, high = wilson(sum(found), len(found))
    return f"{sum(found) / len(found):.1%} ({low * 100:.0f}-{high * 100:.0f})"


if __name__ == "__main__":
    main()
