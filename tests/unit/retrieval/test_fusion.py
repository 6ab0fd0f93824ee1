"""Fusion, scale, diversity and versions: one scale, one order, nothing drowned."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.answer import Candidate, Source
from retrieval.diversity import diversified
from retrieval.fusion import fuse
from retrieval.scale import to_unit
from retrieval.structured import candidates
from retrieval.vector import vector_candidates
from retrieval.versions import version_factor

WEIGHTS = {"structured": 0.5, "vector": 0.3, "keyword": 0.2}


def hit(channel: str, chunk: str, score: float, rank: int = 1) -> Candidate:
    return Candidate(channel, chunk, rank, score)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hits", "scores"),
    [
        ([], {}),
        ([hit("vector", "a", 1.0)], {"a": 0.3}),
        ([hit("vector", "a", 1.0), hit("keyword", "a", 1.0), hit("structured", "a", 1.0)], {"a": 1.0}),
        ([hit("vector", "a", 1.0), hit("keyword", "b", 1.0)], {"a": 0.3, "b": 0.2}),
        ([hit("structured", "a", 0.4), hit("structured", "a", 0.9)], {"a": 0.45}),
        ([hit("structured", "a", 0.9), hit("structured", "a", 0.4)], {"a": 0.45}),
    ],
)
def test_weighted_mean(hits: list[Candidate], scores: dict[str, float]) -> None:
    assert {item.chunk_id: item.score for item in fuse(hits, WEIGHTS)} == pytest.approx(scores)


def test_ties_go_by_id() -> None:
    hits = [hit("vector", name, 0.5) for name in "cab"]
    assert [item.chunk_id for item in fuse(hits, WEIGHTS)] == ["a", "b", "c"]


def test_the_rank_of_each_search_is_kept() -> None:
    fused = fuse([hit("vector", "a", 0.9, 3), hit("keyword", "a", 0.1, 7)], WEIGHTS)
    assert fused[0].channels == {"vector": 3, "keyword": 7}


@pytest.mark.parametrize("weights", [{}, {"vector": 0.0}, {"keyword": 1.0}])
def test_a_search_without_weight_counts_nothing(weights: dict[str, float]) -> None:
    assert fuse([hit("vector", "a", 1.0)], weights)[0].score == 0.0


_HITS = st.lists(
    st.builds(
        hit, st.sampled_from(["structured", "vector", "keyword"]), st.sampled_from("abcdefgh"), st.floats(0, 1),
        st.integers(1, 50),
    ),
    max_size=30,
)  # fmt: skip


@settings(max_examples=80)
@given(_HITS)
def test_scores_are_0_to_1_best_first_and_independent_of_order(hits: list[Candidate]) -> None:
    fused = fuse(hits, WEIGHTS)
    scores = [item.score for item in fused]
    assert all(0 <= score <= 1 for score in scores)
    assert scores == sorted(scores, reverse=True)
    assert [(i.chunk_id, i.score) for i in fuse(reversed(hits), WEIGHTS)] == [(i.chunk_id, i.score) for i in fused]


@pytest.mark.parametrize(
    ("scores", "scaled"),
    [
        ([], []),
        ([7.0], [1.0]),
        ([3.0, 3.0], [1.0, 1.0]),
        ([4.0, 3.0, 2.0], [1.0, 0.5, 0.0]),
        ([-1.0, -3.0], [1.0, 0.0]),
    ],
)
def test_scale(scores: list[float], scaled: list[float]) -> None:
    assert to_unit(scores) == scaled


@settings(max_examples=80)
@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30))
def test_scale_keeps_the_order(scores: list[float]) -> None:
    scaled = to_unit(scores)
    assert all(0 <= score <= 1 for score in scaled)
    assert scaled[scores.index(max(scores))] == 1.0
    pairs = sorted(zip(scores, scaled, strict=True))
    assert [pair[1] for pair in pairs] == sorted(pair[1] for pair in pairs)


def test_vector_hits_keep_their_order() -> None:
    made = vector_candidates([("a", 0.9), ("b", 0.8), ("c", 0.7)])
    assert [(item.chunk_id, item.rank, item.channel) for item in made] == [
        ("a", 1, "vector"), ("b", 2, "vector"), ("c", 3, "vector"),
    ]  # fmt: skip
    assert made[0].score == 1.0


def test_structured_candidates_are_one_per_chunk(make: Any) -> None:
    chunk, other = make.chunk("价格为1999元。保修期为12个月。"), make.chunk("价格为2999元。")
    question = make.question("星河手机价格")
    facts = [make.fact(chunk, "星河手机", "价格", "1999元"), make.fact(chunk, "星河手机", "保修期", "12个月"),
             make.fact(other, "青岚平板", "价格", "2999元")]  # fmt: skip
    matches = sorted((make.match(fact, question) for fact in facts), key=lambda item: -item.score)
    made = candidates(matches)
    assert [item.rank for item in made] == [1, 2]
    assert {item.chunk_id for item in made} == {chunk.id, other.id}
    assert made[0].fact_id == facts[0].id


@pytest.mark.parametrize(("limit", "kept"), [(1, 1), (3, 3), (99, 5)])
def test_one_section_does_not_fill_the_results(make: Any, limit: int, kept: int) -> None:
    passages = [make.passage(make.chunk(f"第{n}段。", heading=("退款",))) for n in range(5)]
    assert len(diversified(passages, section_limit=limit)) == kept


def test_sections_of_two_documents_are_two(make: Any) -> None:
    passages = [make.passage(make.chunk("一。", heading=("退款",), document=name)) for name in ("甲", "乙")]
    passages[1] = make.passage(make.chunk("二。", heading=("退款",), document="乙"))
    assert len(diversified(passages, section_limit=1)) == 2


def test_a_text_said_twice_comes_once(make: Any) -> None:
    texts = ("退款需3天。", "退款需 3 天。", "退款需５天。")
    passages = [make.passage(make.chunk(text, document=name)) for text, name in zip(texts, "甲乙丙", strict=True)]
    assert [passage.chunk.text for passage in diversified(passages, section_limit=3)] == ["退款需3天。", "退款需５天。"]


@settings(max_examples=40, deadline=None)
@given(
    sections=st.lists(st.sampled_from(["退款", "运费", "保修"]), max_size=12),
    limit=st.integers(1, 4),
    k=st.integers(0, 12),
)
def test_fewer_results_are_the_head_of_more(make: Any, sections: list[str], limit: int, k: int) -> None:
    passages = [make.passage(make.chunk(f"第{n}段。", heading=(name,))) for n, name in enumerate(sections)]
    all_of_them = diversified(passages, section_limit=limit)
    assert (
        diversified(passages[:k], section_limit=limit)
        == all_of_them[: len(diversified(passages[:k], section_limit=limit))]
    )


@pytest.mark.parametrize(
    ("question", "version", "name", "superseded", "untouched"),
    [
        ("退款要几天", "2025", "退款政策2025版.md", False, True),
        ("退款要几天", "2023", "退款政策2023版.md", True, False),
        ("按2023版退款要几天", "2023", "退款政策2023版.md", True, True),
        ("按2023版退款要几天", "2025", "退款政策2025版.md", False, False),
        ("按2023年的规定退款要几天", "", "退款政策(2023-01-01).md", True, True),
    ],
)
def test_the_version_in_force_unless_another_is_named(
    make: Any, question: str, version: str, name: str, superseded: bool, untouched: bool
) -> None:
    factor = version_factor(Source("doc_1", name, "退款政策", version, superseded), make.question(question))
    assert 0 < factor <= 1
    assert (factor == 1.0) is untouched
