import pytest

from pytest_vwa.reporting.stats import wilson


def test_agrees_with_the_worked_example_of_nine_in_sixteen() -> None:
    assert wilson(9, 16) == pytest.approx((0.3318, 0.7690), abs=1e-4)


def test_of_no_runs_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("total", [1, 7, 2021])
def test_stays_within_bounds_and_around_the_rate(total: int) -> None:
    for passed in range(total + 1):
        low, high = wilson(passed, total)
        assert 0 <= low <= passed / total <= high <= 1 or passed in (0, total)
        assert 0 <= low < high <= 1


def test_none_passed_does_not_prove_a_rate_of_zero() -> None:
    low, high = wilson(0, 10)
    assert low == pytest.approx(0)
    assert high == pytest.approx(0.2775, abs=1e-4)


def test_is_symmetric() -> None:
    low, high = wilson(3, 10)
    assert wilson(7, 10) == pytest.approx((1 - high, 1 - low))


def test_more_runs_and_less_confidence_narrow_it() -> None:
    def width(ends: tuple[float, float]) -> float:
        return ends[1] - ends[0]

    assert width(wilson(50, 100)) < width(wilson(5, 10))
    assert width(wilson(5, 10, confidence=0.8)) < width(wilson(5, 10))


def test_more_passed_than_ran_is_refused() -> None:
    with pytest.raises(ValueError, match=r"passed is 3; it must lie within 0\.\.2"):
        wilson(3, 2)
