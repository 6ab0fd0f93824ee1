"""A rising map from scores to shares, and how far a confidence is off."""

import random

import pytest

from evals.confidence.__main__ import Judged, learned, left_out
from evals.confidence.isotonic import expected_error, fitted
from retrieval.confidence import calibrated


def test_points_rise_and_follow_what_was_seen() -> None:
    draw = random.Random(7)
    observed = [(score / 400, draw.random() < (score / 400) ** 2) for score in range(400)]
    points = fitted(observed, 0.33)
    assert points == sorted(points)
    assert all(0 <= share <= 1 for _, share in points)
    for score in (0.2, 0.5, 0.9):
        assert calibrated("facts", score, {"facts": points}) == pytest.approx(score**2, abs=0.12)


def test_neighbours_that_fall_are_pooled() -> None:
    points = fitted([(0.2, True), (0.4, False), (0.6, True), (0.8, True)], 0.5)
    assert [score for score, _ in points] == pytest.approx([0.3, 0.7])
    assert points[0][1] == pytest.approx((1 + 1) / 4)
    assert points[1][1] == pytest.approx((2 + 1) / 4)


def test_few_answers_are_drawn_to_the_mean() -> None:
    assert fitted([(0.5, False)], 0.9) == [(0.5, pytest.approx(0.6))]
    many = fitted([(0.5, False)] * 100, 0.9)
    assert many[0][1] < 0.05


@pytest.mark.parametrize(("score", "share"), [(0.0, 0.4), (0.2, 0.4), (0.5, 0.6), (0.8, 0.8), (1.0, 0.8)])
def test_between_points_and_beyond(score: float, share: float) -> None:
    assert calibrated("facts", score, {"facts": [(0.2, 0.4), (0.8, 0.8)]}) == pytest.approx(share)


def test_a_kind_nobody_judged_keeps_its_score() -> None:
    assert calibrated("other", 0.42, {"facts": [(0.2, 0.4)]}) == 0.42


def test_the_error_is_the_mean_distance_in_its_bins() -> None:
    assert expected_error([(1.0, True), (0.0, False)]) == 0
    assert expected_error([(1.0, False), (0.0, True)]) == 1
    assert expected_error([(0.85, True), (0.85, False)]) == pytest.approx(0.35)
    assert expected_error([(0.95, True), (0.15, False)]) == pytest.approx(0.1)
    assert expected_error([]) == 0


def test_what_is_left_out_is_not_learned_from() -> None:
    """Scores that say nothing are as far off when left out as they are: no answer teaches about itself."""
    draw = random.Random(3)
    judged = [Judged("facts", draw.random(), draw.random() < 0.5) for _ in range(60)]
    inside = expected_error([(calibrated(i.kind, i.score, learned(judged)), i.right) for i in judged])
    pairs = left_out(judged)
    assert len(pairs) == len(judged)
    assert expected_error(pairs) >= inside
