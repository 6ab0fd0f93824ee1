"""Figures of a ranking, against values worked out by hand."""

import pytest

from evals.reading.ranking import Ranking, rank_of


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
