"""Whether one run is worse than another on the same tasks, when tasks of one template go together.

Of every task only the difference counts, its rate now less its rate before; a cluster (the tasks of
one intent template) enters with the sum of these. Arrays are ``clusters x groups``, where a group
is a set of tasks that is tested: all of them, or those of a category.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil, log2, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float64]]

LEVEL = 0.04
"""How often an unchanged agent may be called worse, over all groups together: one in twenty at
most, and a little less, so that 200 simulated runs show it."""
POWER = 0.8
FLIPS = 9_999
RESAMPLES = 2_000
_EXACT = 13
"""Clusters up to which all of their signs are tried: 8,192 ways."""
_CHUNK = 1_000
_ROUNDING = 1e-9


@dataclass(frozen=True)
class SignFlips:
    """The test whether groups got worse: were nothing changed, each cluster's sum of differences
    could as well have had the other sign.

    All signs are tried where there are few clusters with a difference, else ``FLIPS`` of them drawn
    by ``seed``. Sources: R. A. Fisher, The Design of Experiments (1935), section 21; for groups
    together, the distribution of their largest statistic: P. H. Westfall and S. S. Young,
    Resampling-Based Multiple Testing (1993), section 2.3; the drawn signs' p counts the observed
    ones as one more: B. Phipson and G. K. Smyth, Statistical Applications in Genetics and Molecular
    Biology 9 (2010), article 39.
    """

    sums: "Floats"
    seed: int = 0

    @cached_property
    def single(self) -> tuple[float, ...]:
        """One-sided p of each group by itself."""
        return self._share(self._flipped >= self._observed - _ROUNDING)

    @cached_property
    def together(self) -> tuple[float, ...]:
        """One-sided p of each group, corrected for all groups being looked at."""
        return self._share(self._largest[:, None] >= self._observed - _ROUNDING)

    def critical(self, level: float = LEVEL) -> float:
        """The statistic, in standard errors, from which a group is called worse."""
        import numpy as np

        return float(np.quantile(self._largest, 1 - level, method="higher"))

    def _share(self, reached: Any) -> tuple[float, ...]:
        total, own = len(reached), 0 if self._exact else 1
        return tuple((int(count) + own) / (total + own) for count in reached.sum(axis=0))

    @cached_property
    def _moved(self) -> "Floats":
        """The clusters with a difference: the signs of others change nothing."""
        moved: Floats = self.sums[(abs(self.sums) > _ROUNDING).any(axis=1)]
        return moved

    @property
    def _exact(self) -> bool:
        return len(self._moved) <= _EXACT

    @cached_property
    def _scaled(self) -> "Floats":
        """In standard errors of the group's sum, whatever the signs; a fall is positive."""
        import numpy as np

        spread = np.sqrt((self._moved**2).sum(axis=0))
        scaled: Floats = -self._moved / np.where(spread > 0, spread, 1.0)
        return scaled

    @cached_property
    def _observed(self) -> "Floats":
        observed: Floats = self._scaled.sum(axis=0)
        return observed

    @cached_property
    def _flipped(self) -> "Floats":
        import numpy as np

        return np.vstack([signs @ self._scaled for signs in self._signs()])

    @cached_property
    def _largest(self) -> "Floats":
        largest: Floats = self._flipped.max(axis=1)
        return largest

    def _signs(self) -> Iterator[Any]:
        import numpy as np

        count = len(self._moved)
        if self._exact:
            bits = np.arange(2**count)[:, None] >> np.arange(count)
            yield 1.0 - 2.0 * (bits & 1)
            return
        rng = np.random.default_rng(self.seed)
        for start in range(0, FLIPS, _CHUNK):
            drawn = rng.integers(0, 2, (min(_CHUNK, FLIPS - start), count))
            yield 1.0 - 2.0 * drawn


def bootstrap(
    sums: "Floats",
    sizes: "Floats",
    *,
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> tuple[float, float]:
    """The percentile interval of a group's mean difference per task, when whole clusters are drawn
    again with replacement; ``sums`` and ``sizes`` are the group's, one value a cluster.

    Source: B. Efron, "Bootstrap Methods: Another Look at the Jackknife", Annals of Statistics 7
    (1979), pp. 1-26; for clusters: C. A. Field and A. H. Welsh, Journal of the Royal Statistical
    Society B 69 (2007), pp. 369-390.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, len(sums), (resamples, len(sums)))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    tail = (1 - confidence) / 2 * 100
    low, high = np.percentile(means, [tail, 100 - tail])
    return float(low), float(high)


def detectable(
    sums: "Floats", sizes: "Floats", critical: float, level: float = LEVEL
) -> float | None:
    """The smallest fall of a group's rate, 0..1, that is found in ``POWER`` of all runs: that many
    standard errors, which differences of the clusters show. It is at least what signs can tell
    apart, a task lost in each of as many clusters; None where there are fewer.

    ``critical`` is the test's. Source of the sum of quantiles: J. Cohen, Statistical Power Analysis
    for the Behavioral Sciences (1988), chapter 2.
    """
    least = ceil(log2(1 / level))
    if len(sums) < least:
        return None
    total = float(sizes.sum())
    mean = float(sums.sum()) / total
    error = sqrt(float(((sums - sizes * mean) ** 2).sum())) / total
    return max((critical + NormalDist().inv_cdf(POWER)) * error, least / total)
