"""Ways to fuse, on searches made by hand."""

import math
from collections.abc import Mapping

import pytest

from core.answer import Candidate, Channel
from evals.reading.comparing import RRF, compare
from evals.reading.fusions import NORMALISERS, by_rank, fit_each, fused, softmax, z_score
from evals.reading.searching import Found
from evals.reading.sets import Asked


def hits(channel: Channel, scores: Mapping[str, float]) -> tuple[Candidate, ...]:
    return tuple(Candidate(channel, chunk, rank, score) for rank, (chunk, score) in enumerate(scores.items(), 1))


def found(paragraph: str, vector: Mapping[str, float], keyword: Mapping[str, float], product: str = "") -> Found:
    channels: Mapping[Channel, tuple[Candidate, ...]] = {
        "vector": hits("vector", vector),
        "keyword": hits("keyword", keyword),
        "structured": (),
    }
    chunks = sorted({*vector, *keyword})
    return Found(Asked("在哪里？", paragraph), channels, tuple(product), {chunk: chunk[0] for chunk in chunks})


def test_normalisers_by_hand() -> None:
    scored = hits("vector", {"a": 1.0, "b": 0.5, "c": 0.0})
    assert NORMALISERS["min-max"](scored) == [1.0, 0.5, 0.0]
    assert z_score(scored) == pytest.approx([math.sqrt(6), math.sqrt(6) / 2, 0.0])
    assert softmax(scored)[0] / softmax(scored)[1] == pytest.approx(math.exp(2.5))
    assert sum(softmax(scored)) == pytest.approx(1.0)
    assert by_rank(scored) == pytest.approx([1 / 61, 1 / 62, 1 / 63])


@pytest.mark.parametrize("name", NORMALISERS)
def test_one_hit_or_none_is_no_error(name: str) -> None:
    lone = found("a", {"a": 1.0}, {})
    assert fused(lone, NORMALISERS[name], {"vector": 0.5, "keyword": 0.5}) == ["a"]


def test_scores_decide_where_ranks_cannot() -> None:
    one = found("a", {"a": 1.0, "b": 0.1}, {"b": 1.0, "a": 0.9})
    assert fused(one, NORMALISERS["min-max"], {"vector": 0.5, "keyword": 0.5}) == ["a", "b"]
    ranks = fused(one, by_rank, {"vector": 0.5, "keyword": 0.5})
    assert ranks == ["a", "b"], "a tie of ranks goes by id"


def test_the_weight_is_fitted_to_the_better_search() -> None:
    asked = [found("a", {"b": 1.0, "a": 0.5}, {"a": 1.0, "b": 0.2}) for _ in range(4)]
    fitted = {one.name: one.vector for one in fit_each(asked)}
    assert all(weight <= 0.5 for weight in fitted.values())


def test_a_comparison_holds_every_ranking_over_the_same_questions() -> None:
    asked = [
        found("a", {"a": 1.0, "b": 0.5}, {"b": 1.0, "a": 0.9}, product="ab"),
        found("b", {"a": 1.0, "b": 0.9}, {"b": 1.0, "a": 0.1}, product="ba"),
        found("b", {"a": 1.0, "b": 0.9}, {"a": 1.0, "b": 0.1}, product="ab"),
    ]
    compared = compare("made", asked, asked[:1], {"vector": 0.3, "keyword": 0.2, "structured": 0.5})
    assert compared.rankings["vector"].ranks == (1, 2, 2)
    assert compared.rankings["keyword"].ranks == (2, 1, 2)
    assert compared.rankings["structured"].ranks == (None, None, None)
    assert compared.product.ranks == (1, 1, 2)
    assert compared.best_single == "vector"
    assert compared.p_first("keyword") == 1.0 and compared.p_first("structured") == 0.5
    assert len(compared.rankings[RRF].ranks) == 3 and len(compared.fitted) == len(NORMALISERS)
