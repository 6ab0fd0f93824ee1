"""Paired tests: against values worked out by hand, and against many simulated comparisons."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from evals.significance import Interval, mean_interval, randomisation_test, sign_test

QUESTIONS = 60
REPETITIONS = 1_000


@pytest.mark.parametrize(
    ("wins", "losses", "p"),
    [(0, 0, 1.0), (1, 0, 1.0), (5, 0, 2 / 32), (8, 2, 2 * (1 + 10 + 45) / 1024), (3, 3, 1.0), (2, 8, 112 / 1024)],
)
def test_sign_test(wins: int, losses: int, p: float) -> None:
    ties = 4
    left = [True] * wins + [False] * losses + [True] * ties
    right = [False] * wins + [True] * losses + [True] * ties
    assert sign_test(left, right) == pytest.approx(p)


def test_randomisation_counts_all_swaps_when_they_are_few() -> None:
    # Six gaps of one size: only all to one side is as extreme, 2 of 64 swaps.
    assert randomisation_test([1.0] * 6, [0.5] * 6) == pytest.approx(2 / 64)
    # Gaps 1, 2, 3: of the eight sums ±1±2±3, 6 and -6 are as far out as 6; 4, 6, -4 and -6 as far as 4.
    assert randomisation_test([1, 2, 3], [0, 0, 0]) == pytest.approx(2 / 8)
    assert randomisation_test([0, 2, 3], [1, 0, 0]) == pytest.approx(4 / 8)


def test_randomisation_agrees_with_counting_by_fractions() -> None:
    draw = random.Random(5)
    gaps = [Fraction(draw.randrange(-8, 9), 8) for _ in range(11)]
    seen = abs(sum(gaps))
    sums = [
        abs(sum(sign * gap for sign, gap in zip(signs, gaps, strict=True))) for signs in product((1, -1), repeat=11)
    ]
    assert randomisation_test([float(gap) for gap in gaps], [0.0] * 11) == pytest.approx(
        sum(found >= seen for found in sums) / len(sums)
    )


def test_drawing_swaps_comes_near_to_counting_them() -> None:
    assert randomisation_test([1.0] * 6 + [0.2] * 9, [0.5] * 6 + [0.25] * 9, rounds=20_000) == pytest.approx(
        randomisation_test([1.0] * 6 + [0.2] * 9, [0.5] * 6 + [0.25] * 9, rounds=40_000), abs=0.005
    )


def test_on_right_and_wrong_the_two_tests_are_one() -> None:
    left = [True] * 9 + [False] * 2 + [True] * 30
    right = [False] * 9 + [True] * 2 + [True] * 30
    assert randomisation_test(left, right) == pytest.approx(sign_test(left, right))


def test_no_difference_is_no_evidence() -> None:
    same = [0.5, 1.0, 0.0]
    assert randomisation_test(same, same) == sign_test([True], [True]) == 1.0
    assert mean_interval(same, same) == Interval(0.0, 0.0)
    assert randomisation_test([1.0, 0.5], [0.0, 0.5]) == sign_test([True, True], [False, True]) == 1.0
    assert randomisation_test([], []) == sign_test([], []) == 1.0


def test_the_interval_by_hand() -> None:
    # Two questions, gaps 0 and 1: a resample has mean 0, 0.5, 0.5 or 1, so both ends are reached.
    assert mean_interval([0, 0], [0, 1]) == Interval(0.0, 1.0)
    assert mean_interval([1, 1, 1], [0, 0, 0]) == Interval(-1.0, -1.0)
    assert mean_interval([1], [0]) is None
    assert mean_interval([], []) is None


def test_the_interval_is_near_the_one_of_the_normal_law() -> None:
    gaps = [1.0] * 60 + [0.0] * 140
    found = mean_interval([0.0] * 200, gaps)
    assert found is not None and 0.3 in found
    half = 1.96 * (0.3 * 0.7 / 200) ** 0.5
    assert (found.low, found.high) == (pytest.approx(0.3 - half, abs=0.01), pytest.approx(0.3 + half, abs=0.01))


def test_order_says_who_is_better() -> None:
    found = mean_interval([0.0] * 30 + [1.0], [1.0] * 30 + [0.0])
    assert found is not None and found.low > 0


def test_unequal_numbers_of_questions_are_an_error() -> None:
    with pytest.raises(ValueError, match="argument 2"):
        sign_test([True, False], [True])
    with pytest.raises(ValueError, match="argument 2"):
        randomisation_test([1.0, 0.0], [1.0])
    with pytest.raises(ValueError, match="argument 2"):
        mean_interval([1.0, 0.0], [1.0])


def simulated(better: float, seed: int) -> Iterator[tuple[list[float], list[float]]]:
    """Yield pairs of systems on questions of unequal difficulty; the second is right more often by ``better``."""
    draw = random.Random(seed)
    for _ in range(REPETITIONS):
        hard = [draw.uniform(0.2, 0.8) for _ in range(QUESTIONS)]
        yield [float(draw.random() < p) for p in hard], [float(draw.random() < p + better) for p in hard]


def test_equal_systems_rarely_look_different() -> None:
    alarms = {"randomisation": 0, "sign": 0, "interval": 0}
    for left, right in simulated(0.0, seed=11):
        alarms["randomisation"] += randomisation_test(left, right, rounds=400) < 0.05
        alarms["sign"] += sign_test([a > 0 for a in left], [b > 0 for b in right]) < 0.05
        alarms["interval"] += 0.0 not in (mean_interval(left, right, resamples=400) or Interval(0, 0))
    rates = {name: count / REPETITIONS for name, count in alarms.items()}
    # Counts have steps, so the tests may stay below 5 %; the interval of a bootstrap is slightly too short.
    assert 0.01 <= rates["sign"] <= 0.06, rates
    assert 0.01 <= rates["randomisation"] <= 0.065, rates
    assert 0.03 <= rates["interval"] <= 0.08, rates


def test_equal_systems_with_graded_figures_give_five_false_alarms_in_a_hundred() -> None:
    draw = random.Random(13)
    alarms = 0
    for _ in range(REPETITIONS):
        hard = [draw.random() for _ in range(QUESTIONS)]
        left, right = ([p + draw.gauss(0, 0.2) for p in hard] for _ in range(2))
        alarms += randomisation_test(left, right, rounds=400) < 0.05
    assert 0.035 <= alarms / REPETITIONS <= 0.065


def test_a_real_difference_is_seen() -> None:
    seen = sum(randomisation_test(left, right, rounds=400) < 0.05 for left, right in simulated(0.3, seed=17))
    # +30 points are 3.6 standard errors of the difference over 60 questions: found in nine of ten comparisons.
    assert seen / REPETITIONS > 0.85
