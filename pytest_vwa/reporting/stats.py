"""How far a measured rate can be trusted."""

from math import comb, sqrt
from statistics import NormalDist


def wilson(passed: float, total: int, confidence: float = 0.95) -> tuple[float, float]:
    """The score interval of a proportion: its lower and upper end, both within 0..1.

    Unlike the textbook interval it stays within bounds and is sensible for few runs and for rates
    near 0 and 1. Of no runs nothing is known: (0, 1). ``passed`` may be a fraction: the mean of
    several trials. Raises ValueError when ``passed`` is not within 0..``total``.

    Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
    Journal of the American Statistical Association 22 (1927), pp. 209-212.
    """
    if not 0 <= passed <= total:
        raise ValueError(f"passed is {passed}; it must lie within 0..{total}, the total")
    if total == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = passed / total
    shrink = 1 + z * z / total
    centre = (rate + z * z / (2 * total)) / shrink
    half = z / shrink * sqrt(rate * (1 - rate) / total + z * z / (4 * total * total))
    return max(0.0, centre - half), min(1.0, centre + half)


def mcnemar(gained: int, lost: int) -> float:
    """The exact two-sided p of McNemar's test: how likely at least so uneven a split is, when each
    of the ``gained + lost`` tasks that only one of two agents won could as well be the other's.

    1 when there is no such task. Raises ValueError for a negative count.

    Source: Q. McNemar, "Note on the Sampling Error of the Difference Between Correlated Proportions
    or Percentages", Psychometrika 12 (1947), pp. 153-157; exact, by the binomial distribution.
    """
    if min(gained, lost) < 0:
        raise ValueError(f"gained is {gained} and lost is {lost}; neither can be negative")
    total = gained + lost
    tail = sum(comb(total, count) for count in range(min(gained, lost) + 1))
    return min(1.0, 2 * tail / (1 << total))
