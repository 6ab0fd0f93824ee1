"""Figures of the layers, worked out by hand for a few records."""

import math

import pytest

from evals.layers.figures import figures_of
from evals.layers.layer import LAYERS
from evals.layers.record import CaseRecord, Verdict
from tests.unit.evals.records import absent, record


def with_ranks(number: int, **ranks: int) -> CaseRecord:
    return record(number, ranks=ranks)


def test_rankings_are_measured_over_the_answerable_questions() -> None:
    records = [
        with_ranks(1, vector=1, keyword=2, fusion=1, rerank=1),
        with_ranks(2, vector=4, fusion=2, rerank=1),
        with_ranks(3, keyword=1, fusion=7, rerank=11),
        absent(4),
    ]
    figures = figures_of(records)
    assert figures["vector.hit@1"] == pytest.approx(1 / 3, abs=1e-4)
    assert figures["vector.hit@5"] == pytest.approx(2 / 3, abs=1e-4)
    assert figures["vector.mrr@10"] == pytest.approx((1 + 1 / 4) / 3, abs=1e-4)
    assert figures["vector.ndcg@10"] == pytest.approx((1 + 1 / math.log2(5)) / 3, abs=1e-4)
    assert figures["keyword.hit@1"] == pytest.approx(1 / 3, abs=1e-4)
    assert figures["rerank.recall@10"] == pytest.approx(2 / 3, abs=1e-4)


def test_fusion_gains_over_the_best_search_and_reranking_over_fusion() -> None:
    records = [
        with_ranks(1, vector=1, keyword=2, fusion=1, rerank=1),
        with_ranks(2, vector=2, keyword=1, fusion=1, rerank=1),
        with_ranks(3, vector=2, keyword=2, fusion=1, rerank=1),
        with_ranks(4, vector=2, keyword=2, fusion=2, rerank=1),
    ]
    figures = figures_of(records)
    assert figures["fusion.gain"] == pytest.approx(0.75 - 0.25)
    assert figures["rerank.gain"] == pytest.approx(0.25)


def test_the_point_layer_is_measured_where_a_fact_is_named() -> None:
    records = [
        record(1, covered=True, structured_right=True, exact=True, ranks={"fact": 1}),
        record(2, covered=True, structured_right=False, exact=False, ranks={"fact": 3}),
        record(3, covered=False, structured_right=False, exact=False, ranks={}),
        record(4, covered=None, structured_right=None, ranks={}),
    ]
    figures = figures_of(records)
    assert figures["structured.questions"] == 3
    assert figures["structured.coverage"] == pytest.approx(2 / 3, abs=1e-4)
    assert figures["structured.hit_rate"] == pytest.approx(2 / 3, abs=1e-4)
    assert figures["structured.accuracy"] == pytest.approx(1 / 3, abs=1e-4)
    assert figures["structured.accuracy_when_covered"] == 0.5
    assert figures["structured.exact"] == pytest.approx(1 / 3, abs=1e-4)


def test_misses_are_counted_by_the_layer_that_lost_them() -> None:
    lost = [record(n, right=False, verdict=Verdict(layer, "")) for n, layer in enumerate(("chunk", "route", "chunk"))]
    figures = figures_of([*lost, record(9)])
    assert figures["missed"] == 3
    assert {layer: figures[f"lost.{layer}"] for layer in LAYERS if figures[f"lost.{layer}"]} == {"chunk": 2, "route": 1}


def test_faithfulness_leaves_refusals_out() -> None:
    figures = figures_of([record(1), record(2, faithful=False), record(3, faithful=None), absent(4)])
    assert figures["faithfulness"] == 0.5


def test_latency_is_told_by_stage() -> None:
    figures = figures_of([record(n, milliseconds={"embed": float(n), "vector": 1.0}) for n in range(1, 22)])
    assert (figures["ms.embed.p50"], figures["ms.embed.p95"]) == (11.0, 20.0)
    assert figures["ms.total.p50"] == 12.0


def test_a_run_of_refusals_alone_has_no_rankings() -> None:
    assert "vector.hit@1" not in figures_of([absent(1), absent(2)])
