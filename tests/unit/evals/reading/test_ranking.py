"""Figures of a ranking and their significance, against values worked out by hand."""

import random

import pytest

from evals.reading.ranking import Ranking, rank_of
from evals.reading.significance import randomisation_test, sign_test


def test_figures_by_hand() -> None:
    ranking = Ranking((1, 2, None, 5, 6))
    assert ranking.hit_at(1) == pytest.approx(1 / 5)
    assert ranking.hit_at(5) == pytest.approx(3 / 5)
    assert ranking.mrr == pytest.approx((1 + 1 / 2 + 0 + 1 / 5 + 1 / 6) / 5)
    assert ranking.firsts == [True, False, False, False, False]


def test_no_question_is_no_figure() -> None:
    assert Ranking(()).hit_at(1) == Ranking(()).mrr == 0.0


def test_the_first_right_place_counts() -> None:
    assert rank_of("b", ["a", "b", "b"]) == 2
    assert rank_of("c", ["a", "b"]) is None


@pytest.mark.parametrize(
    ("wins", "losses", "p"),
    [(0, 0, 1.0), (1, 0, 1.0), (5, 0, 2 / 32), (8, 2, 2 * (1 + 10 + 45) / 1024), (3, 3, 1.0), (2, 8, 112 / 1024)],
)
def test_sign_test(wins: int, losses: int, p: float) -> None:
    ties = 4
    left = [True] * wins + [False] * losses + [True] * ties
    right = [False] * wins + [True] * losses + [True] * ties
    assert sign_test(left, right) == pytest.approx(p)


def test_randomisation_agrees_with_counting_all_swaps() -> None:
    # Six gaps of one size: only all to one side is as extreme, 2 of 64 swaps.
    assert randomisation_test([1.0] * 6, [0.5] * 6, rounds=20_000) == pytest.approx(2 / 64, abs=0.005)


def test_randomisation_sees_no_difference_where_there_is_none() -> None:
    same = [0.5, 1.0, 0.0]
    assert randomisation_test(same, same) == 1.0
    draw = random.Random(3)
    left, right = ([draw.random() for _ in range(200)] for _ in range(2))
    assert randomisation_test(left, right, rounds=500) > 0.05


def test_unequal_numbers_of_questions_are_an_error() -> None:
    with pytest.raises(ValueError, match="shorter"):
        sign_test([True, False], [True])
