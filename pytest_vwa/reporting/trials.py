"""Tasks that were tried several times: how likely one success is, and how sure all are."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import comb
from statistics import fmean

from pytest_vwa.core.result import Run
from pytest_vwa.core.verdict import Outcome

from .matched import Name, name_of, titled
from .pairs import natural
from .units import percent

_SHOWN = 10
LEGEND = (
    "pass@k: at least one of k trials is passed; pass^k: all k are; both expected from the trials"
    " there are. flaky: passed in some trials and not in others."
)
_COLUMNS = (1, 2, 3, 4, 5, 10, 20, 50, 100)


@dataclass(frozen=True)
class Mixed:
    """A task that was won in some of its ``judged`` trials and lost in others."""

    name: Name
    won: int
    judged: int

    @property
    def flakiness(self) -> float:
        """How likely two of its trials, drawn at random, end differently: 0..1."""
        return 2 * self.won * (self.judged - self.won) / (self.judged * (self.judged - 1))


@dataclass(frozen=True)
class Trials:
    """``at_least_one`` is pass@k and ``all_of`` pass^k for k = 1, 2, ..., each the mean over the
    tasks that have k judged trials, of which ``judged`` tells how many they are; ``mean`` is over
    tasks too. ``mixed`` begins with the flakiest."""

    tasks: int
    mean: float
    at_least_one: tuple[float, ...]
    all_of: tuple[float, ...]
    judged: tuple[int, ...]
    mixed: tuple[Mixed, ...]

    @property
    def is_even(self) -> bool:
        """Whether the rates for every k are of the same tasks."""
        return len(set(self.judged)) == 1


def pass_at(k: int, won: int, judged: int) -> float:
    """pass@k: how likely at least one of ``k`` trials is won, without bias from ``won`` of
    ``judged``. Raises ValueError unless 1 <= k <= judged.

    Source: M. Chen et al., "Evaluating Large Language Models Trained on Code" (2021), section 2.1.
    """
    _check(k, won, judged)
    return 1 - comb(judged - won, k) / comb(judged, k)


def pass_all(k: int, won: int, judged: int) -> float:
    """pass^k: how likely ``k`` trials are won, every one, without bias from ``won`` of ``judged``.
    Raises ValueError unless 1 <= k <= judged.

    Source: S. Yao et al., "tau-bench: A Benchmark for Tool-Agent-User Interaction in Real-World
    Domains" (2024), section 3.
    """
    _check(k, won, judged)
    return comb(won, k) / comb(judged, k)


def trials(records: Iterable[Run]) -> Trials | None:
    """Of one agent's records; None where nothing was tried twice."""
    verdicts: defaultdict[Name, list[bool]] = defaultdict(list)
    for record in records:
        if record.is_judged:
            verdicts[name_of(record)].append(record.outcome is Outcome.PASSED)
    most = max(map(len, verdicts.values()), default=0)
    if most < 2:
        return None
    counts = {name: (sum(won), len(won)) for name, won in verdicts.items()}
    mixed = [Mixed(name, *count) for name, count in counts.items() if 0 < count[0] < count[1]]
    ks = range(1, most + 1)
    alike = Counter(counts.values())
    return Trials(
        len(counts),
        mean=fmean(won / judged for won, judged in counts.values()),
        at_least_one=tuple(_mean(pass_at, k, alike) for k in ks),
        all_of=tuple(_mean(pass_all, k, alike) for k in ks),
        judged=tuple(sum(judged >= k for _, judged in counts.values()) for k in ks),
        mixed=tuple(sorted(mixed, key=lambda each: (-each.flakiness, natural(each.name[0])))),
    )


def columns(found: Trials) -> list[int]:
    """The k that are told: of many trials not every one."""
    most = len(found.at_least_one)
    return [*(k for k in _COLUMNS if k < most), most]


def lines(found: Trials, *, whole: bool = False) -> Iterator[str]:
    """As text; ``_SHOWN`` flaky tasks, unless ``whole``."""
    ks = columns(found)
    yield "k     " + "".join(f"{k:>7}" for k in ks)
    for name, rates in (("pass@k", found.at_least_one), ("pass^k", found.all_of)):
        yield name + "".join(f"{percent(rates[k - 1]):>7}" for k in ks)
    if not found.is_even:
        yield "tasks " + "".join(f"{found.judged[k - 1]:>7}" for k in ks)
    shown = found.mixed if whole else found.mixed[:_SHOWN]
    hidden = len(found.mixed) - len(shown)
    names = ", ".join(f"{titled(each.name)} {each.won}/{each.judged}" for each in shown)
    more = f" and {hidden} more (-v names all)" if hidden else ""
    yield f"flaky {len(found.mixed)} of {found.tasks}{f': {names}{more}' if names else ''}"


def _mean(
    rate: Callable[[int, int, int], float], k: int, counts: Mapping[tuple[int, int], int]
) -> float:
    """Over tasks, of which ``counts`` tells how many are alike: won so often of so many."""
    of = {count: tasks for count, tasks in counts.items() if count[1] >= k}
    return fmean((rate(k, *count) for count in of), of.values())


def _check(k: int, won: int, judged: int) -> None:
    if not 1 <= k <= judged or not 0 <= won <= judged:
        raise ValueError(f"k is {k}, won {won}, judged {judged}: 1 <= k <= judged, won <= judged")
