"""Wilson's interval against values worked out elsewhere."""

import pytest

from service.review.precision import wilson


@pytest.mark.parametrize(
    ("right", "judged", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (95, 100, 0.8882, 0.9785),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_known_intervals(right: int, judged: int, low: float, high: float) -> None:
    found = wilson(right, judged)
    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)
    assert found.estimate == round(right / judged, 4)


def test_without_a_case_nothing_is_known() -> None:
    found = wilson(0, 0)
    assert (found.estimate, found.low, found.high) == (None, 0.0, 1.0)


def test_more_cases_narrow_it() -> None:
    widths = [wilson(9 * n, 10 * n).high - wilson(9 * n, 10 * n).low for n in (1, 10, 100)]
    assert widths == sorted(widths, reverse=True)
