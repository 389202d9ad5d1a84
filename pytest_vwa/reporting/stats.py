"""How far a measured rate can be trusted."""

from math import sqrt
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
