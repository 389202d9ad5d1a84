"""Our statistics beside those of scipy and statsmodels, to 1e-9."""

from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest
from scipy import stats as scipy_stats
from statsmodels.stats.contingency_tables import mcnemar as their_mcnemar
from statsmodels.stats.proportion import proportion_confint

from pytest_vwa.reporting import clustered
from pytest_vwa.reporting.clustered import SignFlips, bootstrap, detectable
from pytest_vwa.reporting.stats import mcnemar, wilson
from pytest_vwa.reporting.trials import pass_all, pass_at

CLOSE = {"rel": 1e-9, "abs": 1e-9}


def changes(clusters: int, groups: int = 1, seed: int = 1) -> Any:
    """Sums of thirds, as three trials a task give them."""
    return np.random.default_rng(seed).integers(-6, 5, (clusters, groups)) / 3


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("total", [1, 16, 180, 2021])
def test_wilson_matches_statsmodels(total: int, confidence: float) -> None:
    for passed in {0, 1, total // 3, total - 1, total}:
        theirs = proportion_confint(passed, total, alpha=1 - confidence, method="wilson")
        assert wilson(passed, total, confidence) == pytest.approx(theirs, **CLOSE)


def test_mcnemar_matches_statsmodels_and_scipy() -> None:
    for gained, lost in product((0, 1, 5, 22), (1, 3, 40)):
        theirs = their_mcnemar([[7, gained], [lost, 9]], exact=True).pvalue
        assert mcnemar(gained, lost) == pytest.approx(theirs, **CLOSE)
        binomial = scipy_stats.binomtest(gained, gained + lost).pvalue
        assert mcnemar(gained, lost) == pytest.approx(binomial, **CLOSE)


@pytest.mark.parametrize("clusters", [2, 4, 9, 13])
@pytest.mark.parametrize("seed", range(5))
def test_sign_flips_few_clusters_match_scipy_exactly(clusters: int, seed: int) -> None:
    sums = changes(clusters, seed=seed)
    theirs = scipy_stats.permutation_test(
        (sums[:, 0],),
        lambda each, axis: np.sum(each, axis=axis),
        permutation_type="samples",
        vectorized=True,
        alternative="less",
        n_resamples=np.inf,
    )
    assert SignFlips(sums).single[0] == pytest.approx(theirs.pvalue, **CLOSE)


def test_sign_flips_many_clusters_match_scipy_and_repeat() -> None:
    sums = changes(30)
    exact = scipy_stats.permutation_test(
        (sums[:, 0],),
        lambda each, axis: np.sum(each, axis=axis),
        permutation_type="samples",
        vectorized=True,
        alternative="less",
        n_resamples=99_999,
        rng=np.random.default_rng(3),
    )
    ours = SignFlips(sums).single[0]
    assert ours == pytest.approx(exact.pvalue, abs=4 * sqrt(0.25 / clustered.FLIPS))
    assert ours == SignFlips(sums).single[0]


def test_sign_flips_group_correction_matches_enumeration() -> None:
    sums = changes(7, groups=3)
    spread = np.sqrt((sums**2).sum(axis=0))
    flipped = [
        max(-(np.array(signs) @ sums) / spread) for signs in product((1.0, -1.0), repeat=len(sums))
    ]
    observed = -sums.sum(axis=0) / spread
    by_hand = [np.mean([largest >= one - 1e-9 for largest in flipped]) for one in observed]
    assert SignFlips(sums).together == pytest.approx(by_hand, **CLOSE)


@pytest.mark.parametrize("clusters", [5, 20, 61])
def test_bootstrap_interval_matches_scipy_with_same_seed(clusters: int) -> None:
    sums = changes(clusters)[:, 0]
    sizes = np.random.default_rng(2).integers(1, 5, clusters).astype(float)
    theirs = scipy_stats.bootstrap(
        (sums, sizes),
        lambda sums, sizes, axis: sums.sum(axis=axis) / sizes.sum(axis=axis),
        paired=True,
        vectorized=True,
        method="percentile",
        n_resamples=clustered.RESAMPLES,
        rng=np.random.default_rng(7),
    ).confidence_interval
    assert bootstrap(sums, sizes, seed=7) == pytest.approx((theirs.low, theirs.high), **CLOSE)


@pytest.mark.parametrize("judged", [1, 3, 10])
def test_pass_at_and_pass_all_match_hypergeometric(judged: int) -> None:
    for won in range(judged + 1):
        for k in range(1, judged + 1):
            drawn = scipy_stats.hypergeom(judged, won, k)
            assert pass_at(k, won, judged) == pytest.approx(1 - drawn.pmf(0), **CLOSE)
            assert pass_all(k, won, judged) == pytest.approx(drawn.pmf(k), **CLOSE)


def test_pass_at_rejects_k_above_judged_trials() -> None:
    with pytest.raises(ValueError, match="1 <= k <= judged"):
        pass_at(4, 1, 3)


# --- what the oracles do not know -----------------------------------------------------------------


def test_sign_flips_without_change_give_p_one() -> None:
    flips = SignFlips(np.zeros((20, 3)))
    assert flips.single == flips.together == (1.0, 1.0, 1.0)


def test_sign_flips_flag_only_the_worse_group() -> None:
    sums = np.zeros((24, 3))
    sums[:, 0], sums[:, 1] = -1.0, 1.0
    fell, rose, same = SignFlips(sums).together
    assert fell < 0.001
    assert rose > 0.9
    assert same > 0.9


def test_sign_flips_group_correction_never_lowers_p() -> None:
    flips = SignFlips(changes(18, groups=4))
    assert all(both >= one for one, both in zip(flips.single, flips.together, strict=True))


def test_detectable_needs_at_least_five_clusters() -> None:
    assert detectable(np.zeros(4), np.ones(4), critical=2.0) is None
    assert detectable(np.zeros(5), np.ones(5) * 4, critical=2.0) == pytest.approx(5 / 20)


def test_detectable_drop_is_found_with_stated_power() -> None:
    rng = np.random.default_rng(5)
    told, found = [], []
    before = rng.beta(0.8, 1.2, (300, 80))
    for chances in before:
        old, new = rng.binomial(3, chances) / 3, rng.binomial(3, chances) / 3
        sums = (new - old).reshape(20, 4).sum(axis=1)
        critical = SignFlips(sums[:, None]).critical()
        told.append(detectable(sums, np.full(20, 4.0), critical))
    drop = float(np.median([each for each in told if each is not None]))
    for chances in before:
        worse = chances * (1 - drop / chances.mean())
        old, new = rng.binomial(3, chances) / 3, rng.binomial(3, worse) / 3
        sums = (new - old).reshape(20, 4).sum(axis=1)
        found.append(SignFlips(sums[:, None]).single[0] <= clustered.LEVEL)
    assert np.mean(found) == pytest.approx(clustered.POWER, abs=0.08)
