"""Measures of a ranking, worked out by hand."""

from math import log2

import pytest

from core.errors import InvalidInput
from evals.ranking_metrics import ranking_metrics, ranking_metrics_by_query

GOLD = {"甲": {"a": 1, "b": 1}, "乙": {"c": 2, "d": 1}}
RUN = {"甲": {"x": 0.9, "a": 0.8, "y": 0.7, "b": 0.1}, "乙": {"d": 3.0, "c": 2.0, "z": 1.0}}


def test_each_measure_of_a_query_is_what_its_ranks_give() -> None:
    first = ranking_metrics_by_query(GOLD, RUN, (1, 3, 5))["甲"]
    assert (first["hit@1"], first["hit@3"]) == (0, 1)
    assert (first["recall@1"], first["recall@3"], first["recall@5"]) == (0, 0.5, 1)
    assert (first["mrr@1"], first["mrr@5"]) == (0, 0.5)
    best = 1 + 1 / log2(3)
    assert first["ndcg@5"] == pytest.approx((1 / log2(3) + 1 / log2(5)) / best)


def test_a_larger_gain_counts_more_when_it_comes_first() -> None:
    second = ranking_metrics_by_query(GOLD, RUN, (5,))["乙"]
    assert second["ndcg@5"] == pytest.approx((1 + 2 / log2(3)) / (2 + 1 / log2(3)))
    assert second["mrr@5"] == 1


def test_the_mean_is_over_all_queries_of_the_gold() -> None:
    figures = ranking_metrics(GOLD, RUN, (1,))
    assert figures == {"hit@1": 0.5, "recall@1": 0.25, "mrr@1": 0.5, "ndcg@1": pytest.approx(0.25)}


def test_equal_scores_rank_by_name_in_every_measure() -> None:
    tied = {"甲": {"b": 0.5, "a": 0.5, "x": 0.5}}
    figures = ranking_metrics({"甲": {"x": 1}}, tied, (1, 2, 3))
    assert [figures[f"{name}@2"] for name in ("hit", "recall", "mrr", "ndcg")] == [0, 0, 0, 0]
    assert figures["mrr@3"] == pytest.approx(1 / 3)
    assert figures["ndcg@3"] == pytest.approx(1 / log2(4))
    first = ranking_metrics({"甲": {"a": 1}}, tied, (1,))
    assert set(first.values()) == {1.0}


def test_a_query_that_found_nothing_counts_as_missed() -> None:
    figures = ranking_metrics(GOLD, {"甲": RUN["甲"]}, (5,))
    assert figures["mrr@5"] == 0.25
    assert ranking_metrics_by_query(GOLD, {"甲": {}}, (5,))["甲"]["recall@5"] == 0


def test_a_query_outside_the_gold_is_ignored() -> None:
    assert ranking_metrics(GOLD, {**RUN, "丙": {"a": 1.0}}) == ranking_metrics(GOLD, RUN)


def test_a_query_without_a_relevant_document_is_left_out() -> None:
    gold = {**GOLD, "丙": {}, "丁": {"a": 0}}
    assert ranking_metrics(gold, RUN) == ranking_metrics(GOLD, RUN)
    assert list(ranking_metrics_by_query(gold, RUN)) == ["甲", "乙"]


@pytest.mark.parametrize("gold", [{}, {"甲": {}}, {"甲": {"a": 0}}])
def test_no_gold_at_all_is_refused(gold: dict[str, dict[str, int]]) -> None:
    with pytest.raises(InvalidInput, match="no query has a relevant document"):
        ranking_metrics(gold, RUN)


@pytest.mark.parametrize("depths", [(), (0,), (5, -1)])
def test_a_depth_below_one_is_refused(depths: tuple[int, ...]) -> None:
    with pytest.raises(InvalidInput, match="a depth is 1 or more"):
        ranking_metrics(GOLD, RUN, depths)
