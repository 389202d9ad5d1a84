import pytest

from pytest_vwa.reporting.stats import wilson


def test_wilson_matches_worked_example() -> None:
    assert wilson(9, 16) == pytest.approx((0.3318, 0.7690), abs=1e-4)


def test_wilson_of_no_runs_is_zero_to_one() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("total", [1, 7, 2021])
def test_wilson_stays_in_bounds_and_contains_rate(total: int) -> None:
    for passed in range(total + 1):
        low, high = wilson(passed, total)
        assert 0 <= low <= passed / total <= high <= 1 or passed in (0, total)
        assert 0 <= low < high <= 1


def test_wilson_none_passed_has_positive_upper_bound() -> None:
    low, high = wilson(0, 10)
    assert low == pytest.approx(0)
    assert high == pytest.approx(0.2775, abs=1e-4)


def test_wilson_is_symmetric() -> None:
    low, high = wilson(3, 10)
    assert wilson(7, 10) == pytest.approx((1 - high, 1 - low))


def test_wilson_narrows_with_more_runs_or_less_confidence() -> None:
    def width(ends: tuple[float, float]) -> float:
        return ends[1] - ends[0]

    assert width(wilson(50, 100)) < width(wilson(5, 10))
    assert width(wilson(5, 10, confidence=0.8)) < width(wilson(5, 10))


def test_wilson_rejects_more_passed_than_total() -> None:
    with pytest.raises(ValueError, match=r"passed is 3; it must lie within 0\.\.2"):
        wilson(3, 2)
