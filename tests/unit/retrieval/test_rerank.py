"""Passages read again: final scores on one scale, the rest behind, and nothing lost when it fails."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from core.errors import ConfigurationError, DianmianError, RateLimited, UpstreamFailed
from core.reranking import Scores
from core.settings import load_settings
from retrieval.rerank import rerank
from tests.unit.retrieval.conftest import Maker


class Scripted:
    """Gives these scores, or raises; a real one is in the tests of the adapters."""

    name = "scripted"

    def __init__(
        self, values: Sequence[float | None] = (), missed: str = "", error: DianmianError | None = None
    ) -> None:
        self.values, self.missed, self.error = tuple(values), missed, error
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    def warm_up(self) -> None:
        """Need nothing."""

    def score(self, question: str, passages: Sequence[str]) -> Scores:
        self.asked.append((question, tuple(passages)))
        if self.error:
            raise self.error
        return Scores(self.values[: len(passages)], self.missed)


def run(
    make: Maker, fused: Sequence[float], reranker: Scripted | None, outdated: Sequence[int] = (), **changes: object
):  # type: ignore[no-untyped-def]
    passages = [
        make.passage(make.chunk(f"第{n}段", document=f"文{n}"), score, superseded=n in outdated)
        for n, score in enumerate(fused)
    ]
    return rerank(passages, make.question("保修期多久"), reranker, load_settings(_env_file=None, **changes))


def texts(found) -> list[str]:  # type: ignore[no-untyped-def]
    return [passage.chunk.text for passage in found.passages]


def test_without_a_reranker_nothing_moves_and_it_is_said(make: Maker) -> None:
    found = run(make, (0.9, 0.5, 0.1), None)
    assert [passage.score for passage in found.passages] == [0.9, 0.5, 0.1]
    assert found.degraded == ("reranker: none configured",)


def test_the_final_score_is_the_weighted_mean(make: Maker) -> None:
    found = run(make, (0.9, 0.5), Scripted((0.1, 0.8)), rerank_weight=0.7)
    assert texts(found) == ["第1段", "第0段"]
    assert [passage.score for passage in found.passages] == [0.71, 0.34]
    assert [passage.rerank_score for passage in found.passages] == [0.8, 0.1]
    assert found.degraded == ()


@pytest.mark.parametrize(("weight", "first"), [(0.0, "第0段"), (1.0, "第1段")])
def test_the_weight_says_who_decides(make: Maker, weight: float, first: str) -> None:
    assert texts(run(make, (0.9, 0.5), Scripted((0.1, 0.8)), rerank_weight=weight))[0] == first


def test_only_the_top_is_read_and_the_rest_stays_behind_in_order(make: Maker) -> None:
    reranker = Scripted((0.1, 0.2, 0.3))
    found = run(make, (0.9, 0.8, 0.7, 0.6, 0.5), reranker, rerank_top=3, rerank_weight=1)
    assert texts(found) == ["第2段", "第1段", "第0段", "第3段", "第4段"]
    assert [passage.rerank_score is None for passage in found.passages] == [False, False, False, True, True]
    assert len(reranker.asked[0][1]) == 3


def test_what_was_not_scored_keeps_its_order_and_is_said(make: Maker) -> None:
    found = run(make, (0.9, 0.8, 0.7, 0.6), Scripted((0.1, 0.9, None, None), "2 of 4 passages not scored within 1 s"))
    assert texts(found) == ["第1段", "第0段", "第2段", "第3段"]
    assert found.degraded == ("reranker: 2 of 4 passages not scored within 1 s, they keep their fused order",)


def test_nothing_scored_leaves_everything_as_it_was(make: Maker) -> None:
    found = run(make, (0.9, 0.8), Scripted((None, None), "2 of 2 passages not scored within 1 s"))
    assert [passage.score for passage in found.passages] == [0.9, 0.8]
    assert found.degraded


@pytest.mark.parametrize("error", [ConfigurationError("no model"), UpstreamFailed("it is away"), RateLimited("busy")])
def test_a_failure_costs_the_order_only_and_is_said(make: Maker, error: DianmianError) -> None:
    found = run(make, (0.9, 0.8), Scripted(error=error))
    assert [passage.score for passage in found.passages] == [0.9, 0.8]
    assert found.degraded == (f"reranker: {error.message}, fused order kept",)


def test_an_outdated_version_counts_less_for_the_reranker_too(make: Maker) -> None:
    assert texts(run(make, (0.5, 0.5), Scripted((0.9, 0.8)), outdated=[0], rerank_weight=1)) == ["第1段", "第0段"]


def test_the_model_is_given_no_text_that_it_cannot_take(make: Maker) -> None:
    reranker = Scripted((0.5,))
    passage = make.passage(make.chunk("甲\0乙\ud800丙"), 0.5)
    rerank([passage], make.question("保修\ud800期"), reranker, load_settings(_env_file=None))
    assert reranker.asked == [("保修?期", ("甲 乙?丙",))]


unit = st.floats(0, 1)


@hypothesis_settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(unit, st.none() | unit), min_size=1, max_size=12), unit, st.integers(1, 12))
def test_scores_fall_and_stay_on_the_scale_whatever_is_given(
    make: Maker, pairs: list[tuple[float, float | None]], weight: float, top: int
) -> None:
    fused = sorted((score for score, _ in pairs), reverse=True)
    found = run(make, fused, Scripted([value for _, value in pairs]), rerank_weight=weight, rerank_top=top)
    scores = [passage.score for passage in found.passages]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert sorted(texts(found)) == sorted(f"第{n}段" for n in range(len(pairs)))
